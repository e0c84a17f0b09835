// make_corpus FOLDER: writes the corpus of the fuzz targets for pictures and arrays: small files of every kind. The
// corpus of the text targets, of MRC and of NRRD is written by hand.
#include "../tools/picture_files.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const auto save = [&](const std::string& kind, const std::string& name, const bytes& file) {
        const auto folder = std::filesystem::path(argv[1]) / kind;
        std::filesystem::create_directories(folder);
        write_bytes((folder / name).string(), file);
    };
    const picture grey = random_picture(9, 7, 1, 8, 5);
    const picture rgb = random_picture(5, 4, 3, 8, 6);
    const picture rgb16 = random_picture(5, 4, 3, 16, 6);
    const picture inks = random_picture(5, 4, 4, 8, 7);

    save("png", "grey", encode_png(grey));
    save("png", "rgb16", encode_png(rgb16));
    save("png", "alpha", encode_png(inks));
    save("png", "palette", palette_png());
    save("png", "turned", with_chunk(encode_png(grey), "eXIf", exif_block(6, true)));

    jpeg_kind progressive;
    progressive.progressive = true;
    progressive.exif = exif_block(8, false);
    save("jpeg", "grey", encode_jpeg(grey));
    save("jpeg", "rgb", encode_jpeg(rgb));
    save("jpeg", "progressive", encode_jpeg(rgb, progressive));
    save("jpeg", "inks", encode_jpeg(inks));

    for (const bool tiled : {false, true})
        for (const char* mode : {"wl", "wb", "w8"}) {
            tiff_kind kind;
            kind.tiled = tiled;
            kind.mode = mode;
            kind.separate = mode[1] == 'b';
            kind.orientation = tiled ? 8 : 3;
            kind.compression = mode[1] == '8' ? COMPRESSION_ADOBE_DEFLATE : COMPRESSION_LZW;
            save("tiff", std::string(mode) + (tiled ? "_tiles" : "_strips"), encode_tiff(tiled ? rgb : rgb16, kind));
        }
    tiff_kind kind;
    kind.photometric = PHOTOMETRIC_SEPARATED;
    kind.compression = COMPRESSION_PACKBITS;
    save("tiff", "inks", encode_tiff(inks, kind));
    // Bits in a compression that may pack any number of lines.
    save("tiff", "fax", bare_tiff({{256, 64}, {257, 4}, {258, 1}, {259, 4}, {262, 0}, {273, 8}, {278, 4}, {279, 90}}));

    const auto text = [&](const char* name, const std::string& content, std::size_t zeros = 0,
                          const char* kind = "pnm") {
        bytes file(content.begin(), content.end());
        file.insert(file.end(), zeros, 0);
        save(kind, name, file);
    };
    text("bits_text", "P1 3 2 101\n0 1 0");
    text("grey_text", "P2\n# comment\n3 1\n15\n0 7 15\n");
    text("rgb_text", "P3 1 1 255 1 2 3");
    text("bits", "P4\n9 2\n", 4);
    text("grey", "P5 3 2 255\n", 6);
    text("rgb16", "P6\n2 1\n4095\n", 12);
    text("alpha", "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", 8);
    text("pages", std::string("P5 1 1 255\n\0P5 1 1 255\n\0", 24));

    save("npy", "bytes", npy_bytes("|u1", "(2, 3)", bytes(6)));
    save("npy", "colours", npy_bytes(">u2", "(1, 2, 3)", bytes(12)));
    save("npy", "complex", npy_bytes("<c16", "(2, 1)", bytes(32), "False", 2));
    save("npy", "halves", npy_bytes("<f2", "(1, 3)", bytes(6)));

    text("grey", "Pf\n2 1\n-1.0\n", 8, "pfm");
    text("rgb", "PF 1 1 1\n", 12, "pfm");

    const scratch_folder folder;
    for (const char* name : {"NPZ", "HDF5", "FITS", "OpenEXR", "WebP"}) {
        const picture_format& format = *format_by_name(name);
        const std::string path = folder / ("x" + format.extensions[0]);
        write_options options;
        if ((format.types & bit_of(sample_type::f32)) != 0) options.type = sample_type::f32;
        write_picture(grey, path, options);
        save(format.name == "HDF5" ? "hdf5" : format.extensions[0].substr(1), "written", read_bytes(path));
    }
}
