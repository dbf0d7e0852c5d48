/*
 * One-shot calls of the other libraries: each sets up its key anew, or keeps it, and writes its result in place or to
 * new memory. A context is made once and kept, as it may be in an app. Part of peers.c, which includes this file.
 */

static const byte info[] = "vault-bench";
enum { INFO_SIZE = sizeof info - 1 };

/* What an operation's name says: aes-128-cfb8-decrypt-oneshot, aes-256-ctr-inplace, aes-128-gcm-encrypt-expanded,
 * aes-256-key-wrap, chachapoly, hmac-sha256-oneshot, hkdf-sha256. */
struct one_shot {
  char mode[8]; /* of AES, or chacha, hmac or hkdf */
  int bits, decrypts, in_place, keeps_key;
};

static const char *ipsec_make_once(const struct one_shot *o, struct job *j, int with_sha_ni);
static int is(const struct one_shot *o, const char *mode) { return !strcmp(o->mode, mode); }

static int parse_one_shot(const char *name, struct one_shot *o) {
  char form[24];
  memset(o, 0, sizeof *o);
  if (!strcmp(name, "hkdf-sha256")) return strcpy(o->mode, "hkdf"), 1;
  if (!strcmp(name, "hmac-sha256-oneshot")) return strcpy(o->mode, "hmac"), 1;
  if (!strcmp(name, "chachapoly")) return strcpy(o->mode, "chacha"), o->bits = 256, o->in_place = 1;
  if (sscanf(name, "aes-%d-%7[a-z0-9]-%23s", &o->bits, o->mode, form) != 3) return 0;
  if (o->bits != 128 && o->bits != 256) return 0;
  if (is(o, "key")) return (o->decrypts = !strcmp(form, "unwrap")) || !strcmp(form, "wrap");
  const char *call = strrchr(form, '-');
  o->decrypts = call && !strncmp(form, "decrypt-", 8);
  call = call ? call + 1 : form;
  o->keeps_key = !strcmp(call, "expanded");
  o->in_place = o->keeps_key || !strcmp(call, "inplace");
  return o->in_place || !strcmp(call, "oneshot");
}

/* What was opened in place cannot be opened again, so the text comes back before each call. */
static void bring_back(struct job *j) {
  if (j->sealed) memcpy(j->buffer, j->sealed, j->size);
}

/* The size of the text that goes in, and of the one that comes out: a wrapped key is 8 bytes longer. */
static size_t input_size(struct job *j) { return j->size + (j->decrypts ? j->added : 0); }
static size_t output_size(struct job *j) { return j->size + (j->decrypts ? 0 : j->added); }

/* ---- OpenSSL ---- */

struct parameter { const char *name; unsigned type; const void *data; size_t size, returned; };
enum { TEXT = 4, BYTES = 5 };

static void openssl_cipher_once(struct job *j, long n) {
  struct openssl *s = j->function;
  int length;
  while (n--) {
    if (j->iv || !j->keeps_key)
      s->EVP_CipherInit_ex(j->context, NULL, NULL, j->keeps_key ? NULL : key, j->iv, !j->decrypts);
    s->EVP_CipherUpdate(j->context, j->output, &length, j->buffer, (int)input_size(j));
  }
}
static void openssl_gcm_once(struct job *j, long n) {
  struct openssl *s = j->function;
  int length;
  while (n--) {
    bring_back(j);
    openssl_cipher_once(j, 1);
    if (j->decrypts) s->EVP_CIPHER_CTX_ctrl(j->context, 17 /* EVP_CTRL_AEAD_SET_TAG */, 16, j->tag);
    if (!s->EVP_CipherFinal_ex(j->context, j->output + j->size, &length)) abort();
    if (!j->decrypts) s->EVP_CIPHER_CTX_ctrl(j->context, 16 /* EVP_CTRL_AEAD_GET_TAG */, 16, j->out);
  }
}
static void openssl_mac_once(struct job *j, long n) {
  struct openssl *s = j->function;
  size_t length;
  while (n--) {
    s->EVP_MAC_init(j->context, key, (size_t)j->number, NULL);
    s->EVP_MAC_update(j->context, j->buffer, j->size);
    s->EVP_MAC_final(j->context, j->out, &length, 32);
  }
}
static void openssl_hkdf_once(struct job *j, long n) {
  struct openssl *s = j->function;
  struct parameter all[] = {{"key", BYTES, key, 32, 0}, {"salt", BYTES, salt, 16, 0}, {"info", BYTES, info, INFO_SIZE, 0}, {0}};
  while (n--) s->EVP_KDF_derive(j->context, j->out, j->size, all);
}

