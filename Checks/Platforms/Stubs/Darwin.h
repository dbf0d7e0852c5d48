// What the sources use of Apple's module Darwin, with the types and values that its published headers have for 64-bit
// processors. Most of these headers do not say which pointers may be null. All of it is older than the package's
// deployment targets. What the module has in Swift is in Darwin.swift.

// stddef.h: Swift takes the names for Int.
typedef __SIZE_TYPE__ size_t;
typedef long ssize_t;

// sys/types.h
typedef int dev_t;
typedef unsigned int gid_t;
typedef unsigned long long ino_t;
typedef unsigned short mode_t;
typedef unsigned short nlink_t;
typedef long long off_t;
typedef int pid_t;
typedef long time_t;
typedef unsigned int uid_t;

// sys/errno.h; errno itself is in Darwin.swift.
int *__error(void);
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define EISDIR 21
#define EINVAL 22
#define EFBIG 27
#define ENOSPC 28
#define EMLINK 31
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define EDQUOT 69
#define ENOSYS 78
#define ECANCELED 89
#define EOPNOTSUPP 102

// sys/syslimits.h
#define PATH_MAX 1024

// sys/fcntl.h; open, openat and fcntl, which take a variable number of arguments, are in Darwin.swift.
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_EXCL 0x00000800
#define O_NOCTTY 0x00020000
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x0020
#define AT_SYMLINK_FOLLOW 0x0040
#define F_GETFD 1
#define F_SETFD 2
#define FD_CLOEXEC 1
#define F_FULLFSYNC 51
#define F_DUPFD_CLOEXEC 67
#define LOCK_EX 0x02
#define LOCK_NB 0x04
struct flock {
  off_t l_start;
  off_t l_len;
  pid_t l_pid;
  short l_type;
  short l_whence;
};
int flock(int, int);

// sys/stat.h; the constants of the mode are in Darwin.swift.
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec;
  struct timespec st_mtimespec;
  struct timespec st_ctimespec;
  struct timespec st_birthtimespec;
  off_t st_size;
  long long st_blocks;
  int st_blksize;
  unsigned int st_flags;
  unsigned int st_gen;
  int st_lspare;
  long long st_qspare[2];
};
int fchmod(int, mode_t);
int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);
int futimens(int, const struct timespec[2]);
int lstat(const char *, struct stat *);
int mkdir(const char *, mode_t);
int stat(const char *, struct stat *);

// unistd.h and sys/unistd.h
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define X_OK (1 << 0)
#define W_OK (1 << 1)
#define SEEK_SET 0
#define SEEK_CUR 1
#define _SC_PAGESIZE 29
#define _SC_NPROCESSORS_ONLN 58
#define _SC_PHYS_PAGES 200
void _exit(int) __attribute__((noreturn));
int close(int);
int faccessat(int, const char *, int, int);
int fchown(int, uid_t, gid_t);
int fsync(int);
uid_t geteuid(void);
pid_t getpgrp(void);
int isatty(int);
int linkat(int, const char *, int, const char *, int);
off_t lseek(int, off_t, int);
int pipe(int[2]);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
ssize_t read(int, void *, size_t);
ssize_t readlink(const char *restrict, char *restrict, size_t);
long sysconf(int);
pid_t tcgetpgrp(int);
int rmdir(const char *);
int unlink(const char *);
int unlinkat(int, const char *, int);
ssize_t write(int, const void *, size_t);

// stdio.h and sys/stdio.h
#define RENAME_EXCL 0x00000004
int remove(const char *);
int rename(const char *, const char *);
int renameat(int, const char *, int, const char *);
int renameatx_np(int, const char *, int, const char *, unsigned int);

// stdlib.h and malloc/malloc.h
void *calloc(size_t, size_t);
void exit(int) __attribute__((noreturn));
void free(void *_Nullable);
char *getenv(const char *);
char *mkdtemp(char *);
int mkstemp(char *);
int posix_memalign(void *_Nullable *_Nonnull, size_t, size_t);
char *realpath(const char *restrict, char *restrict);
int unsetenv(const char *);

// string.h
void *memchr(const void *, int, size_t);
void *memmove(void *, const void *, size_t);
int strcmp(const char *, const char *);
char *strdup(const char *);
char *strerror(int);
size_t strlen(const char *);

// math.h; the variants for other types than double are left out.
double exp2(double);
double log(double);
double log10(double);
double log2(double);
double pow(double, double);

// time.h
struct tm {
  int tm_sec;
  int tm_min;
  int tm_hour;
  int tm_mday;
  int tm_mon;
  int tm_year;
  int tm_wday;
  int tm_yday;
  int tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};
typedef enum {
  // The name in Swift comes from the module's API notes.
  _CLOCK_THREAD_CPUTIME_ID __attribute__((swift_name("CLOCK_THREAD_CPUTIME_ID"))) = 16
} clockid_t;
int clock_gettime(clockid_t, struct timespec *);
struct tm *gmtime(const time_t *);
int nanosleep(const struct timespec *, struct timespec *);
size_t strftime(char *restrict, size_t, const char *restrict, const struct tm *restrict);
time_t time(time_t *);

