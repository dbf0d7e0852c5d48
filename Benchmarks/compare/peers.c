/*
 * The other libraries, measured as `vault-bench serve` measures this one: the same loop, the same clock, buffers of the
 * same alignment. compare.py builds this file at run time, loads it and calls peers_serve().
 *
 * Requests on standard input, one a line: PEER OPERATION SIZE SECONDS; the answer is nanoseconds for a call (for pbkdf2
 * for a round), or "error: " and a reason. With "check" for SECONDS the answer is 16 bytes of one result: the first of a
 * digest, a tag or a key, the last of a text.
 *
 * No header of these libraries is needed: the functions used have had these signatures for many releases. For the one in
 * batches.c it is, and without it that library is left out.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned char byte;
typedef void *(*resolver)(const char *name);

enum { PBKDF2_ROUNDS = 1000, BATCH = 32 };

/* An operation made ready to be repeated. */
struct job {
  void (*run)(struct job *, long count);
  double units; /* what one call counts for */
  size_t size;
  byte *buffer; /* the message, changed in place by ciphers */
  byte out[1088]; /* a digest, or a key of up to 1 KiB */
  void *context; /* of the library */
  void *algorithm;
  void *function;
  int number;
  int count; /* messages or derivations side by side */
  /* of a one-shot call */
  byte *output; /* the text that comes out; the buffer for GCM in place */
  byte tag[16]; /* that belongs to the text that goes in */
  byte *sealed; /* that text, if it is in place */
  const byte *iv;
  size_t iv_size, added;
  int decrypts, keeps_key, makes_text;
};

static const byte key[64] = {0, 7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84, 91, 98, 105, 112, 119, 126, 133, 140, 147,
                             154, 161, 168, 175, 182, 189, 196, 203, 210, 217};
static const byte iv[16] = {31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31};
static const byte salt[16] = {90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90};
static const char password[] = "correct horse 0";

static void *zeros(size_t size) {
  void *memory = aligned_alloc(64, (size + 63) / 64 * 64 + 64);
  if (!memory) abort();
  memset(memory, 0, (size + 63) / 64 * 64 + 64);
  return memory;
}

/* What an operation's name says. */
struct operation {
  char hash[16];
  int is_hmac, is_pbkdf2, is_aes, bits, is_ecb, is_cbc, is_ctr, decrypts;
  int count; /* side by side, for a peer that can; the others do one after the other, and the time is that of one */
};

static int parse(const char *name, struct operation *o) {
  memset(o, 0, sizeof *o);
  if (sscanf(name, "aes-%d-", &o->bits) == 1) {
    const char *mode = name + strlen("aes-128-");
    o->is_aes = 1;
    o->is_ecb = !strncmp(mode, "ecb-", 4);
    o->is_cbc = !strncmp(mode, "cbc-", 4);
    o->is_ctr = !strcmp(mode, "ctr");
    o->decrypts = !o->is_ctr && !strcmp(mode + 4, "decrypt");
    return (o->bits == 128 || o->bits == 256) && (o->is_ctr || o->decrypts || !strcmp(mode + 4, "encrypt"));
  }
  if (!strncmp(name, "hmac-", 5)) o->is_hmac = 1, name += 5;
  else if (!strncmp(name, "pbkdf2-", 7)) o->is_pbkdf2 = 1, name += 7;
  if (strlen(name) >= sizeof o->hash || strncmp(name, "sha", 3)) return 0;
  strcpy(o->hash, name);
  char *many = strchr(o->hash, '-');
  o->count = !many ? 1 : strcmp(many, "-batch") ? 0 : BATCH;
  if (many && !o->count && sscanf(many, "-x%d", &o->count) != 1) return 0;
  if (many) *many = 0;
  return 1 <= o->count && o->count <= 2 * BATCH;
}

/* ---- OpenSSL: version 3 of the system, version 4 inside PyPI's `cryptography` ---- */

