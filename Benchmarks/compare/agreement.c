/*
 * X25519: the secret that a private key shares with a public one, both set up before. libsodium and OpenSSL. Part of peers.c,
 * which includes this file.
 */
static const byte peer_key[32] = {90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90,
                                  90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90};

static void sodium_agreement(struct job *j, long n) {
  while (n--)
    if (sodium.crypto_scalarmult_curve25519(j->out, key, peer_key)) abort();
}
static void openssl_agreement(struct job *j, long n) {
  struct openssl *s = j->function;
  while (n--) {
    size_t length = 32;
    if (s->EVP_PKEY_derive(j->context, j->out, &length) != 1) abort();
  }
}

static const char *make_agreement(const char *peer, struct job *j) {
  enum { X25519 = 1034 };
  if (!strcmp(peer, "libsodium")) {
    if (!sodium.crypto_scalarmult_curve25519) return "not there";
    return j->run = sodium_agreement, NULL;
  }
  struct openssl *s = !strcmp(peer, "openssl-3") ? &openssls[0] : !strcmp(peer, "openssl-4") ? &openssls[1] : NULL;
  if (!s || !s->EVP_PKEY_new_raw_private_key || !s->EVP_PKEY_new_raw_public_key || !s->EVP_PKEY_CTX_new ||
      !s->EVP_PKEY_derive_init || !s->EVP_PKEY_derive_set_peer || !s->EVP_PKEY_derive)
    return "not there";
  j->function = s;
  j->context = s->EVP_PKEY_CTX_new(s->EVP_PKEY_new_raw_private_key(X25519, NULL, key, 32), NULL);
  if (!j->context || s->EVP_PKEY_derive_init(j->context) != 1 ||
      s->EVP_PKEY_derive_set_peer(j->context, s->EVP_PKEY_new_raw_public_key(X25519, NULL, peer_key, 32)) != 1)
    return "no such function";
  return j->run = openssl_agreement, NULL;
}
