/*
 * Intel's Multi-Buffer Crypto for IPSec, which hashes or encrypts several messages side by side: ours does so in batches.
 * Without its header (Debian: libipsec-mb-dev) it is left out, because a job is a structure of that header. Part of
 * peers.c, which includes this file.
 *
 * A derivation of PBKDF2 is composed of its HMACs: a job for each derivation, and a burst of them for a round. All jobs
 * are submitted without the checks of their fields, which is the faster of its two ways.
 */
#if defined(__has_include)
#if __has_include(<intel-ipsec-mb.h>)
#include <intel-ipsec-mb.h>
#define HAS_IPSEC_MB
#endif
#endif

#ifdef HAS_IPSEC_MB

enum { LANES = 64 };
/* Jobs that wait for others count bytes in 16 bits, and give wrong results for more without an error. SHA-1 and SHA-256
 * count more, and are right for 1 MiB. */
enum { LARGEST = 65535 };
/* What the library chooses; and what hashes with SHA-NI, where that is another one. */
static IMB_MGR *managers[2], *manager;
static IMB_JOB jobs[LANES];
static byte *lanes; /* the messages after the first, which is the buffer */
static byte digests[LANES][64], keys[LANES][64];
static byte states[LANES][2][64]; /* of HMAC, after the inner and the outer key */
static __attribute__((aligned(64))) byte schedule[2][15 * 16], subkeys[2][16];
static __attribute__((aligned(64))) struct gcm_key_data gcm_key;
static struct gcm_context_data gcm_context;
static const struct {
  const char *name;
  IMB_HASH_ALG plain, hmac;
  size_t digest;
} hashes[] = {
    {"sha1", IMB_AUTH_SHA_1, IMB_AUTH_HMAC_SHA_1, 20},
    {"sha256", IMB_AUTH_SHA_256, IMB_AUTH_HMAC_SHA_256, 32},
    {"sha512", IMB_AUTH_SHA_512, IMB_AUTH_HMAC_SHA_512, 64},
};
typedef long long quarter __attribute__((vector_size(16), aligned(1), may_alias));

static int ipsec_load(resolver find) {
  static const struct { uint64_t features; const char *start; } kinds[] = {
      {0, "init_mb_mgr_auto"}, {IMB_CPUFLAGS_AVX2_T2, "init_mb_mgr_avx2"}, {IMB_CPUFLAGS_AVX_T2, "init_mb_mgr_avx"},
      {IMB_CPUFLAGS_SSE_T2, "init_mb_mgr_sse"}};
  unsigned (*version)(void) = (unsigned (*)(void))find("imb_get_version");
  IMB_MGR *(*allocate)(uint64_t) = (IMB_MGR * (*)(uint64_t)) find("alloc_mb_mgr");
  if (!version || !allocate || version() != IMB_VERSION_NUM) return 0;
  for (int kind = 0; kind < 4; kind++) {
    void (*start)(IMB_MGR *, IMB_ARCH *) = (void (*)(IMB_MGR *, IMB_ARCH *))find(kinds[kind].start);
    IMB_MGR **place = &managers[kind > 0];
    if (*place || (managers[0] && (managers[0]->features & kinds[kind].features) != kinds[kind].features)) continue;
    if (!start || !(*place = allocate(0))) return 0;
    start(*place, NULL); /* only the first has a second argument */
    if ((*place)->imb_errno) *place = NULL;
  }
  return managers[0] != NULL;
}

/* Runs the jobs, and those that are still waiting for others. */
static void ipsec_run(int count) {
  for (int i = 0; i < count; i++) {
    *IMB_GET_NEXT_JOB(manager) = jobs[i];
    IMB_SUBMIT_JOB_NOCHECK(manager);
  }
  while (IMB_FLUSH_JOB(manager)) {}
}

static void ipsec_hashes(struct job *j, long n) {
  while (n--) ipsec_run(j->count);
}
/* One message with SHA-512, which is no faster as a job. */
static void ipsec_sha512(struct job *j, long n) {
  while (n--) manager->sha512(j->buffer, j->size, j->out);
}

static void ipsec_set_hmac_key(struct job *j, int lane, const byte *secret, size_t size) {
  const hash_one_block_t first[] = {manager->sha1_one_block, manager->sha256_one_block, manager->sha512_one_block};
  byte block[128];
  for (int outer = 0; outer < 2; outer++) {
    memset(block, outer ? 0x5c : 0x36, sizeof block);
    for (size_t i = 0; i < size; i++) block[i] ^= secret[i];
    first[j->number](block, states[lane][outer]);
  }
}
static void ipsec_hmac(struct job *j, long n) {
  while (n--) {
    ipsec_set_hmac_key(j, 0, key, 32);
    if (IMB_SUBMIT_HASH_BURST_NOCHECK(manager, jobs, 1, hashes[j->number].hmac) != 1) abort();
  }
}