struct openssl {
  void *(*EVP_MD_fetch)(void *, const char *, const char *);
  int (*EVP_Digest)(const void *, size_t, byte *, unsigned *, const void *, void *);
  void *(*EVP_CIPHER_fetch)(void *, const char *, const char *);
  void *(*EVP_CIPHER_CTX_new)(void);
  int (*EVP_CIPHER_CTX_set_padding)(void *, int);
  int (*EVP_CipherInit_ex)(void *, const void *, void *, const byte *, const byte *, int);
  int (*EVP_CipherUpdate)(void *, byte *, int *, const byte *, int);
  int (*EVP_CipherFinal_ex)(void *, byte *, int *);
  int (*EVP_CIPHER_CTX_ctrl)(void *, int, int, void *);
  void (*EVP_CIPHER_CTX_set_flags)(void *, int);
  void *(*EVP_MAC_fetch)(void *, const char *, const char *), *(*EVP_MAC_CTX_new)(void *);
  int (*EVP_MAC_init)(void *, const byte *, size_t, const void *), (*EVP_MAC_update)(void *, const byte *, size_t);
  int (*EVP_MAC_final)(void *, byte *, size_t *, size_t);
  void *(*EVP_KDF_fetch)(void *, const char *, const char *), *(*EVP_KDF_CTX_new)(void *);
  int (*EVP_KDF_CTX_set_params)(void *, const void *), (*EVP_KDF_derive)(void *, byte *, size_t, const void *);
  int (*PKCS5_PBKDF2_HMAC)(const char *, int, const byte *, int, int, const void *, int, byte *);
  byte *(*HMAC)(const void *, const void *, int, const byte *, size_t, byte *, unsigned *);
  /* The functions below EVP, deprecated but without its cost for short messages. */
  int (*SHA256_Init)(void *), (*SHA256_Update)(void *, const void *, size_t), (*SHA256_Final)(byte *, void *);
  int (*SHA512_Init)(void *), (*SHA512_Update)(void *, const void *, size_t), (*SHA512_Final)(byte *, void *);
  void *(*EVP_PKEY_new_raw_private_key)(int, void *, const byte *, size_t);
  void *(*EVP_PKEY_new_raw_public_key)(int, void *, const byte *, size_t), *(*EVP_PKEY_CTX_new)(void *, void *);
  int (*EVP_PKEY_derive_init)(void *), (*EVP_PKEY_derive_set_peer)(void *, void *);
  int (*EVP_PKEY_derive)(void *, byte *, size_t *);
};
static struct openssl openssls[2];

static void openssl_load(struct openssl *s, resolver find) {
#define LOAD(name) s->name = (__typeof__(s->name))find(#name)
  LOAD(EVP_MD_fetch); LOAD(EVP_Digest); LOAD(EVP_CIPHER_fetch); LOAD(EVP_CIPHER_CTX_new); LOAD(EVP_CIPHER_CTX_set_padding);
  LOAD(EVP_CipherInit_ex); LOAD(EVP_CipherUpdate); LOAD(PKCS5_PBKDF2_HMAC); LOAD(HMAC);
  LOAD(EVP_CipherFinal_ex); LOAD(EVP_CIPHER_CTX_ctrl); LOAD(EVP_CIPHER_CTX_set_flags);
  LOAD(EVP_MAC_fetch); LOAD(EVP_MAC_CTX_new); LOAD(EVP_MAC_init); LOAD(EVP_MAC_update); LOAD(EVP_MAC_final);
  LOAD(EVP_KDF_fetch); LOAD(EVP_KDF_CTX_new); LOAD(EVP_KDF_CTX_set_params); LOAD(EVP_KDF_derive);
  LOAD(SHA256_Init); LOAD(SHA256_Update); LOAD(SHA256_Final); LOAD(SHA512_Init); LOAD(SHA512_Update); LOAD(SHA512_Final);
  LOAD(EVP_PKEY_new_raw_private_key); LOAD(EVP_PKEY_new_raw_public_key); LOAD(EVP_PKEY_CTX_new);
  LOAD(EVP_PKEY_derive_init); LOAD(EVP_PKEY_derive_set_peer); LOAD(EVP_PKEY_derive);
}

