/* Transforms a real picture in C: a problem string, a plan, one execution, and error handling. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <stockham/stockham.h>

/* Ends the program with the library's error message. */
static void must(stockham_code code) {
    if (code == STOCKHAM_OK) return;
    fprintf(stderr, "%s: %s\n", stockham_code_name(code), stockham_last_error());
    exit(1);
}

int main(void) {
    enum { height = 48, width = 64 };
    must(stockham_init());

    cl_device_id device = NULL;
    must(stockham_choose_device(NULL, &device));
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);

    /* A wave with 5 periods vertically and 3 horizontally. Its half spectrum has one nonzero point, whose value is half
     * the number of pixels. */
    static float picture[height][width];
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            picture[y][x] = (float)cos(6.283185307179586 * (5.0 * y / height + 3.0 * x / width));

    stockham_problem* problem = NULL;
    must(stockham_problem_parse("r2c f32 48x64", &problem));
    size_t bytes_in = 0, bytes_out = 0;
    must(stockham_problem_bytes(problem, STOCKHAM_INPUT, &bytes_in));
    must(stockham_problem_bytes(problem, STOCKHAM_OUTPUT, &bytes_out));
    cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes_in, picture, NULL);
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes_out, NULL, NULL);

    stockham_plan* plan = NULL;
    must(stockham_plan_create(context, device, problem, NULL, &plan));
    stockham_buffers buffers = stockham_default_buffers();
    buffers.input = in;
    buffers.output = out;
    cl_event done = NULL;
    must(stockham_plan_enqueue(plan, queue, &buffers, 0, NULL, &done));

    float* spectrum = malloc(bytes_out);
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes_out, spectrum, 1, &done, NULL);
    const size_t point = 2 * (5 * (width / 2 + 1) + 3);
    printf("X[5,3] = %.1f%+.1fi, of %d pixels\n", spectrum[point], spectrum[point + 1], height * width);
    const int right = fabsf(spectrum[point] - height * width / 2) < 0.1F;

    free(spectrum);
    clReleaseEvent(done);
    stockham_plan_free(plan);
    stockham_problem_free(problem);
    clReleaseMemObject(out);
    clReleaseMemObject(in);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return right ? 0 : 1;
}