static const char *openssl_make_once(struct openssl *s, const struct one_shot *o, struct job *j) {
  struct parameter digest[] = {{"digest", TEXT, "SHA2-256", 8, 0}, {0}};
  struct parameter cipher[] = {{"cipher", TEXT, o->bits == 128 ? "AES-128-CBC" : "AES-256-CBC", 11, 0}, {0}};
  j->function = s;
  if (is(o, "hkdf")) {
    if (!s->EVP_KDF_fetch || !s->EVP_KDF_CTX_new || !s->EVP_KDF_CTX_set_params || !s->EVP_KDF_derive) return "not there";
    if (!(j->algorithm = s->EVP_KDF_fetch(NULL, "HKDF", NULL))) return "no HKDF";
    j->context = s->EVP_KDF_CTX_new(j->algorithm);
    s->EVP_KDF_CTX_set_params(j->context, digest);
    return j->run = openssl_hkdf_once, NULL;
  }
  if (is(o, "hmac") || is(o, "cmac")) {
    if (!s->EVP_MAC_fetch || !s->EVP_MAC_CTX_new || !s->EVP_MAC_init || !s->EVP_MAC_update || !s->EVP_MAC_final)
      return "not there";
    if (!(j->algorithm = s->EVP_MAC_fetch(NULL, is(o, "hmac") ? "HMAC" : "CMAC", NULL))) return "no such MAC";
    j->context = s->EVP_MAC_CTX_new(j->algorithm);
    j->number = is(o, "hmac") ? 32 : o->bits / 8;
    s->EVP_MAC_init(j->context, key, (size_t)j->number, is(o, "hmac") ? digest : cipher);
    return j->run = openssl_mac_once, NULL;
  }
  char name[24];
  if (!s->EVP_CIPHER_fetch || !s->EVP_CipherUpdate || !s->EVP_CipherFinal_ex || !s->EVP_CIPHER_CTX_ctrl ||
      !s->EVP_CIPHER_CTX_set_flags)
    return "not there";
  if (is(o, "chacha")) strcpy(name, "ChaCha20-Poly1305");
  else snprintf(name, sizeof name, "AES-%d-%s", o->bits, is(o, "key") ? "WRAP" : o->mode);
  j->algorithm = s->EVP_CIPHER_fetch(NULL, name, NULL);
  j->context = s->EVP_CIPHER_CTX_new();
  if (is(o, "key")) s->EVP_CIPHER_CTX_set_flags(j->context, 1 /* EVP_CIPHER_CTX_FLAG_WRAP_ALLOW */);
  j->iv = is(o, "ecb") || is(o, "key") ? NULL : iv;
  if (!j->algorithm || !s->EVP_CipherInit_ex(j->context, j->algorithm, NULL, key, j->iv, !j->decrypts))
    return "no such cipher";
  if (is(o, "ecb") || is(o, "cbc")) s->EVP_CIPHER_CTX_set_padding(j->context, 0);
  return j->run = is(o, "gcm") || is(o, "chacha") ? openssl_gcm_once : openssl_cipher_once, NULL;
}

/* ---- libsodium ---- */

static int (*sodium_seal)(byte *, byte *, unsigned long long *, const byte *, unsigned long long, const byte *,
                          unsigned long long, const byte *, const byte *, const byte *);
static void sodium_once(struct job *j, long n) {
  while (n--) sodium_seal(j->output, j->out, NULL, j->buffer, j->size, NULL, 0, NULL, iv, key);
}

/* ---- libgcrypt ---- */

