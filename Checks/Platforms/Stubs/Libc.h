// What the sources use of the modules Musl and Android, with the types they have on 64-bit processors.

// sys/types.h, dlfcn.h and unistd.h, as musl has them.
typedef int pid_t;
void *dlsym(void *, const char *);
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
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
typedef struct {
  unsigned long opaque[5];
} pthread_mutex_t;
typedef struct {
  unsigned long opaque[6];
} pthread_cond_t;
typedef struct {
  unsigned opaque;
} pthread_mutexattr_t, pthread_condattr_t;
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_broadcast(pthread_cond_t *);

// stddef.h: Swift takes the name for Int.
typedef __SIZE_TYPE__ size_t;

// stdio.h
typedef struct _IO_FILE FILE;
FILE *fopen(const char *, const char *);
int fclose(FILE *);
size_t fread(void *, size_t, size_t, FILE *);

// stdlib.h
void free(void *_Nullable);
int posix_memalign(void *_Nullable *_Nonnull, size_t, size_t);

// sys/mman.h, on Linux.
#define MADV_HUGEPAGE 14
int madvise(void *_Nonnull, size_t, int);
