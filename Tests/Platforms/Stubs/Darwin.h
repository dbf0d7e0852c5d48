// What the sources use of Apple's module Darwin, with the types it has there.

// sys/sysctl.h
int sysctlbyname(const char *, void *, __SIZE_TYPE__ *, void *, __SIZE_TYPE__);

// time.h
struct timespec {
  long tv_sec;
  long tv_nsec;
};
typedef enum {
  // The name in Swift comes from the module's API notes.
  _CLOCK_THREAD_CPUTIME_ID __attribute__((swift_name("CLOCK_THREAD_CPUTIME_ID"))) = 16
} clockid_t;
int clock_gettime(clockid_t, struct timespec *);