static void gcrypt_cipher_once(struct job *j, long n) {
  unsigned (*set_iv)(void *, const void *, size_t) = (__typeof__(set_iv))j->function;
  while (n--) {
    if (!j->keeps_key) gcrypt.gcry_cipher_setkey(j->context, key, (size_t)j->number);
    if (set_iv) set_iv(j->context, iv, j->iv_size);
    (j->decrypts ? gcrypt.gcry_cipher_decrypt : gcrypt.gcry_cipher_encrypt)(
        j->context, j->output, output_size(j), j->buffer, input_size(j));
  }
}
static void gcrypt_gcm_once(struct job *j, long n) {
  while (n--) {
    bring_back(j);
    gcrypt_cipher_once(j, 1);
    if (!j->decrypts) gcrypt.gcry_cipher_gettag(j->context, j->out, 16);
    else if (gcrypt.gcry_cipher_checktag(j->context, j->tag, 16)) abort();
  }
}
static void gcrypt_cmac_once(struct job *j, long n) {
  while (n--) {
    size_t length = 16;
    gcrypt.gcry_mac_setkey(j->context, key, (size_t)j->number);
    gcrypt.gcry_mac_write(j->context, j->buffer, j->size);
    gcrypt.gcry_mac_read(j->context, j->out, &length);
    gcrypt.gcry_mac_ctl(j->context, 4 /* GCRYCTL_RESET */, NULL, 0);
  }
}
/* Version 1.10 has no HKDF. One digest of output is two HMACs. */
static void gcrypt_hkdf_once(struct job *j, long n) {
  byte secret[32], purpose[INFO_SIZE + 1];
  memcpy(purpose, info, INFO_SIZE);
  purpose[INFO_SIZE] = 1;
  struct gcry_buffer extract[] = {{0, 0, 16, (void *)salt}, {0, 0, 32, (void *)key}};
  struct gcry_buffer expand[] = {{0, 0, 32, secret}, {0, 0, sizeof purpose, purpose}};
  while (n--) {
    gcrypt.gcry_md_hash_buffers(8, 2 /* HMAC */, secret, extract, 2);
    gcrypt.gcry_md_hash_buffers(8, 2, j->out, expand, 2);
  }
}

static const char *gcrypt_make_once(const struct one_shot *o, struct job *j) {
  static const struct { const char *name; int number; } modes[] = {
      {"ecb", 1}, {"cfb", 2}, {"cbc", 3}, {"ofb", 5}, {"ctr", 6}, {"key", 7}, {"gcm", 9}, {"cfb8", 12}};
  if (!gcrypt.gcry_kdf_derive) return "not there";
  j->number = is(o, "hmac") ? 8 : o->bits / 8;
  if (is(o, "hkdf")) return j->run = gcrypt_hkdf_once, NULL;
  if (is(o, "hmac")) return j->run = gcrypt_hmac, NULL;
  if (is(o, "cmac")) {
    if (gcrypt.gcry_mac_open(&j->context, 201 /* CMAC with AES */, 0, NULL)) return "no CMAC";
    return j->run = gcrypt_cmac_once, NULL;
  }
  int number = 0;
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
    if (is(o, modes[i].name)) number = modes[i].number;
  if (!number || gcrypt.gcry_cipher_open(&j->context, o->bits == 128 ? 7 : 9, number, 0)) return "no such cipher";
  if (j->keeps_key) gcrypt.gcry_cipher_setkey(j->context, key, (size_t)j->number);
  j->iv_size = is(o, "gcm") ? 12 : 16;
  j->function = is(o, "ctr") ? (void *)gcrypt.gcry_cipher_setctr
                : is(o, "ecb") || is(o, "key") ? NULL : (void *)gcrypt.gcry_cipher_setiv;
  return j->run = is(o, "gcm") ? gcrypt_gcm_once : gcrypt_cipher_once, NULL;
}

/* ---- nettle ---- */