static void openssl_digest(struct job *j, long n) {
  struct openssl *s = j->function;
  while (n--) s->EVP_Digest(j->buffer, j->size, j->out, NULL, j->algorithm, NULL);
}
static void openssl_hmac(struct job *j, long n) {
  struct openssl *s = j->function;
  unsigned length;
  while (n--) s->HMAC(j->algorithm, key, 32, j->buffer, j->size, j->out, &length);
}
static void openssl_pbkdf2(struct job *j, long n) {
  struct openssl *s = j->function;
  while (n--)
    s->PKCS5_PBKDF2_HMAC(password, sizeof password - 1, salt, 16, PBKDF2_ROUNDS, j->algorithm, (int)j->size, j->out);
}
static void openssl_cipher(struct job *j, long n) {
  struct openssl *s = j->function;
  int length;
  while (n--) s->EVP_CipherUpdate(j->context, j->buffer, &length, j->buffer, (int)j->size);
}
static void openssl_sha256(struct job *j, long n) {
  struct openssl *s = j->function;
  while (n--) s->SHA256_Init(j->context), s->SHA256_Update(j->context, j->buffer, j->size), s->SHA256_Final(j->out, j->context);
}
static void openssl_sha512(struct job *j, long n) {
  struct openssl *s = j->function;
  while (n--) s->SHA512_Init(j->context), s->SHA512_Update(j->context, j->buffer, j->size), s->SHA512_Final(j->out, j->context);
}

static const char *openssl_make(struct openssl *s, const struct operation *o, struct job *j, int direct) {
  j->function = s;
  if (direct) {
    j->context = zeros(512);
    if (o->is_aes || o->is_hmac || o->is_pbkdf2) return "no such operation";
    if (!strcmp(o->hash, "sha256") && s->SHA256_Init) return j->run = openssl_sha256, NULL;
    if (!strcmp(o->hash, "sha512") && s->SHA512_Init) return j->run = openssl_sha512, NULL;
    return "no such operation";
  }
  if (o->is_aes) {
    char name[16];
    if (!s->EVP_CIPHER_fetch || !s->EVP_CipherUpdate) return "not there";
    snprintf(name, sizeof name, "AES-%d-%s", o->bits, o->is_ecb ? "ECB" : o->is_cbc ? "CBC" : "CTR");
    j->algorithm = s->EVP_CIPHER_fetch(NULL, name, NULL);
    j->context = s->EVP_CIPHER_CTX_new();
    if (!j->algorithm || !s->EVP_CipherInit_ex(j->context, j->algorithm, NULL, key, o->is_ecb ? NULL : iv, !o->decrypts))
      return "no such cipher";
    s->EVP_CIPHER_CTX_set_padding(j->context, 0);
    j->run = openssl_cipher;
    return NULL;
  }
  char name[16] = "SHA2-";
  if (!strcmp(o->hash, "sha1")) strcpy(name, "SHA1");
  else strcat(name, o->hash + 3);
  if (strchr(name, '_')) *strchr(name, '_') = '/';
  if (!s->EVP_MD_fetch || !(j->algorithm = s->EVP_MD_fetch(NULL, name, NULL))) return "no such hash";
  j->run = o->is_hmac ? openssl_hmac : o->is_pbkdf2 ? openssl_pbkdf2 : openssl_digest;
  return (o->is_hmac && !s->HMAC) || (o->is_pbkdf2 && !s->PKCS5_PBKDF2_HMAC) || !s->EVP_Digest ? "not there" : NULL;
}

/* ---- libgcrypt ---- */

struct gcry_buffer { size_t size, off, len; void *data; };
static struct {
  const char *(*gcry_check_version)(const char *);
  unsigned (*gcry_control)(int, ...);
  void (*gcry_md_hash_buffer)(int, void *, const void *, size_t);
  unsigned (*gcry_md_hash_buffers)(int, unsigned, void *, const struct gcry_buffer *, int);
  unsigned (*gcry_cipher_open)(void **, int, int, unsigned);
  unsigned (*gcry_cipher_setkey)(void *, const void *, size_t);
  unsigned (*gcry_cipher_setiv)(void *, const void *, size_t);
  unsigned (*gcry_cipher_setctr)(void *, const void *, size_t);
  unsigned (*gcry_cipher_encrypt)(void *, void *, size_t, const void *, size_t);
  unsigned (*gcry_cipher_decrypt)(void *, void *, size_t, const void *, size_t);
  unsigned (*gcry_cipher_gettag)(void *, void *, size_t), (*gcry_cipher_checktag)(void *, const void *, size_t);
  unsigned (*gcry_mac_open)(void **, int, unsigned, void *), (*gcry_mac_setkey)(void *, const void *, size_t);
  unsigned (*gcry_mac_write)(void *, const void *, size_t), (*gcry_mac_read)(void *, void *, size_t *);
  unsigned (*gcry_mac_ctl)(void *, int, void *, size_t);
  unsigned (*gcry_kdf_derive)(const void *, size_t, int, int, const void *, size_t, unsigned long, size_t, void *);
} gcrypt;

