/** Loads the library, then shows the pages in the order in which to take them: the first two hold what the quiz asks
 * about modes and padding. Each has the lesson about it in a terminal, the article, and the library. */
Language.begin();
Library.load().then(() => Playground.start({
  modes: ["crypto-lab modes", "swift-vault/Lesson-Modes", "AES"],
  padding: ["crypto-lab padding", "swift-vault/Lesson-Padding", "AES"],
  compare: ["crypto-lab modes", "swift-vault/Lesson-Modes", "AES"],
  picture: ["crypto-lab ecb-picture", "swift-vault/Lesson-ECBPicture", "AES"],
  "padding-oracle": ["crypto-lab padding-oracle", "swift-vault/Lesson-PaddingOracle", "Vault"],
  "bit-flip": ["crypto-lab bit-flip", "swift-vault/Lesson-BitFlip", "AES"],
  "nonce-reuse": ["crypto-lab nonce-reuse", "swift-vault/Lesson-NonceReuse", "AES"],
  "length-extension": ["crypto-lab length-extension", "swift-vault/Lesson-LengthExtension", "HMAC"],
  "gcm-nonce": ["crypto-lab gcm", "swift-vault/Lesson-GCM", "AES"],
  "aes-rounds": ["crypto-lab aes-rounds", "swift-vault/Lesson-AESRounds", "AES"],
  "sha256-rounds": ["crypto-lab sha-rounds", "swift-vault/Lesson-SHARounds", "SHA"],
  avalanche: ["crypto-lab avalanche", "swift-vault/Lesson-Avalanche", "SHA"],
  pbkdf2: ["crypto-lab pbkdf2-rounds", "swift-vault/Lesson-PBKDF2Rounds", "PBKDF2"],
  rounds: ["crypto-lab stretch", "swift-vault/Lesson-Stretch", "PBKDF2"],
  salt: ["crypto-lab salt", "swift-vault/Lesson-Salt", "PBKDF2"],
  memory: ["crypto-lab memory-hard", "swift-vault/Lesson-MemoryHard", "MemoryHard"],
  dictionary: ["crypto-lab entropy", "swift-vault/Lesson-Entropy", "PBKDF2"],
  vault: ["crypto-lab commitment", "Vault/InsideAVault", "Vault"],
  agreement: ["crypto-lab key-agreement", "swift-vault/Lesson-KeyAgreement", "Curve25519"],
  proof: ["crypto-lab key-agreement", "swift-vault/Lesson-KeyAgreement", "SecretComparison"],
  "brute-force": ["crypto-lab entropy", "swift-vault/Lesson-Entropy", "AES"],
  "one-time-pad": ["crypto-lab nonce-reuse", "swift-vault/Lesson-NonceReuse", "AES"],
  workbench: ["crypto-lab aes", "AES/Modes", "AES"],
  quiz: ["crypto-lab quiz", "swift-vault/Course", "AES"],
  exercise: ["crypto-lab exercise", "swift-vault/Course", "AES"],
})).catch((error) => {
  document.getElementById("main")
    .append(h("p", { class: "note" }, t`The playground cannot start here: ${error.message}`));
  throw error;
});