typedef void nettle_mode(const void *, nettle_cipher *, size_t, byte *, size_t, byte *, const byte *);
static struct {
  void (*set_key)(void *, const byte *), (*set_iv)(void *, size_t, const byte *);
  nettle_cipher *cipher;
  nettle_mode *mode;
  void (*cbc_encrypt)(const void *, byte *, size_t, byte *, const byte *);
  void (*wrap)(void *, const byte *, size_t, byte *, const byte *);
  void (*crypt)(void *, size_t, byte *, const byte *);
  void (*update)(void *, size_t, const byte *), (*digest)(void *, size_t, byte *);
  void (*extract)(void *, void *, void *, size_t, size_t, const byte *, byte *);
  void (*expand)(void *, void *, void *, size_t, size_t, const byte *, size_t, byte *);
  int (*is_equal)(const void *, const void *, size_t);
} once;

static void nettle_ecb_once(struct job *j, long n) {
  while (n--) {
    if (!j->keeps_key) once.set_key(j->context, key);
    once.cipher(j->context, j->size, j->output, j->buffer);
  }
}
static void nettle_mode_once(struct job *j, long n) {
  byte chaining[16];
  while (n--) {
    if (!j->keeps_key) once.set_key(j->context, key);
    memcpy(chaining, iv, 16);
    if (once.mode) once.mode(j->context, once.cipher, 16, chaining, j->size, j->output, j->buffer);
    else once.cbc_encrypt(j->context, chaining, j->size, j->output, j->buffer);
  }
}
static void nettle_wrap_once(struct job *j, long n) {
  static const byte start[8] = {0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6};
  while (n--) once.set_key(j->context, key), once.wrap(j->context, start, output_size(j), j->output, j->buffer);
}
static void nettle_gcm_once(struct job *j, long n) {
  byte tag[16];
  while (n--) {
    if (!j->keeps_key) once.set_key(j->context, key);
    once.set_iv(j->context, 12, iv);
    bring_back(j);
    once.crypt(j->context, j->size, j->output, j->buffer);
    once.digest(j->context, 16, j->decrypts ? tag : j->out);
    if (j->decrypts && !once.is_equal(tag, j->tag, 16)) abort();
  }
}
static void nettle_cmac_once(struct job *j, long n) {
  while (n--) {
    once.set_key(j->context, key);
    once.update(j->context, j->size, j->buffer);
    once.digest(j->context, 16, j->out);
  }
}
static void nettle_hkdf_once(struct job *j, long n) {
  byte secret[32];
  while (n--) {
    nettle.set_key(j->context, 16, salt);
    once.extract(j->context, nettle.hmac_update, nettle.hmac_digest, 32, 32, key, secret);
    nettle.set_key(j->context, 32, secret);
    once.expand(j->context, nettle.hmac_update, nettle.hmac_digest, 32, INFO_SIZE, info, j->size, j->out);
  }
}

