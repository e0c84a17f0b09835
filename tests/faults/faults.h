/* What stockham-faults exports beside the layer itself, to arm it again within a process (armed.hpp finds it). */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* What shall fail. README.md describes the fields; they are the environment variables of the same names. */
struct stockham_fault {
    const char* call;   /* null: nothing fails, calls are only counted */
    long at;            /* from 1 */
    int code;           /* below 0 */
    const char* device; /* null or "": every device */
    int forever, events, hang;
};

/* Counts calls from 0 again and lets these fail. Returns null, or what is wrong, valid until the next call of this
   thread; then nothing has changed. A null pointer lets nothing fail. */
const char* stockham_faults_arm(const struct stockham_fault*);
typedef const char* (*stockham_faults_arm_function)(const struct stockham_fault*);

/* Returns the number of calls on the chosen device since the layer was armed. `call` as in stockham_fault; -1 if it
   names no function. */
long stockham_faults_calls(const char* call);
typedef long (*stockham_faults_calls_function)(const char* call);

#ifdef __cplusplus
}
#endif
