/*
 * clock.c: a library to preload whose monotonic clock goes CLOCK_SPEED times as fast (1), so that a
 * test can see in a second what a command does after a minute.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t which, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    static double speed;
    double seconds;
    int rc;

    if (!real) {
        const char *text = getenv("CLOCK_SPEED");
        speed = text ? atof(text) : 1;
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    }
    rc = real(which, now);
    if (rc || which != CLOCK_MONOTONIC)
        return rc;
    seconds = ((double)now->tv_sec + 1e-9 * (double)now->tv_nsec) * speed;
    now->tv_sec = (time_t)seconds;
    now->tv_nsec = (long)((seconds - (double)now->tv_sec) * 1e9);
    return 0;
}
