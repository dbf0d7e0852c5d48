// What the sources use of Apple's module Darwin, with the types it has there.

// sys/sysctl.h
int sysctlbyname(const char *, void *, __SIZE_TYPE__ *, void *, __SIZE_TYPE__);

// unistd.h
#define _SC_NPROCESSORS_ONLN 58
long sysconf(int);

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

// pthread.h
typedef struct _opaque_pthread_t *pthread_t;
typedef struct {
  long opaque[8];
} pthread_attr_t;
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_setstacksize(pthread_attr_t *, __SIZE_TYPE__);
int pthread_create(
    pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable, void *_Nullable (*_Nonnull)(void *_Nonnull),
    void *_Nullable);
int pthread_join(pthread_t _Nonnull, void *_Nullable *_Nullable);
int pthread_detach(pthread_t _Nonnull);

// stddef.h: Swift takes the name for Int.
typedef __SIZE_TYPE__ size_t;

// stdlib.h
void free(void *_Nullable);
int posix_memalign(void *_Nullable *_Nonnull, size_t, size_t);