static int gcrypt_load(resolver find) {
#define LOAD_G(name) if (!(gcrypt.name = (__typeof__(gcrypt.name))find(#name))) return 0
  LOAD_G(gcry_check_version); LOAD_G(gcry_control); LOAD_G(gcry_md_hash_buffer); LOAD_G(gcry_md_hash_buffers);
  LOAD_G(gcry_cipher_open); LOAD_G(gcry_cipher_setkey); LOAD_G(gcry_cipher_setiv); LOAD_G(gcry_cipher_setctr);
  LOAD_G(gcry_cipher_encrypt); LOAD_G(gcry_cipher_decrypt); LOAD_G(gcry_cipher_gettag); LOAD_G(gcry_kdf_derive);
  LOAD_G(gcry_cipher_checktag); LOAD_G(gcry_mac_open); LOAD_G(gcry_mac_setkey); LOAD_G(gcry_mac_write);
  LOAD_G(gcry_mac_read); LOAD_G(gcry_mac_ctl);
  gcrypt.gcry_check_version(NULL);
  gcrypt.gcry_control(37 /* disable secure memory */, 0);
  gcrypt.gcry_control(38 /* initialisation finished */, 0);
  return 1;
}

static void gcrypt_digest(struct job *j, long n) {
  while (n--) gcrypt.gcry_md_hash_buffer(j->number, j->out, j->buffer, j->size);
}
static void gcrypt_hmac(struct job *j, long n) {
  struct gcry_buffer parts[2] = {{0, 0, 32, (void *)key}, {0, 0, j->size, j->buffer}};
  while (n--) gcrypt.gcry_md_hash_buffers(j->number, 2 /* HMAC */, j->out, parts, 2);
}
static void gcrypt_pbkdf2(struct job *j, long n) {
  while (n--)
    gcrypt.gcry_kdf_derive(
        password, sizeof password - 1, 34 /* PBKDF2 */, j->number, salt, 16, PBKDF2_ROUNDS, j->size, j->out);
}
static void gcrypt_encrypt(struct job *j, long n) {
  while (n--) gcrypt.gcry_cipher_encrypt(j->context, j->buffer, j->size, NULL, 0);
}
static void gcrypt_decrypt(struct job *j, long n) {
  while (n--) gcrypt.gcry_cipher_decrypt(j->context, j->buffer, j->size, NULL, 0);
}

static const char *gcrypt_make(const struct operation *o, struct job *j) {
  if (!gcrypt.gcry_kdf_derive) return "not there";
  if (o->is_aes) {
    if (gcrypt.gcry_cipher_open(&j->context, o->bits == 128 ? 7 : 9, o->is_ecb ? 1 : o->is_cbc ? 3 : 6, 0) ||
        gcrypt.gcry_cipher_setkey(j->context, key, o->bits / 8))
      return "no such cipher";
    if (o->is_cbc) gcrypt.gcry_cipher_setiv(j->context, iv, 16);
    if (o->is_ctr) gcrypt.gcry_cipher_setctr(j->context, iv, 16);
    j->run = o->decrypts ? gcrypt_decrypt : gcrypt_encrypt;
    return NULL;
  }
  static const struct { const char *name; int number; } hashes[] = {
      {"sha1", 2}, {"sha256", 8}, {"sha384", 9}, {"sha512", 10}, {"sha224", 11}, {"sha512_256", 327}, {"sha512_224", 328}};
  for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++)
    if (!strcmp(hashes[i].name, o->hash)) j->number = hashes[i].number;
  if (!j->number) return "no such hash";
  j->run = o->is_hmac ? gcrypt_hmac : o->is_pbkdf2 ? gcrypt_pbkdf2 : gcrypt_digest;
  return NULL;
}

/* ---- nettle ---- */

