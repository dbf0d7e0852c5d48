// What the processor says it has, and which instructions it runs: two columns of names and numbers for
// `without-features`.

#include <cpuid.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static sigjmp_buf before;
static void refused(int number) { siglongjmp(before, number); }

// Prints 1 after the instruction, 0 when it was refused.
#define TRY(feature, instruction)                                \
  if (sigsetjmp(before, 1) == 0) {                               \
    __asm__ volatile(instruction ::: "rax", "xmm0", "cc");       \
    printf("runs.%s 1\n", feature);                              \
  } else {                                                       \
    printf("runs.%s 0\n", feature);                              \
  }

static void leaf(const char *name, unsigned number, unsigned subleaf) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid_count(number, subleaf, &a, &b, &c, &d)) a = b = c = d = 0;
  printf("%s.eax %u\n%s.ebx %u\n%s.ecx %u\n%s.edx %u\n", name, a, name, b, name, c, name, d);
}

// Whether VAESENC on two blocks does what AESENC does on each, where both run.
static int vaesIsRight(void) {
  unsigned char data[32], together[32], apart[32];
  for (int i = 0; i < 32; i++) data[i] = (unsigned char)(i * i);
  if (sigsetjmp(before, 1) != 0) return 0;
  __asm__ volatile("vmovdqu (%0), %%ymm0; vaesenc %%ymm0, %%ymm0, %%ymm0; vmovdqu %%ymm0, (%1); vzeroupper"
                   ::"r"(data), "r"(together) : "xmm0", "memory");
  for (int i = 0; i < 32; i += 16)
    __asm__ volatile("movdqu (%0), %%xmm0; aesenc %%xmm0, %%xmm0; movdqu %%xmm0, (%1)"
                     ::"r"(data + i), "r"(apart + i) : "xmm0", "memory");
  return memcmp(together, apart, 32) == 0;
}

int main(void) {
  unsigned a = 0, b = 0, c = 0, d = 0, saved = 0;
  leaf("leaf1", 1, 0);
  leaf("leaf7", 7, 0);
  leaf("leafd1", 0xd, 1);
  if (__get_cpuid(1, &a, &b, &c, &d) && c >> 27 & 1) __asm__ volatile("xgetbv" : "=a"(saved), "=d"(d) : "c"(0));
  printf("xcr0 %u\n", saved);
  signal(SIGILL, refused);
  TRY("ssse3", "pshufb %%xmm0, %%xmm0");
  TRY("sse4.1", "pblendw $1, %%xmm0, %%xmm0");
  TRY("aes", "aesenc %%xmm0, %%xmm0");
  TRY("pclmulqdq", "pclmulqdq $1, %%xmm0, %%xmm0");
  TRY("sha", "sha256rnds2 %%xmm0, %%xmm0");
  TRY("avx", "vpaddd %%xmm0, %%xmm0, %%xmm0");
  TRY("avx2", "vpaddd %%ymm0, %%ymm0, %%ymm0");
  TRY("bmi1", "andn %%rax, %%rax, %%rax");
  TRY("bmi2", "rorx $1, %%rax, %%rax");
  TRY("vaes", "vaesenc %%ymm0, %%ymm0, %%ymm0");
  TRY("vpclmulqdq", "vpclmulqdq $1, %%ymm0, %%ymm0, %%ymm0");
  TRY("avx512f", "vpaddd %%zmm0, %%zmm0, %%zmm0");
  printf("right.vaes %d\n", vaesIsRight());
  return 0;
}
