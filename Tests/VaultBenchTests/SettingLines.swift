/// The lines to paste that `calibrate --for` prints for 1,340,000 rounds, or for 46 MiB, 5 passes and 2 lanes.
struct SettingLines: Sendable {
  let name, hash, text: String

  init(_ name: String, _ hash: String, _ text: String) { (self.name, self.hash, self.text) = (name, hash, text) }

  static let all = [
    SettingLines(
      "django", "sha256",
      #"""
      # myproject/hashers.py, myproject being the package with settings.py
      from django.contrib.auth.hashers import PBKDF2PasswordHasher


      class CalibratedPasswordHasher(PBKDF2PasswordHasher):
          iterations = 1_340_000
      # settings.py
      PASSWORD_HASHERS = [
          "myproject.hashers.CalibratedPasswordHasher",
          "django.contrib.auth.hashers.PBKDF2SHA1PasswordHasher",
          "django.contrib.auth.hashers.Argon2PasswordHasher",
          "django.contrib.auth.hashers.BCryptSHA256PasswordHasher",
          "django.contrib.auth.hashers.ScryptPasswordHasher",
      ]
      """#),
    SettingLines(
      "werkzeug", "sha256",
      #"""
      # the configuration
      PASSWORD_METHOD = "pbkdf2:sha256:1340000"
      # where a password is set
      stored = generate_password_hash(password, PASSWORD_METHOD)
      # where a login is checked
      valid = check_password_hash(stored, password)
      if valid and not stored.startswith(PASSWORD_METHOD + "$"):
          stored = generate_password_hash(password, PASSWORD_METHOD)
      """#),
    SettingLines(
      "werkzeug", "sha512",
      #"""
      # the configuration
      PASSWORD_METHOD = "pbkdf2:sha512:1340000"
      # where a password is set
      stored = generate_password_hash(password, PASSWORD_METHOD)
      # where a login is checked
      valid = check_password_hash(stored, password)
      if valid and not stored.startswith(PASSWORD_METHOD + "$"):
          stored = generate_password_hash(password, PASSWORD_METHOD)
      """#),
    SettingLines(
      "spring", "sha256",
      #"""
      # a class with @Configuration
      @Bean
      PasswordEncoder passwordEncoder() {
        String id = "pbkdf2-sha256-1340000";
        Map<String, PasswordEncoder> encoders = new HashMap<>();
        encoders.put(id, new Pbkdf2PasswordEncoder("", 16, 1_340_000,
            SecretKeyFactoryAlgorithm.PBKDF2WithHmacSHA256));
        encoders.put("bcrypt", new BCryptPasswordEncoder());
        return new DelegatingPasswordEncoder(id, encoders);
      }
      """#),
    SettingLines(
      "spring", "sha512",
      #"""
      # a class with @Configuration
      @Bean
      PasswordEncoder passwordEncoder() {
        String id = "pbkdf2-sha512-1340000";
        Map<String, PasswordEncoder> encoders = new HashMap<>();
        encoders.put(id, new Pbkdf2PasswordEncoder("", 16, 1_340_000,
            SecretKeyFactoryAlgorithm.PBKDF2WithHmacSHA512));
        encoders.put("bcrypt", new BCryptPasswordEncoder());
        return new DelegatingPasswordEncoder(id, encoders);
      }
      """#),
    SettingLines(
      "aspnet", "sha512",
      #"""
      # Program.cs
      builder.Services.Configure<PasswordHasherOptions>(options =>
          options.IterationCount = 1_340_000);
      """#),
    SettingLines(
      "keycloak", "sha512",
      #"""
      # Admin Console, Authentication > Policies > Password policy
      Hashing Algorithm   pbkdf2-sha512
      Hashing Iterations  1340000
      # or, in place of all password policies of REALM, a command
      kcadm.sh update realms/REALM -s \
        'passwordPolicy="hashAlgorithm(pbkdf2-sha512) and hashIterations(1340000)"'
      """#),
    SettingLines(
      "keycloak", "argon2id",
      #"""
      # conf/keycloak.conf, with no Hashing Iterations in the password policy
      spi-password-hashing--argon2--memory=47104
      spi-password-hashing--argon2--iterations=5
      spi-password-hashing--argon2--parallelism=2
      """#),
    SettingLines(
      "kratos", "argon2id",
      #"""
      # kratos.yml
      hashers:
        algorithm: argon2
        argon2:
          memory: 47104KB
          iterations: 5
          parallelism: 2
          salt_length: 16
          key_length: 32
      """#),
    SettingLines(
      "authelia", "sha512",
      #"""
      # configuration.yml
      authentication_backend:
        file:
          password:
            algorithm: 'pbkdf2'
            pbkdf2:
              variant: 'sha512'
              iterations: 1340000
              salt_length: 16
      """#),
    SettingLines(
      "authelia", "sha256",
      #"""
      # configuration.yml
      authentication_backend:
        file:
          password:
            algorithm: 'pbkdf2'
            pbkdf2:
              variant: 'sha256'
              iterations: 1340000
              salt_length: 16
      """#),
    SettingLines(
      "authelia", "argon2id",
      #"""
      # configuration.yml
      authentication_backend:
        file:
          password:
            algorithm: 'argon2'
            argon2:
              variant: 'argon2id'
              iterations: 5
              memory: 47104
              parallelism: 2
              key_length: 32
              salt_length: 16
      """#),
    SettingLines(
      "vapor", "sha256",
      #"""
      # where the hasher is made
      let hasher = PBKDF2Hasher(
        pseudoRandomFunction: .sha256, iterations: 1_340_000)
      """#),
    SettingLines(
      "vapor", "sha512",
      #"""
      # where the hasher is made
      let hasher = PBKDF2Hasher(
        pseudoRandomFunction: .sha512, iterations: 1_340_000)
      """#),
    SettingLines(
      "cryptsetup", "sha512",
      #"""
      # a new volume
      cryptsetup luksFormat \
        --pbkdf pbkdf2 --hash sha512 \
        --pbkdf-force-iterations 1340000 DEVICE
      # a volume with LUKS2
      cryptsetup luksConvertKey \
        --pbkdf pbkdf2 --hash sha512 \
        --pbkdf-force-iterations 1340000 DEVICE
      """#),
    SettingLines(
      "cryptsetup", "argon2id",
      #"""
      # a new volume
      cryptsetup luksFormat \
        --pbkdf argon2id --pbkdf-memory 47104 \
        --pbkdf-parallel 2 --pbkdf-force-iterations 5 DEVICE
      # a volume with LUKS2
      cryptsetup luksConvertKey \
        --pbkdf argon2id --pbkdf-memory 47104 \
        --pbkdf-parallel 2 --pbkdf-force-iterations 5 DEVICE
      """#),
    SettingLines(
      "keepass", "argon2id",
      #"""
      # KeePass, database settings, key derivation function Argon2id
      Iterations   5
      Memory       46 MB
      Parallelism  2
      # KeePassXC, database security, Encryption Settings, Advanced, Argon2id
      Transform rounds  5
      Memory Usage      46 MiB
      Parallelism       2
      """#),
    SettingLines(
      "openssl", "sha512",
      #"""
      # encryption
      openssl enc -aes-256-cbc -pbkdf2 -md sha512 -iter 1340000 \
        -in FILE -out FILE.enc
      # decryption
      openssl enc -d -aes-256-cbc -pbkdf2 -md sha512 -iter 1340000 \
        -in FILE.enc -out FILE
      """#),
  ]
}
