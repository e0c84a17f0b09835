/* A program in C: an impulse has a flat spectrum, errors have codes and messages, and the versions of headers and
 * library agree. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <stockham/stockham.h>

static int failures = 0;

static void expect(int right, const char* what) {
    if (right) return;
    fprintf(stderr, "%s: %s\n", what, stockham_last_error());
    ++failures;
}

static void check_errors(void) {
    stockham_problem* problem = NULL;
    expect(stockham_problem_parse("c2c f32 nonsense", &problem) == STOCKHAM_ARGUMENT, "a wrong text");
    expect(strstr(stockham_last_error(), "nonsense") != NULL, "the message quotes it");
    expect(problem == NULL, "nothing is written");
    expect(stockham_problem_check(NULL) == STOCKHAM_HANDLE, "a null handle");
    expect(stockham_check_version(STOCKHAM_VERSION_MAJOR, STOCKHAM_VERSION_MINOR + 1, 0) == STOCKHAM_VERSION,
           "headers that are newer than the library");
}

int main(void) {
    enum { points = 256 };
    static float values[2 * points];
    values[0] = 1;
    expect(stockham_init() == STOCKHAM_OK, "the headers are the library's");
    check_errors();

    cl_device_id device = NULL;
    expect(stockham_choose_device("", &device) == STOCKHAM_OK, "a device");
    if (failures) return 1;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_mem data = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof values, values, NULL);

    const size_t lengths[] = {16, 16};
    stockham_transform fields = stockham_default_transform();
    fields.axes = 2;
    fields.lengths = lengths;
    fields.placement = STOCKHAM_IN_PLACE;
    stockham_problem* problem = NULL;
    stockham_plan* plan = NULL;
    expect(stockham_problem_create(&fields, &problem) == STOCKHAM_OK, "a problem");
    expect(stockham_plan_create(context, device, problem, NULL, &plan) == STOCKHAM_OK, "a plan");
    stockham_buffers buffers = stockham_default_buffers();
    buffers.input = data;
    expect(stockham_plan_enqueue(plan, queue, &buffers, 0, NULL, NULL) == STOCKHAM_OK, "an execution");
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL);
    size_t wrong = 0;
    for (size_t k = 0; k < points; ++k) wrong += fabsf(values[2 * k] - 1) > 1e-6F || fabsf(values[2 * k + 1]) > 1e-6F;
    printf("%u of %d values wrong\n", (unsigned)wrong, points);
    stockham_plan_free(plan);
    stockham_problem_free(problem);
    clReleaseMemObject(data);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong == 0 && failures == 0 ? 0 : 1;
}