static const char *nettle_make_once(const struct one_shot *o, struct job *j) {
  char bits[8];
  if (!nettle_find) return "not there";
  snprintf(bits, sizeof bits, "%d", o->bits);
  memset(&once, 0, sizeof once);
  if (is(o, "hmac") || is(o, "hkdf")) {
    struct operation hmac = {.hash = "sha256", .is_hmac = 1};
    once.extract = nettle_find("nettle_hkdf_extract");
    once.expand = nettle_find("nettle_hkdf_expand");
    const char *problem = nettle_make(&hmac, j);
    if (problem || is(o, "hmac")) return problem;
    return j->run = nettle_hkdf_once, once.extract && once.expand ? NULL : "not there";
  }
  j->context = zeros(8192); /* GCM's tables of the hash key are 4 KiB */
  if (is(o, "gcm") || is(o, "cmac")) {
    int is_gcm = is(o, "gcm");
    once.set_key = nettle_function(is_gcm ? "nettle_gcm_aes%s_set_key" : "nettle_cmac_aes%s_set_key", bits);
    once.set_iv = nettle_function("nettle_gcm_aes%s_set_iv", bits);
    once.crypt = nettle_function(o->decrypts ? "nettle_gcm_aes%s_decrypt" : "nettle_gcm_aes%s_encrypt", bits);
    once.update = nettle_function("nettle_cmac_aes%s_update", bits);
    once.digest = nettle_function(is_gcm ? "nettle_gcm_aes%s_digest" : "nettle_cmac_aes%s_digest", bits);
    once.is_equal = nettle_find("nettle_memeql_sec");
    if (j->keeps_key && once.set_key) once.set_key(j->context, key);
    j->run = is_gcm ? nettle_gcm_once : nettle_cmac_once;
    return once.set_key && once.set_iv && once.crypt && once.update && once.digest && once.is_equal ? NULL : "not there";
  }
  int inverts = o->decrypts && (is(o, "ecb") || is(o, "cbc") || is(o, "key")); /* the other modes only encrypt blocks */
  once.set_key = nettle_function(inverts ? "nettle_aes%s_set_decrypt_key" : "nettle_aes%s_set_encrypt_key", bits);
  once.cipher = nettle_function(inverts ? "nettle_aes%s_decrypt" : "nettle_aes%s_encrypt", bits);
  once.wrap = nettle_function(inverts ? "nettle_aes%s_keyunwrap" : "nettle_aes%s_keywrap", bits);
  once.cbc_encrypt = nettle_function("nettle_cbc_aes%s_encrypt", bits);
  if (j->keeps_key && once.set_key) once.set_key(j->context, key);
  once.mode = is(o, "ctr") ? nettle_find("nettle_ctr_crypt")
              : o->decrypts ? nettle_function("nettle_%s_decrypt", o->mode) : nettle_function("nettle_%s_encrypt", o->mode);
  if (is(o, "cbc") && !o->decrypts && once.cbc_encrypt) once.mode = NULL; /* faster than the generic one */
  else if (!is(o, "ecb") && !is(o, "key") && !once.mode) return "no such mode";
  j->run = is(o, "ecb") ? nettle_ecb_once : is(o, "key") ? nettle_wrap_once : nettle_mode_once;
  return once.set_key && once.cipher && (once.wrap || !is(o, "key")) ? NULL : "not there";
}

/* ---- All of them ---- */

static const char *make_once_of(const char *peer, const struct one_shot *o, struct job *j) {
  j->decrypts = o->decrypts;
  j->keeps_key = o->keeps_key;
  if (!strcmp(peer, "openssl-3")) return openssl_make_once(&openssls[0], o, j);
  if (!strcmp(peer, "openssl-4")) return openssl_make_once(&openssls[1], o, j);
  if (!strcmp(peer, "libsodium") && is(o, "chacha")) return j->run = sodium_once, sodium_seal ? NULL : "not there";
  if (is(o, "chacha")) return "no such operation";
  if (!strcmp(peer, "libgcrypt")) return gcrypt_make_once(o, j);
  if (!strcmp(peer, "nettle")) return nettle_make_once(o, j);
  if (!strcmp(peer, "ipsec-mb")) return ipsec_make_once(o, j, 0);
  if (!strcmp(peer, "ipsec-mb-sha-ni")) return ipsec_make_once(o, j, 1);
  return "no such operation";
}

static const char *make_once(const char *peer, const struct one_shot *o, struct job *j) {
  if (is(o, "hkdf") ? j->size != 32 : o->bits && j->size % 16) return "a size that does not fit";
  j->output = o->in_place ? j->buffer : zeros(j->size);
  j->makes_text = o->bits && !o->in_place && !is(o, "cmac");
  j->added = is(o, "key") ? 8 : 0;
  if (o->decrypts && (is(o, "gcm") || is(o, "key"))) {
    /* What does not authenticate is refused, so the library makes its input itself. */
    struct one_shot sealing = *o;
    sealing.decrypts = 0;
    const char *problem = make_once_of(peer, &sealing, j);
    if (problem) return problem;
    j->run(j, 1);
    memcpy(j->buffer, j->output, output_size(j));
    if (o->in_place) memcpy(j->sealed = zeros(j->size), j->buffer, j->size);
    memcpy(j->tag, j->out, 16);
    memset(j->out, 0, 16);
  }
  return make_once_of(peer, o, j);
}
