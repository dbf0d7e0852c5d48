/*
 * Operations of one library on arm64, for arm64.py, which builds this file and runs it under qemu-aarch64.
 *
 * Arguments: LIBRARY BYTES, and for each operation its name and a number: "hash" or "pbkdf2" with 1, 256 or 512, or
 * "aes-128" or "aes-256" with a mode. Each is run with so many bytes and with twice as many; for pbkdf2 they are those of
 * the blocks that are compressed. The output is the places in memory, "object ADDRESS NAME" and "marker ADDRESS", and 16
 * bytes of each result, "result HEX".
 *
 * No header of the libraries is needed: the functions used have had these signatures for many releases.
 */
#define _GNU_SOURCE
#include <link.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;

/* The first nine are numbers of aes_process. */
enum { ECB, ECB_DECRYPTION, CBC, CBC_DECRYPTION, CTR, CFB_DECRYPTION, CFB, OFB, CFB8, GCM, GCM_DECRYPTION, GHASH, WRAP, UNWRAP };

/* Checks/ARM64/Exports */
long aes_schedule_byte_count(long rounds);
void aes_expand_key(const void *key, long rounds, void *schedule);
void aes_process(long mode, const void *schedule, long rounds, void *iv, const void *from, void *to, long count);
void aes_wrap_key(int is_unwrapping, const void *schedule, long rounds, void *registers, long count);
void aes_expand_hash_key(const void *key, void *hash_key, long count);
void aes_hash(const void *hash_key, void *hash, const void *from, long count);
void aes_process_gcm(int is_encryption, const void *schedule, long rounds, const void *counter, const void *hash_key,
                     void *hash, const void *from, void *to, long count);
void sha1_compress(void *state, const void *blocks, long count);
void sha256_compress(void *state, const void *blocks, long count, const void *constants);
void sha512_compress(void *state, const void *blocks, long count, const void *constants);
void sha1_run_pbkdf2_rounds(const void *inner, const void *outer, void *u, void *t, long size, long rounds);
void sha256_run_pbkdf2_rounds(const void *inner, const void *outer, void *u, void *t, long size, long rounds, const void *constants);
void sha512_run_pbkdf2_rounds(const void *inner, const void *outer, void *u, void *t, long size, long rounds, const void *constants);

/* libcrypto */
void *EVP_CIPHER_fetch(void *library, const char *name, const char *properties);
void *EVP_MD_fetch(void *library, const char *name, const char *properties);
void *EVP_CIPHER_CTX_new(void);
void EVP_CIPHER_CTX_set_flags(void *context, int flags);
int EVP_CIPHER_CTX_set_padding(void *context, int padding);
int EVP_CIPHER_CTX_ctrl(void *context, int type, int number, void *pointer);
int EVP_CipherInit_ex(void *context, void *cipher, void *engine, const void *key, const void *iv, int encrypts);
int EVP_CipherUpdate(void *context, void *to, int *size, const void *from, int count);
int EVP_CipherFinal_ex(void *context, void *to, int *size);
int EVP_Digest(const void *from, size_t count, void *digest, unsigned *size, void *type, void *engine);
int PKCS5_PBKDF2_HMAC(const char *password, int size, const void *salt, int salt_size, int rounds, void *type, int key_size, void *key);

/* libgcrypt */
const char *gcry_check_version(const char *version);
int gcry_control(int command, ...);
int gcry_cipher_open(void **cipher, int algorithm, int mode, unsigned flags);
int gcry_cipher_setkey(void *cipher, const void *key, size_t size);
int gcry_cipher_setiv(void *cipher, const void *iv, size_t size);
int gcry_cipher_setctr(void *cipher, const void *counter, size_t size);
int gcry_cipher_authenticate(void *cipher, const void *data, size_t size);
int gcry_cipher_gettag(void *cipher, void *tag, size_t size);
int gcry_cipher_encrypt(void *cipher, void *to, size_t size, const void *from, size_t count);
int gcry_cipher_decrypt(void *cipher, void *to, size_t size, const void *from, size_t count);
void gcry_md_hash_buffer(int algorithm, void *digest, const void *from, size_t count);
int gcry_kdf_derive(const void *password, size_t size, int algorithm, int hash, const void *salt, size_t salt_size,
                    unsigned long rounds, size_t key_size, void *key);

