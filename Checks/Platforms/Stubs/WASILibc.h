// What the sources use of the module WASILibc, with the types it has there.

// stddef.h: Swift takes the name for Int.
typedef __SIZE_TYPE__ size_t;

// stdlib.h
void free(void *_Nullable);
int posix_memalign(void *_Nullable *_Nonnull, size_t, size_t);
