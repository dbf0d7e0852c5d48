// What the sources use of the modules Musl and Android, with the types they have on 64-bit processors.

// time.h
struct timespec {
  long tv_sec;
  long tv_nsec;
};
typedef int clockid_t;
#define CLOCK_THREAD_CPUTIME_ID 3
int clock_gettime(clockid_t, struct timespec *);
