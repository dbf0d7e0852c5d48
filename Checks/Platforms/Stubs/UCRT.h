// What the sources use of the module ucrt, with the types it has on Windows.

// stddef.h: Swift takes the name for Int.
typedef __SIZE_TYPE__ size_t;

// malloc.h
void *_Nullable _aligned_malloc(size_t, size_t);
void _aligned_free(void *_Nullable);
