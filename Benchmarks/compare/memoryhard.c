/*
 * Argon2id with one lane and one pass, and scrypt with blocks of 1 KiB, whose size is that of the memory: the reference
 * implementation of Argon2, libsodium, and OpenSSL. Part of peers.c, which includes this file.
 */
static struct {
  int (*argon2id_hash_raw)(unsigned, unsigned, unsigned, const void *, size_t, const void *, size_t, void *, size_t);
} argon2;
static struct {
  int (*sodium_init)(void);
  int (*crypto_pwhash_argon2id)(byte *, unsigned long long, const char *, unsigned long long, const byte *,
                                unsigned long long, size_t, int);
  int (*crypto_pwhash_scryptsalsa208sha256_ll)(const byte *, size_t, const byte *, size_t, unsigned long long, unsigned,
                                               unsigned, byte *, size_t);
  int (*crypto_scalarmult_curve25519)(byte *, const byte *, const byte *);
} sodium;

static void argon2_load(resolver find) {
  argon2.argon2id_hash_raw = (__typeof__(argon2.argon2id_hash_raw))find("argon2id_hash_raw");
}
static void sodium_load(resolver find) {
  sodium.sodium_init = (__typeof__(sodium.sodium_init))find("sodium_init");
  sodium.crypto_pwhash_argon2id = (__typeof__(sodium.crypto_pwhash_argon2id))find("crypto_pwhash_argon2id");
  sodium.crypto_pwhash_scryptsalsa208sha256_ll =
      (__typeof__(sodium.crypto_pwhash_scryptsalsa208sha256_ll))find("crypto_pwhash_scryptsalsa208sha256_ll");
  sodium.crypto_scalarmult_curve25519 =
      (__typeof__(sodium.crypto_scalarmult_curve25519))find("crypto_scalarmult_curve25519");
  if (sodium.sodium_init && sodium.sodium_init() < 0) abort();
}

static void argon2_memory(struct job *j, long n) {
  while (n--)
    if (argon2.argon2id_hash_raw(1, (unsigned)(j->size / 1024), 1, key, 32, salt, 16, j->out, 32)) abort();
}
static void sodium_argon2(struct job *j, long n) {
  while (n--)
    if (sodium.crypto_pwhash_argon2id(j->out, 32, (const char *)key, 32, salt, 1, j->size, 2)) abort();
}
static void sodium_scrypt(struct job *j, long n) {
  while (n--)
    if (sodium.crypto_pwhash_scryptsalsa208sha256_ll(key, 32, salt, 16, j->size / 1024, 8, 1, j->out, 32)) abort();
}
static void openssl_memory(struct job *j, long n) {
  struct openssl *s = j->function;
  enum { NUMBER = 2 };
  unsigned one = 1, eight = 8, kib = (unsigned)(j->size / 1024);
  unsigned long long cost = j->size / 1024, most = 2 * j->size;
  struct parameter argon2id[] = {{"pass", BYTES, key, 32, 0}, {"salt", BYTES, salt, 16, 0}, {"iter", NUMBER, &one, 4, 0},
                                 {"memcost", NUMBER, &kib, 4, 0}, {"lanes", NUMBER, &one, 4, 0}, {0}};
  struct parameter scrypt[] = {{"pass", BYTES, key, 32, 0}, {"salt", BYTES, salt, 16, 0}, {"n", NUMBER, &cost, 8, 0},
                               {"r", NUMBER, &eight, 4, 0}, {"p", NUMBER, &one, 4, 0},
                               {"maxmem_bytes", NUMBER, &most, 8, 0}, {0}};
  while (n--)
    if (s->EVP_KDF_derive(j->context, j->out, 32, j->number ? scrypt : argon2id) != 1) abort();
}

static const char *make_memory(const char *peer, const char *name, struct job *j) {
  int is_scrypt = !strcmp(name, "scrypt");
  if (!strcmp(peer, "libargon2")) {
    if (is_scrypt || !argon2.argon2id_hash_raw) return "not there";
    return j->run = argon2_memory, NULL;
  }
  if (!strcmp(peer, "libsodium")) {
    if (!(is_scrypt ? (void *)sodium.crypto_pwhash_scryptsalsa208sha256_ll : (void *)sodium.crypto_pwhash_argon2id))
      return "not there";
    return j->run = is_scrypt ? sodium_scrypt : sodium_argon2, NULL;
  }
  struct openssl *s = !strcmp(peer, "openssl-3") ? &openssls[0] : !strcmp(peer, "openssl-4") ? &openssls[1] : NULL;
  if (!s || !s->EVP_KDF_fetch || !s->EVP_KDF_CTX_new || !s->EVP_KDF_derive) return "not there";
  if (!(j->algorithm = s->EVP_KDF_fetch(NULL, is_scrypt ? "SCRYPT" : "ARGON2ID", NULL))) return "no such function";
  j->context = s->EVP_KDF_CTX_new(j->algorithm);
  j->function = s;
  j->number = is_scrypt;
  return j->run = openssl_memory, NULL;
}