typedef void nettle_cipher(const void *, size_t, byte *, const byte *);
static resolver nettle_find;
static struct {
  void (*init)(void *), (*update)(void *, size_t, const byte *), (*digest)(void *, size_t, byte *);
  void (*set_key)(void *, size_t, const byte *), (*hmac_update)(void *, size_t, const byte *);
  void (*hmac_digest)(void *, size_t, byte *);
  void (*pbkdf2)(size_t, const byte *, unsigned, size_t, const byte *, size_t, byte *);
  nettle_cipher *encrypt, *decrypt;
  void (*cbc_aes_encrypt)(const void *, byte *, size_t, byte *, const byte *);
  void (*cbc_decrypt)(const void *, nettle_cipher *, size_t, byte *, size_t, byte *, const byte *);
  void (*ctr_crypt)(const void *, nettle_cipher *, size_t, byte *, size_t, byte *, const byte *);
} nettle;
static byte nettle_iv[16];
static size_t nettle_digest_size;

static void *nettle_function(const char *format, const char *what) {
  char name[64];
  snprintf(name, sizeof name, format, what);
  return nettle_find(name);
}

static void nettle_hash(struct job *j, long n) {
  while (n--) {
    nettle.init(j->context);
    nettle.update(j->context, j->size, j->buffer);
    nettle.digest(j->context, nettle_digest_size, j->out);
  }
}
static void nettle_hmac(struct job *j, long n) {
  while (n--) {
    nettle.set_key(j->context, 32, key);
    nettle.hmac_update(j->context, j->size, j->buffer);
    nettle.hmac_digest(j->context, nettle_digest_size, j->out);
  }
}
static void nettle_pbkdf2(struct job *j, long n) {
  while (n--)
    nettle.pbkdf2(sizeof password - 1, (const byte *)password, PBKDF2_ROUNDS, 16, salt, j->size, j->out);
}
static void nettle_ecb_encrypt(struct job *j, long n) {
  while (n--) nettle.encrypt(j->context, j->size, j->buffer, j->buffer);
}
static void nettle_ecb_decrypt(struct job *j, long n) {
  while (n--) nettle.decrypt(j->context, j->size, j->buffer, j->buffer);
}
static void nettle_cbc_encrypt(struct job *j, long n) {
  while (n--) nettle.cbc_aes_encrypt(j->context, nettle_iv, j->size, j->buffer, j->buffer);
}
static void nettle_cbc_decrypt(struct job *j, long n) {
  while (n--) nettle.cbc_decrypt(j->context, nettle.decrypt, 16, nettle_iv, j->size, j->buffer, j->buffer);
}
static void nettle_ctr(struct job *j, long n) {
  while (n--) nettle.ctr_crypt(j->context, nettle.encrypt, 16, nettle_iv, j->size, j->buffer, j->buffer);
}