// dirent.h and sys/dirent.h
struct dirent {
  ino_t d_ino;
  unsigned long long d_seekoff;
  unsigned short d_reclen;
  unsigned short d_namlen;
  unsigned char d_type;
  char d_name[1024];
};
typedef struct {
  int __dd_fd;  // and more, which is not for programs
} DIR;
int closedir(DIR *);
DIR *fdopendir(int);
struct dirent *readdir(DIR *);

// signal.h and sys/signal.h; SIG_DFL and SIG_IGN are in Darwin.swift.
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGSYS 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGTSTP 18
#define SIGCONT 19
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGUSR1 30
#define SIGUSR2 31
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
typedef unsigned int sigset_t;
typedef void (*sig_t)(int);
int kill(pid_t, int);
int raise(int);
int sigaddset(sigset_t *, int);
int sigemptyset(sigset_t *);
void (*signal(int, void (*)(int)))(int);

// poll.h
#define POLLIN 0x0001
#define POLLOUT 0x0004
struct pollfd {
  int fd;
  short events;
  short revents;
};
typedef unsigned int nfds_t;
int poll(struct pollfd *, nfds_t, int);

// crt_externs.h
char ***_NSGetEnviron(void);

// spawn.h
typedef void *posix_spawn_file_actions_t;
typedef void *posix_spawnattr_t;
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *, int);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
int posix_spawnp(
  pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const[], char *const[]);

// sys/wait.h
pid_t waitpid(pid_t, int *, int);

// sys/mman.h; MAP_FAILED is in Darwin.swift.
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_PRIVATE 0x0002
#define MAP_ANON 0x1000
void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t);

// sys/resource.h
struct timeval {
  time_t tv_sec;
  int tv_usec;
};
struct rusage {
  struct timeval ru_utime;
  struct timeval ru_stime;
  long ru_maxrss;
  long ru_ixrss;
  long ru_idrss;
  long ru_isrss;
  long ru_minflt;
  long ru_majflt;
  long ru_nswap;
  long ru_inblock;
  long ru_oublock;
  long ru_msgsnd;
  long ru_msgrcv;
  long ru_nsignals;
  long ru_nvcsw;
  long ru_nivcsw;
};
typedef unsigned long long rlim_t;
struct rlimit {
  rlim_t rlim_cur;
  rlim_t rlim_max;
};
#define RLIMIT_CORE 4
int getrusage(int, struct rusage *);
int setrlimit(int, const struct rlimit *);

// sys/sysctl.h
int sysctlbyname(const char *, void *, size_t *, void *, size_t);

// termios.h and sys/termios.h
#define ICRNL 0x00000100
#define ECHOE 0x00000002
#define ECHOK 0x00000004
#define ECHO 0x00000008
#define ECHONL 0x00000010
#define ISIG 0x00000080
#define ICANON 0x00000100
#define TCSADRAIN 1
#define TCSAFLUSH 2
typedef unsigned long tcflag_t;
typedef unsigned char cc_t;
typedef unsigned long speed_t;
struct termios {
  tcflag_t c_iflag;
  tcflag_t c_oflag;
  tcflag_t c_cflag;
  tcflag_t c_lflag;
  cc_t c_cc[20];
  speed_t c_ispeed;
  speed_t c_ospeed;
};
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);

// sys/ttycom.h; ioctl and its requests are in Darwin.swift.
struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
  unsigned short ws_xpixel;
  unsigned short ws_ypixel;
};

// pthread.h, which says which pointers may be null.
typedef struct _opaque_pthread_t *pthread_t;
typedef struct {
  long __sig;
  char __opaque[56];
} pthread_attr_t;
typedef struct {
  long __sig;
  char __opaque[40];
} pthread_cond_t;
typedef struct {
  long __sig;
  char __opaque[8];
} pthread_condattr_t;
typedef struct {
  long __sig;
  char __opaque[56];
} pthread_mutex_t;
typedef struct {
  long __sig;
  char __opaque[8];
} pthread_mutexattr_t;
int pthread_attr_destroy(pthread_attr_t *_Nonnull);
int pthread_attr_init(pthread_attr_t *_Nonnull);
int pthread_attr_setstacksize(pthread_attr_t *_Nonnull, size_t);
int pthread_cond_broadcast(pthread_cond_t *_Nonnull);
int pthread_cond_destroy(pthread_cond_t *_Nonnull);
int pthread_cond_init(pthread_cond_t *_Nonnull, const pthread_condattr_t *_Nullable);
int pthread_cond_wait(pthread_cond_t *_Nonnull, pthread_mutex_t *_Nonnull);
int pthread_create(
    pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable, void *_Nullable (*_Nonnull)(void *_Nonnull),
    void *_Nullable);
int pthread_detach(pthread_t _Nonnull);
int pthread_join(pthread_t _Nonnull, void *_Nullable *_Nullable);
int pthread_mutex_destroy(pthread_mutex_t *_Nonnull);
int pthread_mutex_init(pthread_mutex_t *_Nonnull, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_lock(pthread_mutex_t *_Nonnull);
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull);
int pthread_sigmask(int, const sigset_t *_Nullable, sigset_t *_Nullable);
