// Forward butterflies of odd radices and of their products, on registers (see cl/butterfly.cl).
//
// A prime radix p goes by its p / 2 pairs of legs: sums s_j = x_j + x_{p-j} carry the cosines, differences the sines.
// The cosines of a row add up to -1/2, so that one of them can be left out if all sums are taken relative to its own:
//     X_k = (x_0 - s_h / 2) + sum_{j < h} cos(2 pi j k / p) (s_j - s_h)  -+  i sum_j sin(2 pi j k / p) d_j,  h = p / 2
// In this form a constant input gives zeros that are exact, and there is one multiplication less.

constant REAL COSINES_3[3] = {
    (REAL)1, (REAL)-0.5, (REAL)-0.5};
constant REAL SINES_3[3] = {
    (REAL)0, (REAL)0.866025403784438646763723170752936183, (REAL)-0.866025403784438646763723170752936183};
constant REAL COSINES_5[5] = {
    (REAL)1, (REAL)0.309016994374947424102293417182819059, (REAL)-0.809016994374947424102293417182819059,
    (REAL)-0.809016994374947424102293417182819059, (REAL)0.309016994374947424102293417182819059};
constant REAL SINES_5[5] = {
    (REAL)0, (REAL)0.951056516295153572116439333379382143, (REAL)0.587785252292473129168705954639072769,
    (REAL)-0.587785252292473129168705954639072769, (REAL)-0.951056516295153572116439333379382143};
constant REAL COSINES_7[7] = {
    (REAL)1, (REAL)0.623489801858733530525004884004239811, (REAL)-0.222520933956314404288902564496794759,
    (REAL)-0.900968867902419126236102319507445051, (REAL)-0.900968867902419126236102319507445051,
    (REAL)-0.222520933956314404288902564496794759, (REAL)0.623489801858733530525004884004239811};
constant REAL SINES_7[7] = {
    (REAL)0, (REAL)0.78183148246802980870844452667405775, (REAL)0.974927912181823607018131682993931217,
    (REAL)0.433883739117558120475768332848358755, (REAL)-0.433883739117558120475768332848358755,
    (REAL)-0.974927912181823607018131682993931217, (REAL)-0.78183148246802980870844452667405775};
constant REAL COSINES_11[11] = {
    (REAL)1, (REAL)0.841253532831181168861811648919367718, (REAL)0.415415013001886425529274149229623204,
    (REAL)-0.142314838273285140443792668616369669, (REAL)-0.654860733945285064056925072466293553,
    (REAL)-0.959492973614497389890368057066327699, (REAL)-0.959492973614497389890368057066327699,
    (REAL)-0.654860733945285064056925072466293553, (REAL)-0.142314838273285140443792668616369669,
    (REAL)0.415415013001886425529274149229623204, (REAL)0.841253532831181168861811648919367718};
constant REAL SINES_11[11] = {
    (REAL)0, (REAL)0.540640817455597582107635954318691695, (REAL)0.90963199535451837141171538307902846,
    (REAL)0.989821441880932732376092037776718787, (REAL)0.75574957435425828377403584397234442,
    (REAL)0.281732556841429697711417915346616899, (REAL)-0.281732556841429697711417915346616899,
    (REAL)-0.75574957435425828377403584397234442, (REAL)-0.989821441880932732376092037776718787,
    (REAL)-0.90963199535451837141171538307902846, (REAL)-0.540640817455597582107635954318691695};
constant REAL COSINES_13[13] = {
    (REAL)1, (REAL)0.885456025653209895900375522015098879, (REAL)0.568064746731155802511807559127516625,
    (REAL)0.120536680255323053349067687452543582, (REAL)-0.354604887042535625969637892600018474,
    (REAL)-0.748510748171101098634630599701351384, (REAL)-0.970941817426052027156982276293789227,
    (REAL)-0.970941817426052027156982276293789227, (REAL)-0.748510748171101098634630599701351384,
    (REAL)-0.354604887042535625969637892600018474, (REAL)0.120536680255323053349067687452543582,
    (REAL)0.568064746731155802511807559127516625, (REAL)0.885456025653209895900375522015098879};
constant REAL SINES_13[13] = {
    (REAL)0, (REAL)0.464723172043768545656015335133104778, (REAL)0.822983865893656394579617423439381991,
    (REAL)0.992708874098053992800751649492520179, (REAL)0.935016242685414823439784599837830729,
    (REAL)0.66312265824079520237678549266676628, (REAL)0.239315664287557767148753726260211895,
    (REAL)-0.239315664287557767148753726260211895, (REAL)-0.66312265824079520237678549266676628,
    (REAL)-0.935016242685414823439784599837830729, (REAL)-0.992708874098053992800751649492520179,
    (REAL)-0.822983865893656394579617423439381991, (REAL)-0.464723172043768545656015335133104778};