static const byte key[32] = {0, 7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84, 91, 98, 105, 112, 119, 126, 133, 140, 147,
                             154, 161, 168, 175, 182, 189, 196, 203, 210, 217};
static const byte first_iv[16] = {31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 0, 0, 0, 1};
static byte iv[16];
static const byte salt[16] = {90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90};
static const char password[] = "correct horse 0";
static byte result[64];
/* Zeros, followed by room for a block of padding. */
static _Alignas(64) byte text[1 << 20];
static long size;

/* ---- ours ---- */

static uint64_t constants_512[80];
static uint32_t constants_256[64];

/* The first 64 bits of a fraction. Long double has 113 bits on this architecture. */
static uint64_t fraction(long double number) { return (uint64_t)ldexpl(number - floorl(number), 64); }

static void make_constants(int hash, void *state) {
  static const uint32_t sha1[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  for (int prime = 2, count = 0; count < 80; prime++) {
    int divisor = 2;
    while (prime % divisor) divisor++;
    if (divisor < prime) continue;
    constants_512[count] = fraction(cbrtl(prime));
    if (count < 64) constants_256[count] = constants_512[count] >> 32;
    if (count < 8 && hash == 512) ((uint64_t *)state)[count] = fraction(sqrtl(prime));
    if (count < 8 && hash == 256) ((uint32_t *)state)[count] = fraction(sqrtl(prime)) >> 32;
    count++;
  }
  if (hash == 1) memcpy(state, sha1, sizeof sha1);
}

static void compress(int hash, void *state, const void *blocks, long count) {
  if (hash == 1) sha1_compress(state, blocks, count);
  else if (hash == 256) sha256_compress(state, blocks, count, constants_256);
  else sha512_compress(state, blocks, count, constants_512);
}

static int block_size(int hash) { return hash == 512 ? 128 : 64; }
static int digest_size(int hash) { return hash == 1 ? 20 : hash == 256 ? 32 : 64; }

/* The bytes of a state. */
static void write_digest(int hash, const byte *state, byte *digest) {
  int word = hash == 512 ? 8 : 4;
  for (int i = 0; i < digest_size(hash); i++) digest[i] = state[i / word * word + word - 1 - i % word];
}

/* The last block of a message, of which `count` bytes are there; the message has `total`. */
static void pad(int hash, byte *block, long count, long total) {
  memset(block + count, 0, block_size(hash) - count);
  block[count] = 0x80;
  for (int i = 0; i < 8; i++) block[block_size(hash) - 1 - i] = (uint64_t)total * 8 >> 8 * i;
}

static void our_hash(int hash) {
  byte state[64];
  make_constants(hash, state);
  pad(hash, text + size, 0, size);
  compress(hash, state, text, size / block_size(hash) + 1);
  write_digest(hash, state, result);
}

static void our_pbkdf2(int hash, long rounds) {
  byte initial[64], states[2][64], u[64], t[64], block[128];
  int width = block_size(hash);
  make_constants(hash, initial);
  for (int side = 0; side < 2; side++) {
    memset(block, side ? 0x5c : 0x36, sizeof block);
    for (size_t i = 0; i < strlen(password); i++) block[i] ^= password[i];
    memcpy(states[side], initial, sizeof initial);
    compress(hash, states[side], block, 1);
  }
  memcpy(block, salt, sizeof salt);
  memcpy(block + 16, "\0\0\0\1", 4);
  pad(hash, block, 20, width + 20);
  memcpy(u, states[0], sizeof u);
  compress(hash, u, block, 1);
  write_digest(hash, u, block);
  pad(hash, block, digest_size(hash), width + digest_size(hash));
  memcpy(u, states[1], sizeof u);
  compress(hash, u, block, 1);
  memcpy(t, u, sizeof t);
  if (hash == 1) sha1_run_pbkdf2_rounds(states[0], states[1], u, t, 20, rounds - 1);
  else if (hash == 256) sha256_run_pbkdf2_rounds(states[0], states[1], u, t, 32, rounds - 1, constants_256);
  else sha512_run_pbkdf2_rounds(states[0], states[1], u, t, 64, rounds - 1, constants_512);
  write_digest(hash, t, result);
}

static void our_aes(int mode, int bits) {
  long rounds = bits / 32 + 6, count = size / 16;
  byte lengths[16] = {0}, mask[16], unused[16];
  static _Alignas(64) byte schedule[1024], powers[1024];
  aes_expand_key(key, rounds, schedule);
  if (mode == WRAP || mode == UNWRAP) {
    memset(text, 0xa6, 8);
    aes_wrap_key(mode == UNWRAP, schedule, rounds, text, size / 8);
  } else if (mode < GCM) {
    aes_process(mode, schedule, rounds, iv, text, text, mode == CFB8 ? size / 16 : count);
  } else {
    memset(result, 0, sizeof result);
    aes_process(ECB, schedule, rounds, unused, result, mask, 1);
    aes_expand_hash_key(mask, powers, 32);
    aes_process(ECB, schedule, rounds, unused, iv, mask, 1);
    iv[15] = 2;
    if (mode == GHASH) aes_hash(powers, result, text, count);
    else aes_process_gcm(mode == GCM, schedule, rounds, iv, powers, result, text, text, count);
    for (int i = 0; i < 4; i++) lengths[(mode == GHASH ? 7 : 15) - i] = size * 8 >> 8 * i;
    aes_hash(powers, result, lengths, 1);
    for (int i = 0; i < 16; i++) result[i] ^= mask[i];
  }
}

/* ---- the others ---- */

static void check(int is_right, const char *what) {
  if (is_right) return;
  fprintf(stderr, "arm64: %s failed\n", what);
  exit(1);
}

static void openssl_aes(int mode, int bits) {
  static const char *const names[] = {"ecb", "ecb", "cbc", "cbc", "ctr", "cfb", "cfb", "ofb", "cfb8", "gcm", "gcm", "gcm", "wrap", "wrap"};
  char name[32];
  int count, encrypts = mode != ECB_DECRYPTION && mode != CBC_DECRYPTION && mode != CFB_DECRYPTION
                        && mode != GCM_DECRYPTION && mode != UNWRAP;
  snprintf(name, sizeof name, "aes-%d-%s", bits, names[mode]);
  void *context = EVP_CIPHER_CTX_new();
  EVP_CIPHER_CTX_set_flags(context, 1); /* allows wrap */
  check(EVP_CipherInit_ex(context, EVP_CIPHER_fetch(NULL, name, NULL), NULL, key, mode < WRAP ? iv : NULL, encrypts), name);
  EVP_CIPHER_CTX_set_padding(context, 0);
  /* The check of what is unwrapped fails at the end. */
  check(EVP_CipherUpdate(context, mode == GHASH ? NULL : text, &count, text, size + (mode == UNWRAP ? 8 : 0)) || mode == UNWRAP, name);
  if (mode >= GCM && mode <= GHASH && encrypts) {
    EVP_CipherFinal_ex(context, text, &count);
    check(EVP_CIPHER_CTX_ctrl(context, 0x10, 16, result), "the tag");
  }
}

static void gcrypt_aes(int mode, int bits) {
  static const int modes[] = {1, 1, 3, 3, 6, 2, 2, 5, 12, 9, 9, 9, 7, 7};
  void *cipher;
  int status, decrypts = mode == ECB_DECRYPTION || mode == CBC_DECRYPTION || mode == CFB_DECRYPTION || mode == GCM_DECRYPTION
                         || mode == UNWRAP;
  check(!gcry_cipher_open(&cipher, bits == 128 ? 7 : 9, modes[mode], 0), "gcry_cipher_open");
  check(!gcry_cipher_setkey(cipher, key, bits / 8), "gcry_cipher_setkey");
  if (mode == CTR) gcry_cipher_setctr(cipher, iv, 16);
  else if (mode < WRAP) gcry_cipher_setiv(cipher, iv, mode < GCM ? 16 : 12);
  if (mode == GHASH) status = gcry_cipher_authenticate(cipher, text, size);
  else if (decrypts) status = gcry_cipher_decrypt(cipher, text, size + 8, text, size + (mode == UNWRAP ? 8 : 0));
  else status = gcry_cipher_encrypt(cipher, text, size + 8, text, size);
  check(!status || mode == UNWRAP, "the cipher");
  if (mode >= GCM && mode <= GHASH && !decrypts) check(!gcry_cipher_gettag(cipher, result, 16), "gcry_cipher_gettag");
}

static int print_object(struct dl_phdr_info *info, size_t unused_size, void *unused) {
  (void)unused_size, (void)unused;
  printf("object %lx %s\n", (unsigned long)info->dlpi_addr, info->dlpi_name);
  return 0;
}

/* Its address separates the operations in a trace. */
__attribute__((noinline)) static void marker(void) { __asm__ volatile("" ::: "memory"); }

static void run(const char *library, const char *operation, int number) {
  int bits = atoi(operation + 4), gcrypt_hash = number == 1 ? 2 : number == 256 ? 8 : 10;
  const char *name = number == 1 ? "sha1" : number == 256 ? "sha256" : "sha512";
  if (!strncmp(operation, "aes", 3)) {
    if (!strcmp(library, "ours")) our_aes(number, bits);
    else if (!strcmp(library, "OpenSSL")) openssl_aes(number, bits);
    else gcrypt_aes(number, bits);
  } else if (!strcmp(operation, "hash")) {
    if (!strcmp(library, "ours")) our_hash(number);
    else if (!strcmp(library, "OpenSSL")) check(EVP_Digest(text, size, result, NULL, EVP_MD_fetch(NULL, name, NULL), NULL), name);
    else gcry_md_hash_buffer(gcrypt_hash, result, text, size);
  } else {
    long rounds = size / 2 / block_size(number);
    int bytes = digest_size(number), length = strlen(password);
    if (!strcmp(library, "ours")) our_pbkdf2(number, rounds);
    else if (!strcmp(library, "OpenSSL"))
      check(PKCS5_PBKDF2_HMAC(password, length, salt, 16, rounds, EVP_MD_fetch(NULL, name, NULL), bytes, result), "PBKDF2");
    else check(!gcry_kdf_derive(password, length, 34, gcrypt_hash, salt, 16, rounds, bytes, result), "PBKDF2");
  }
}

int main(int count, char **words) {
  long smaller = count > 4 ? atol(words[2]) : 0;
  if (smaller < 256 || 2 * smaller > (long)sizeof text - 192) return 2;
  dl_iterate_phdr(print_object, NULL);
  printf("marker %lx\n", (unsigned long)marker);
  if (!strcmp(words[1], "libgcrypt")) {
    gcry_check_version(NULL);
    gcry_control(37, 0); /* no secure memory */
    gcry_control(38, 0); /* initialised */
  }
  for (int i = 3; i + 1 < count; i += 2)
    for (int turn = 0; turn < 3; turn++) {
      int number = atoi(words[i + 1]);
      size = turn ? turn * smaller : 256; /* what is done the first time only is done in a run that does not count */
      memset(text, 0, sizeof text);
      memcpy(iv, first_iv, sizeof iv);
      if (turn) marker();
      run(words[1], words[i], number);
      if (!turn) continue;
      marker();
      if (words[i][0] == 'a' && number != GCM && number != GHASH) memcpy(result, text + size - 16, 16);
      /* What is not a wrapped key is wiped or not. */
      if (words[i][0] == 'a' && number == UNWRAP) memset(result, 0, 16);
      printf("result ");
      for (int j = 0; j < 16; j++) printf("%02x", result[j]);
      printf("\n");
    }
  return 0;
}