static void ipsec_pbkdf2(struct job *j, long n) {
  static const byte end[4] = {0, 0, 0, 1};
  size_t size = hashes[j->number].digest;
  while (n--) {
    for (int i = 0; i < j->count; i++) {
      byte other[sizeof password];
      memcpy(other, password, sizeof password);
      other[sizeof password - 2] = (byte)('0' + i);
      ipsec_set_hmac_key(j, i, other, sizeof password - 1);
      memcpy(digests[i], salt, 16), memcpy(digests[i] + 16, end, 4);
      jobs[i].msg_len_to_hash_in_bytes = 20;
    }
    for (int round = 0; round < PBKDF2_ROUNDS; round++) {
      if (IMB_SUBMIT_HASH_BURST_NOCHECK(manager, jobs, (uint32_t)j->count, hashes[j->number].hmac) != (uint32_t)j->count)
        abort();
      for (int i = 0; i < j->count; i++) {
        if (!round) memcpy(keys[i], digests[i], size), jobs[i].msg_len_to_hash_in_bytes = size;
        else for (int at = 0; at < 4; at++) ((quarter *)keys[i])[at] ^= ((quarter *)digests[i])[at];
      }
    }
    memcpy(j->out, keys[0], size);
  }
}

static void ipsec_set_key(struct job *j) {
  (j->number == 16 ? manager->keyexp_128 : manager->keyexp_256)(key, schedule[0], schedule[1]);
}
static void ipsec_cipher(struct job *j, long n) {
  while (n--) {
    if (!j->keeps_key) ipsec_set_key(j);
    ipsec_run(1);
  }
}
/* The modes that have bursts. */
static void ipsec_burst(struct job *j, long n) {
  while (n--) {
    if (!j->keeps_key) ipsec_set_key(j);
    if (IMB_SUBMIT_CIPHER_BURST_NOCHECK(
            manager, jobs, 1, jobs[0].cipher_mode, jobs[0].cipher_direction, (IMB_KEY_SIZE_BYTES)j->number) != 1)
      abort();
  }
}
static void ipsec_cmac(struct job *j, long n) {
  while (n--) {
    ipsec_set_key(j);
    (j->number == 16 ? manager->cmac_subkey_gen_128 : manager->cmac_subkey_gen_256)(schedule[0], subkeys[0], subkeys[1]);
    ipsec_run(1);
  }
}
static void ipsec_gcm(struct job *j, long n) {
  int is_short = j->number == 16;
  aes_gcm_pre_t set_key = is_short ? manager->gcm128_pre : manager->gcm256_pre;
  aes_gcm_enc_dec_t crypt = j->decrypts ? (is_short ? manager->gcm128_dec : manager->gcm256_dec)
                                        : (is_short ? manager->gcm128_enc : manager->gcm256_enc);
  byte tag[16];
  while (n--) {
    if (!j->keeps_key) set_key(key, &gcm_key);
    bring_back(j);
    crypt(&gcm_key, &gcm_context, j->output, j->buffer, j->size, iv, NULL, 0, j->decrypts ? tag : j->out, 16);
    byte difference = 0;
    for (int i = 0; j->decrypts && i < 16; i++) difference |= tag[i] ^ j->tag[i];
    if (difference) abort();
  }
}

static const char *ipsec_make(const struct operation *o, struct job *j, int with_sha_ni);

/* AES from the buffer to the output, by the name of a mode or cmac. */
static const char *ipsec_make_aes(const char *mode, int decrypts, byte *output, struct job *j) {
  int is_mac = !strcmp(mode, "cmac"), is_ecb = !strcmp(mode, "ecb"), is_cbc = !strcmp(mode, "cbc");
  if (!is_mac && !is_ecb && !is_cbc && strcmp(mode, "ctr")) return "no such mode";
  if (j->size > LARGEST && (is_mac || (is_cbc && !decrypts))) return "a size that does not fit";
  ipsec_set_key(j);
  jobs[0] = (IMB_JOB){
      .enc_keys = schedule[0], .dec_keys = schedule[1], .key_len_in_bytes = (uint64_t)j->number, .src = j->buffer,
      .dst = output, .msg_len_to_cipher_in_bytes = is_mac ? 0 : j->size, .msg_len_to_hash_in_bytes = is_mac ? j->size : 0,
      .iv = iv, .iv_len_in_bytes = is_ecb ? 0 : 16, .auth_tag_output = j->out, .auth_tag_output_len_in_bytes = 16,
      .cipher_mode = is_mac ? IMB_CIPHER_NULL : is_ecb ? IMB_CIPHER_ECB : is_cbc ? IMB_CIPHER_CBC : IMB_CIPHER_CNTR,
      .cipher_direction = decrypts ? IMB_DIR_DECRYPT : IMB_DIR_ENCRYPT,
      .hash_alg = !is_mac ? IMB_AUTH_NULL : j->number == 16 ? IMB_AUTH_AES_CMAC : IMB_AUTH_AES_CMAC_256,
      .chain_order = decrypts || is_mac ? IMB_ORDER_HASH_CIPHER : IMB_ORDER_CIPHER_HASH};
  if (is_mac) {
    jobs[0].u.CMAC._key_expanded = schedule[0];
    jobs[0].u.CMAC._skey1 = subkeys[0];
    jobs[0].u.CMAC._skey2 = subkeys[1];
  }
  return j->run = is_mac ? ipsec_cmac : is_ecb ? ipsec_cipher : ipsec_burst, NULL;
}