static const char *nettle_make(const struct operation *o, struct job *j) {
  if (!nettle_find) return "not there";
  j->context = zeros(8192);
  if (o->is_aes) {
    char bits[8];
    snprintf(bits, sizeof bits, "%d", o->bits);
    void (*set_key)(void *, const byte *) =
        nettle_function(o->decrypts ? "nettle_aes%s_set_decrypt_key" : "nettle_aes%s_set_encrypt_key", bits);
    nettle.encrypt = nettle_function("nettle_aes%s_encrypt", bits);
    nettle.decrypt = nettle_function("nettle_aes%s_decrypt", bits);
    nettle.cbc_aes_encrypt = nettle_function("nettle_cbc_aes%s_encrypt", bits);
    nettle.cbc_decrypt = nettle_find("nettle_cbc_decrypt");
    nettle.ctr_crypt = nettle_find("nettle_ctr_crypt");
    if (!set_key || !nettle.encrypt || !nettle.decrypt || !nettle.cbc_decrypt || !nettle.ctr_crypt) return "not there";
    if (o->is_cbc && !o->decrypts && !nettle.cbc_aes_encrypt) return "not there";
    set_key(j->context, key);
    memcpy(nettle_iv, iv, 16);
    j->run = o->is_ctr   ? nettle_ctr
             : o->is_ecb ? (o->decrypts ? nettle_ecb_decrypt : nettle_ecb_encrypt)
                         : (o->decrypts ? nettle_cbc_decrypt : nettle_cbc_encrypt);
    return NULL;
  }
  static const struct { const char *name; size_t size; } hashes[] = {
      {"sha1", 20}, {"sha224", 28}, {"sha256", 32}, {"sha384", 48}, {"sha512", 64}, {"sha512_224", 28}, {"sha512_256", 32}};
  for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++)
    if (!strcmp(hashes[i].name, o->hash)) nettle_digest_size = hashes[i].size;
  if (o->is_pbkdf2) {
    nettle.pbkdf2 = nettle_function("nettle_pbkdf2_hmac_%s", o->hash);
    return j->run = nettle_pbkdf2, nettle.pbkdf2 ? NULL : "not there";
  }
  if (o->is_hmac) {
    nettle.set_key = nettle_function("nettle_hmac_%s_set_key", o->hash);
    nettle.hmac_update = nettle_function("nettle_hmac_%s_update", o->hash);
    nettle.hmac_digest = nettle_function("nettle_hmac_%s_digest", o->hash);
    return j->run = nettle_hmac, nettle.set_key && nettle.hmac_update && nettle.hmac_digest ? NULL : "not there";
  }
  /* The truncated forms share what they can with the whole ones. */
  int is_224 = !strcmp(o->hash, "sha224"), is_wide = !strncmp(o->hash, "sha384", 6) || !strncmp(o->hash, "sha512", 6);
  nettle.init = nettle_function("nettle_%s_init", o->hash);
  nettle.update = nettle_function("nettle_%s_update", is_224 ? "sha256" : is_wide ? "sha512" : o->hash);
  nettle.digest = nettle_function("nettle_%s_digest", o->hash);
  return j->run = nettle_hash, nettle.init && nettle.update && nettle.digest ? NULL : "not there";
}

#include "oneshots.c"
#include "batches.c"
#include "memoryhard.c"
#include "agreement.c"

/* ---- The loop ---- */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A text that comes out of a one-shot call goes to new memory each time, as ours is a new array. */
static void run_allocating(struct job *j, long count) {
  byte *kept = j->output;
  while (count--) {
    if (!(j->output = malloc(output_size(j)))) abort();
    j->run(j, 1);
    free(j->output);
  }
  j->output = kept;
}

static double duration(struct job *j, long count) {
  double start = now();
  if (j->makes_text) run_allocating(j, count);
  else j->run(j, count);
  return now() - start;
}

/* As Meter.nanoseconds(seconds:) in Meter.swift. */
static double nanoseconds(struct job *j, long *count, double seconds) {
  while (duration(j, *count) < seconds / 8 && *count < 1L << 40) *count *= 2;
  double total = 0, calls = 0;
  do {
    total += duration(j, *count);
    calls += (double)*count;
  } while (total < seconds);
  return total * 1e9 / calls / j->units;
}

static const char *make(const char *peer, const char *name, size_t size, struct job *j) {
  struct operation o = {0};
  struct one_shot shot;
  memset(j, 0, sizeof *j);
  if (!strcmp(name, "argon2id") || !strcmp(name, "scrypt")) {
    if (size < 8192 || size % 1024) return "a size that does not fit";
    j->size = size;
    j->units = 1;
    return make_memory(peer, name, j);
  }
  if (!strcmp(name, "x25519")) {
    if (size != 32) return "a size that does not fit";
    j->size = size;
    j->units = 1;
    return make_agreement(peer, j);
  }
  int is_one_shot = parse_one_shot(name, &shot);
  if (!is_one_shot && !parse(name, &o)) return "unknown operation";
  if (size < 1 || size > (o.is_pbkdf2 ? 1024 : 64 << 20) || (o.is_aes && size % 16)) return "a size that does not fit";
  j->size = size;
  j->units = o.is_pbkdf2 ? PBKDF2_ROUNDS : 1;
  j->buffer = zeros(size);
  for (size_t i = 0; i < size; i++) j->buffer[i] = (byte)(167 * i + (i >> 8));
  if (is_one_shot) return make_once(peer, &shot, j);
  if (!strcmp(peer, "openssl-3")) return openssl_make(&openssls[0], &o, j, 0);
  if (!strcmp(peer, "openssl-3-direct")) return openssl_make(&openssls[0], &o, j, 1);
  if (!strcmp(peer, "openssl-4")) return openssl_make(&openssls[1], &o, j, 0);
  if (!strcmp(peer, "libgcrypt")) return gcrypt_make(&o, j);
  if (!strcmp(peer, "nettle")) return nettle_make(&o, j);
  if (!strcmp(peer, "ipsec-mb")) return ipsec_make(&o, j, 0);
  if (!strcmp(peer, "ipsec-mb-sha-ni")) return ipsec_make(&o, j, 1);
  return "unknown peer";
}

