// What the sources use of the modules Musl and Android, with the types they have on 64-bit processors.

// sys/types.h, dlfcn.h and unistd.h, as musl has them.
typedef int pid_t;
void *dlsym(void *, const char *);
#define _SC_NPROCESSORS_ONLN 84
long sysconf(int);

// time.h
struct timespec {
  long tv_sec;
  long tv_nsec;
};
typedef int clockid_t;
#define CLOCK_THREAD_CPUTIME_ID 3
int clock_gettime(clockid_t, struct timespec *);

// pthread.h, as musl has it; the sources start threads by Dispatch on Android.
typedef struct __pthread *pthread_t;
typedef struct {
  unsigned long opaque[7];
} pthread_attr_t;
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_setstacksize(pthread_attr_t *, __SIZE_TYPE__);
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_detach(pthread_t);

// stddef.h: Swift takes the name for Int.
typedef __SIZE_TYPE__ size_t;

// stdlib.h
void free(void *_Nullable);
int posix_memalign(void *_Nullable *_Nonnull, size_t, size_t);

// sys/mman.h, on Linux.
#define MADV_HUGEPAGE 14
int madvise(void *_Nonnull, size_t, int);