#define PRIME_BUTTERFLY(p)                                                                                             \
    INLINE void butterfly##p(complex* x) {                                                                             \
        complex s[(p) / 2 + 1], d[(p) / 2 + 1];                                                                        \
        complex total = x[0];                                                                                          \
        _Pragma("unroll") for (uint j = 1; j <= (p) / 2; ++j) {                                                        \
            s[j] = add(x[j], x[(p) - j]);                                                                              \
            d[j] = sub(x[j], x[(p) - j]);                                                                              \
            total = add(total, s[j]);                                                                                  \
        }                                                                                                              \
        const complex last = s[(p) / 2];                                                                               \
        const complex base = make_complex(x[0].x - last.x * (REAL)0.5, x[0].y - last.y * (REAL)0.5);                   \
        _Pragma("unroll") for (uint j = 1; j < (p) / 2; ++j) s[j] = sub(s[j], last);                                   \
        x[0] = total;                                                                                                  \
        _Pragma("unroll") for (uint k = 1; k <= (p) / 2; ++k) {                                                        \
            complex even = base, odd = make_complex(0, 0);                                                             \
            _Pragma("unroll") for (uint j = 1; j < (p) / 2; ++j) even = plus_times(even, s[j], COSINES_##p[j * k % (p)]); \
            _Pragma("unroll") for (uint j = 1; j <= (p) / 2; ++j) odd = plus_times(odd, d[j], SINES_##p[j * k % (p)]); \
            odd = turned(odd);                                                                                         \
            x[k] = add(even, odd);                                                                                     \
            x[(p) - k] = sub(even, odd);                                                                               \
        }                                                                                                              \
    }

INLINE complex plus_times(complex a, complex b, REAL c) { return make_complex(a.x + b.x * c, a.y + b.y * c); }

PRIME_BUTTERFLY(3)
PRIME_BUTTERFLY(5)
PRIME_BUTTERFLY(7)
PRIME_BUTTERFLY(11)
PRIME_BUTTERFLY(13)

// a b legs, a and b without a common factor: no twiddle factors (Good's mapping). Leg (b i + a j) mod a b is in row i and
// column j; the output that is k modulo a and l modulo b comes from row k and column l, at (TO_A k + TO_B l) mod a b.
#define INNER_2(x) butterfly2(x, (x) + 1);
#define INNER_4(x) butterfly4(x, (x) + 1, (x) + 2, (x) + 3);
#define INNER_3(x) butterfly3(x);
#define INNER_5(x) butterfly5(x);
#define INNER_7(x) butterfly7(x);
#define COPRIME_BUTTERFLY(n, a, b, TO_A, TO_B)                                                                         \
    INLINE void butterfly##n(complex* x) {                                                                             \
        complex row[a][b], column[a];                                                                                  \
        _Pragma("unroll") for (uint i = 0; i < (a); ++i) {                                                             \
            _Pragma("unroll") for (uint j = 0; j < (b); ++j) row[i][j] = x[((b) * i + (a) * j) % (n)];                 \
            INNER_##b(row[i])                                                                                          \
        }                                                                                                              \
        _Pragma("unroll") for (uint l = 0; l < (b); ++l) {                                                             \
            _Pragma("unroll") for (uint i = 0; i < (a); ++i) column[i] = row[i][l];                                    \
            INNER_##a(column)                                                                                          \
            _Pragma("unroll") for (uint k = 0; k < (a); ++k) x[((TO_A) * k + (TO_B) * l) % (n)] = column[k];           \
        }                                                                                                              \
    }

COPRIME_BUTTERFLY(6, 2, 3, 3, 4)
COPRIME_BUTTERFLY(10, 2, 5, 5, 6)
COPRIME_BUTTERFLY(12, 4, 3, 9, 4)
COPRIME_BUTTERFLY(14, 2, 7, 7, 8)
COPRIME_BUTTERFLY(15, 3, 5, 10, 6)

// cos and sin of 2 pi / 9, 4 pi / 9 and 8 pi / 9
#define COS_9 ((REAL)0.766044443118978035202392650555416674)
#define SIN_9 ((REAL)0.642787609686539326322643409907263433)
#define COS_2_9 ((REAL)0.173648177666930348851716626769314796)
#define SIN_2_9 ((REAL)0.984807753012208059366743024589523014)
#define COS_4_9 ((REAL)-0.93969262078590838405410927732473147)
#define SIN_4_9 ((REAL)0.342020143325668733044099614682259581)

// 9 = 3 x 3: columns, the inner twiddle factors, rows, transposed.
INLINE void butterfly9(complex* x) {
    complex row[3][3];
#pragma unroll
    for (uint j = 0; j < 3; ++j) {
        complex column[3] = {x[j], x[j + 3], x[j + 6]};
        butterfly3(column);
        row[0][j] = column[0];
        row[1][j] = column[1];
        row[2][j] = column[2];
    }
    row[1][1] = times_constant(row[1][1], COS_9, SIN_9);
    row[1][2] = times_constant(row[1][2], COS_2_9, SIN_2_9);
    row[2][1] = times_constant(row[2][1], COS_2_9, SIN_2_9);
    row[2][2] = times_constant(row[2][2], COS_4_9, SIN_4_9);
#pragma unroll
    for (uint k = 0; k < 3; ++k) {
        butterfly3(row[k]);
        x[k] = row[k][0];
        x[k + 3] = row[k][1];
        x[k + 6] = row[k][2];
    }
}