static void answer(struct job *j, long *count, double seconds) {
  if (seconds > 0) {
    printf("%.4f\n", nanoseconds(j, count, seconds));
    return;
  }
  /* A second one-shot call gives the same, if the first has left nothing in the context; in place it has another text. */
  j->run(j, j->output && j->output != j->buffer ? 2 : 1);
  const byte *text = j->output ? j->output : j->buffer;
  const byte *result = *(const unsigned long long *)j->out ? j->out : text + output_size(j) - 16;
  for (size_t i = 0; i < 16; i++) printf("%02x", result[i]);
  printf("\n");
}

static void *libcrypto, *libgcrypt, *libnettle, *libipsec, *libargon2, *libsodium;
static void *in_libcrypto(const char *name) { return dlsym(libcrypto, name); }
static void *in_libgcrypt(const char *name) { return dlsym(libgcrypt, name); }
static void *in_libnettle(const char *name) { return dlsym(libnettle, name); }
static void *in_libipsec(const char *name) { return dlsym(libipsec, name); }
static void *in_libargon2(const char *name) { return dlsym(libargon2, name); }
static void *in_libsodium(const char *name) { return dlsym(libsodium, name); }
static void *open_one(const char *path) { return *path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL; }

/* Whether the library at the path is there, and of the version of the header that this file was compiled with. */
int peers_have_batches(const char *ipsec_path) {
  return (libipsec = open_one(ipsec_path)) && ipsec_load(in_libipsec);
}

/* Opens the libraries at the paths given (empty: none); find_openssl_4 finds the functions of OpenSSL 4, or is NULL. */
void peers_serve(const char *crypto_path, const char *gcrypt_path, const char *nettle_path, const char *ipsec_path,
                 const char *argon2_path, const char *sodium_path, resolver find_openssl_4) {
  if ((libcrypto = open_one(crypto_path))) openssl_load(&openssls[0], in_libcrypto);
  if ((libgcrypt = open_one(gcrypt_path))) gcrypt_load(in_libgcrypt);
  if ((libnettle = open_one(nettle_path))) nettle_find = in_libnettle;
  peers_have_batches(ipsec_path);
  if ((libargon2 = open_one(argon2_path))) argon2_load(in_libargon2);
  if ((libsodium = open_one(sodium_path))) {
    sodium_load(in_libsodium);
    sodium_seal = (__typeof__(sodium_seal))in_libsodium("crypto_aead_chacha20poly1305_ietf_encrypt_detached");
  }
  if (find_openssl_4) openssl_load(&openssls[1], find_openssl_4);

  char line[256], peer[32], name[64], time[32], last[128] = "", this[128];
  unsigned long size;
  struct job job = {0};
  long count = 1;
  while (fgets(line, sizeof line, stdin)) {
    if (sscanf(line, "%31s %63s %lu %31s", peer, name, &size, time) != 4) {
      printf("error: a request is PEER OPERATION SIZE SECONDS\n");
    } else {
      /* Contexts of earlier requests are not given back: there are few. */
      snprintf(this, sizeof this, "%s %s %lu", peer, name, size);
      const char *problem = NULL;
      int is_check = !strcmp(time, "check");
      if (is_check || strcmp(this, last)) {
        if (job.output != job.buffer) free(job.output);
        free(job.buffer);
        free(job.sealed);
        count = 1;
        problem = make(peer, name, size, &job);
        strcpy(last, problem || is_check ? "" : this);
      }
      double seconds = is_check ? 0 : atof(time);
      if (problem) printf("error: %s\n", problem);
      else if (!is_check && !(seconds >= 1e-6 && seconds <= 60)) printf("error: a time that makes no sense\n");
      else answer(&job, &count, seconds);
    }
    fflush(stdout);
  }
}
