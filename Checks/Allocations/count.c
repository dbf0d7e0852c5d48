/* Counts the blocks of memory that a program asks for. Loaded before the C library; prints the number at the end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

static atomic_ulong count;

#define NEXT(result, name, ...) \
  static result (*next)(__VA_ARGS__); \
  if (!next) next = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name); \
  count++

void *malloc(size_t size) {
  NEXT(void *, "malloc", size_t);
  return next(size);
}
void *realloc(void *block, size_t size) {
  NEXT(void *, "realloc", void *, size_t);
  return next(block, size);
}
int posix_memalign(void **block, size_t alignment, size_t size) {
  NEXT(int, "posix_memalign", void **, size_t, size_t);
  return next(block, alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  NEXT(void *, "aligned_alloc", size_t, size_t);
  return next(alignment, size);
}

__attribute__((destructor)) static void report(void) { fprintf(stderr, "allocations: %lu\n", (unsigned long)count); }