static const char *ipsec_make_once(const struct one_shot *o, struct job *j, int with_sha_ni) {
  if (!(manager = managers[0])) return "not there";
  struct operation hmac = {.hash = "sha256", .is_hmac = 1, .count = 1};
  if (is(o, "hmac")) return ipsec_make(&hmac, j, with_sha_ni);
  if (with_sha_ni || !o->bits || is(o, "key")) return "no such operation";
  j->number = o->bits / 8;
  if (!is(o, "gcm")) return ipsec_make_aes(o->mode, o->decrypts, j->output, j);
  (j->number == 16 ? manager->gcm128_pre : manager->gcm256_pre)(key, &gcm_key);
  return j->run = ipsec_gcm, NULL;
}

static const char *ipsec_make(const struct operation *o, struct job *j, int with_sha_ni) {
  if (!(manager = managers[with_sha_ni])) return "not there";
  if (o->is_aes) {
    if (with_sha_ni) return "no such operation";
    j->keeps_key = 1;
    j->number = o->bits / 8;
    return ipsec_make_aes(o->is_ecb ? "ecb" : o->is_cbc ? "cbc" : "ctr", o->decrypts, j->buffer, j);
  }
  j->number = -1;
  for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++)
    if (!strcmp(hashes[i].name, o->hash)) j->number = (int)i;
  if (j->number < 0 || (with_sha_ni && j->number == 2)) return "no such hash";
  size_t digest = hashes[j->number].digest, room = (j->size + 63) / 64 * 64 + 64;
  if (o->is_pbkdf2 && j->size != digest) return "another size";
  int is_whole = j->number == 2 && o->count == 1 && !o->is_hmac && !o->is_pbkdf2;
  if (j->size > ((j->number == 2 && !is_whole) || o->is_hmac ? LARGEST : 1 << 20)) return "a size that does not fit";
  j->count = o->count;
  j->units *= o->count;
  free(lanes);
  lanes = zeros(room * (size_t)o->count);
  for (int i = 0; i < o->count; i++) {
    byte *message = i ? lanes + room * (size_t)i : j->buffer;
    if (i) memcpy(message, j->buffer, j->size);
    jobs[i] = (IMB_JOB){
        .src = o->is_pbkdf2 ? digests[i] : message, .msg_len_to_hash_in_bytes = j->size, .cipher_mode = IMB_CIPHER_NULL,
        .hash_alg = o->is_hmac || o->is_pbkdf2 ? hashes[j->number].hmac : hashes[j->number].plain,
        .auth_tag_output = i || o->is_pbkdf2 ? digests[i] : j->out, .auth_tag_output_len_in_bytes = digest,
        .chain_order = IMB_ORDER_HASH_CIPHER, .cipher_direction = IMB_DIR_ENCRYPT};
    jobs[i].u.HMAC._hashed_auth_key_xor_ipad = states[i][0];
    jobs[i].u.HMAC._hashed_auth_key_xor_opad = states[i][1];
  }
  j->run = o->is_hmac ? ipsec_hmac : o->is_pbkdf2 ? ipsec_pbkdf2 : is_whole ? ipsec_sha512 : ipsec_hashes;
  if (j->run == ipsec_hashes) { /* equal messages, of which the caller checks the first */
    ipsec_run(o->count);
    for (int i = 1; i < o->count; i++)
      if (memcmp(digests[i], j->out, digest)) return "a digest that differs";
  }
  return NULL;
}

#else
#define ipsec_load(find) ((void)(find), 0)
static const char *ipsec_make(const struct operation *o, struct job *j, int with_sha_ni) {
  return (void)o, (void)j, (void)with_sha_ni, "not there";
}
static const char *ipsec_make_once(const struct one_shot *o, struct job *j, int with_sha_ni) {
  return (void)o, (void)j, (void)with_sha_ni, "not there";
}
#endif
