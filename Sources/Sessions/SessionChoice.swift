/// How the party that opens a connection knows the other. Both parties have to make the same choice.
public indirect enum SessionClient: Sendable {
  /// Each party knows the public key of the other. Noise's pattern KK.
  case bothPinned(own: Curve25519.KeyAgreement.PrivateKey, server: Curve25519.KeyAgreement.PublicKey)
  /// The client knows the public key of the server. With a key of its own, which only that server learns, the client
  /// authenticates itself: pattern XK. Without one it stays anonymous: pattern NK.
  case serverPinned(Curve25519.KeyAgreement.PublicKey, own: Curve25519.KeyAgreement.PrivateKey?)
  /// Both parties have the same key of 32 bytes, such as one that they derived from a password. Pattern NNpsk0.
  ///
  /// *Not* protected: a key from a password. An attacker who sees the first message can guess passwords without limit,
  /// each at the cost of its derivation. Derive the key with Argon2id, or agree on it with `SecretComparison`, which
  /// allows one guess in each run.
  case preSharedKey(SymmetricKey)
}

/// How the party that accepts a connection knows the other. Both parties have to make the same choice.
public indirect enum SessionServer: Sendable {
  /// Each party knows the public key of the other. Noise's pattern KK.
  case bothPinned(own: Curve25519.KeyAgreement.PrivateKey, client: Curve25519.KeyAgreement.PublicKey)
  /// The client knows the public key of the server. `acceptsClient` decides whether to accept the key with which the
  /// client authenticates itself: pattern XK. Nil is for clients without a key: pattern NK.
  case serverPinned(
    own: Curve25519.KeyAgreement.PrivateKey,
    acceptsClient: (@Sendable (Curve25519.KeyAgreement.PublicKey) -> Bool)?)
  /// Both parties have the same key of 32 bytes. Pattern NNpsk0; see ``SessionClient/preSharedKey(_:)``.
  case preSharedKey(SymmetricKey)
}

extension SessionClient {
  func handshake(prologue: [UInt8]) throws(NoiseError) -> NoiseHandshake {
    switch self {
    case .bothPinned(let own, let server):
      try NoiseHandshake(
        NoiseProtocol(name: "Noise_KK_25519_AESGCM_SHA256"), role: .initiator, prologue: prologue, staticKey: own,
        remoteStaticKey: server)
    case .serverPinned(let server, let own):
      try NoiseHandshake(
        NoiseProtocol(name: own == nil ? "Noise_NK_25519_AESGCM_SHA256" : "Noise_XK_25519_AESGCM_SHA256"),
        role: .initiator, prologue: prologue, staticKey: own, remoteStaticKey: server)
    case .preSharedKey(let key):
      try NoiseHandshake(
        NoiseProtocol(name: "Noise_NNpsk0_25519_AESGCM_SHA256"), role: .initiator, prologue: prologue,
        preSharedKeys: [key])
    }
  }
}

extension SessionServer {
  func handshake(prologue: [UInt8]) throws(NoiseError) -> NoiseHandshake {
    switch self {
    case .bothPinned(let own, let client):
      try NoiseHandshake(
        NoiseProtocol(name: "Noise_KK_25519_AESGCM_SHA256"), role: .responder, prologue: prologue, staticKey: own,
        remoteStaticKey: client)
    case .serverPinned(let own, let accepts):
      try NoiseHandshake(
        NoiseProtocol(name: accepts == nil ? "Noise_NK_25519_AESGCM_SHA256" : "Noise_XK_25519_AESGCM_SHA256"),
        role: .responder, prologue: prologue, staticKey: own)
    case .preSharedKey(let key):
      try NoiseHandshake(
        NoiseProtocol(name: "Noise_NNpsk0_25519_AESGCM_SHA256"), role: .responder, prologue: prologue,
        preSharedKeys: [key])
    }
  }

  /// Whether the key of the client is one that this party accepts. Only a client of pattern XK has sent one.
  func accepts(_ client: Curve25519.KeyAgreement.PublicKey?) -> Bool {
    guard case .serverPinned(_, let accepts?) = self else { return true }
    return client.map(accepts) ?? false
  }
}
