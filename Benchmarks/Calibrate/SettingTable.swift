import MemoryHard
import SwiftVaultCommandSupport

/// The settings of servers that check logins. Names, defaults and limits are those of the sources, as of November 2026.
extension Setting {
  static let all = [django, werkzeug, spring, aspnet, keycloak, kratos, authelia, vapor, cryptsetup, keepass, openssl]

  /// Without the hasher of the default list, which has the same algorithm name: of two, Django takes the later one for
  /// old passwords, and its count for `harden_runtime`.
  private static let django = Setting(
    names: ["django"], program: "Django 5.2",
    functions: [
      .pbkdf2([.sha256], .engine("python", because: "Django calls hashlib.pbkdf2_hmac")) { _, rounds in
        [
          Place(
            "myproject/hashers.py, myproject being the package with settings.py",
            """
            from django.contrib.auth.hashers import PBKDF2PasswordHasher


            class CalibratedPasswordHasher(PBKDF2PasswordHasher):
                iterations = \(rounds.underscored)
            """),
          Place(
            "settings.py",
            """
            PASSWORD_HASHERS = [
                "myproject.hashers.CalibratedPasswordHasher",
                "django.contrib.auth.hashers.PBKDF2SHA1PasswordHasher",
                "django.contrib.auth.hashers.Argon2PasswordHasher",
                "django.contrib.auth.hashers.BCryptSHA256PasswordHasher",
                "django.contrib.auth.hashers.ScryptPasswordHasher",
            ]
            """),
        ]
      }
    ],
    stored: ["A login whose hash has another count gets a new hash (must_update)."],
    sources: ["https://docs.djangoproject.com/en/5.2/topics/auth/passwords/"])

  private static let werkzeug = Setting(
    names: ["werkzeug"], program: "Werkzeug 3.1, and Flask with it",
    functions: [
      .pbkdf2(
        [.sha256, .sha512], .engine("python", because: "Werkzeug calls hashlib.pbkdf2_hmac")
      ) { hash, rounds in
        [
          Place("the configuration", "PASSWORD_METHOD = \"pbkdf2:\(hash.rawValue):\(rounds)\""),
          Place("where a password is set", "stored = generate_password_hash(password, PASSWORD_METHOD)"),
          Place(
            "where a login is checked",
            """
            valid = check_password_hash(stored, password)
            if valid and not stored.startswith(PASSWORD_METHOD + "$"):
                stored = generate_password_hash(password, PASSWORD_METHOD)
            """),
        ]
      }
    ],
    others: ["scrypt is its default; calibrate --engine python --hash scrypt measures it."],
    stored: ["Every hash states its method. The lines for a login renew an older one."],
    sources: ["https://werkzeug.palletsprojects.com/en/stable/utils/ (Security Helpers)"])

  private static let spring = Setting(
    names: ["spring"], program: "Spring Security 7",
    functions: [
      .pbkdf2([.sha256, .sha512], .engine("java", because: "it calls SecretKeyFactory")) { hash, rounds in
        [
          Place(
            "a class with @Configuration",
            """
            @Bean
            PasswordEncoder passwordEncoder() {
              String id = "pbkdf2-\(hash.rawValue)-\(rounds)";
              Map<String, PasswordEncoder> encoders = new HashMap<>();
              encoders.put(id, new Pbkdf2PasswordEncoder("", 16, \(rounds.underscored),
                  SecretKeyFactoryAlgorithm.PBKDF2WithHmac\(hash.rawValue.uppercased())));
              encoders.put("bcrypt", new BCryptPasswordEncoder());
              return new DelegatingPasswordEncoder(id, encoders);
            }
            """)
        ]
      }
    ],
    stored: [
      "A stored hash does not state its rounds, only the id of its encoder. So keep",
      "the encoder of each id: with other rounds under the same id, nobody logs in.",
      "A login with another id gets a new hash (upgradeEncoding) if the application",
      "has a UserDetailsPasswordService.",
    ],
    sources: [
      "https://docs.spring.io/spring-security/reference/features/authentication/password-storage.html",
      "Pbkdf2PasswordEncoder.java, DelegatingPasswordEncoder.java and",
      "DaoAuthenticationProvider.java in github.com/spring-projects/spring-security",
    ])

  private static let aspnet = Setting(
    names: ["aspnet"], program: "ASP.NET Core Identity, .NET 7 or later",
    functions: [
      .pbkdf2([.sha512], .engine("openssl", because: ".NET on Linux calls OpenSSL")) { _, rounds in
        [
          Place(
            "Program.cs",
            """
            builder.Services.Configure<PasswordHasherOptions>(options =>
                options.IterationCount = \(rounds.underscored));
            """)
        ]
      }
    ],
    stored: [
      "A login whose hash has fewer iterations is SuccessRehashNeeded, and",
      "UserManager.CheckPasswordAsync then stores a new hash.",
    ],
    sources: [
      "https://learn.microsoft.com/en-us/dotnet/api/microsoft.aspnetcore.identity.passwordhasheroptions.iterationcount",
      "PasswordHasher.cs and UserManager.cs in github.com/dotnet/aspnetcore",
      "Pbkdf2Implementation.OpenSsl.cs in github.com/dotnet/runtime",
    ])

  private static let keycloak = Setting(
    names: ["keycloak"], program: "Keycloak 26",
    functions: [
      .pbkdf2([.sha512], .engine("java", because: "it calls SecretKeyFactory")) { _, rounds in
        [
          Place(
            "Admin Console, Authentication > Policies > Password policy",
            """
            Hashing Algorithm   pbkdf2-sha512
            Hashing Iterations  \(rounds)
            """),
          Place(
            "or, in place of all password policies of REALM, a command",
            """
            kcadm.sh update realms/REALM -s \\
              'passwordPolicy="hashAlgorithm(pbkdf2-sha512) and hashIterations(\(rounds))"'
            """),
        ]
      },
      .argon2id(.login) { argon2id in
        [
          Place(
            "conf/keycloak.conf, with no Hashing Iterations in the password policy",
            """
            spi-password-hashing--argon2--memory=\(argon2id.kibibytes)
            spi-password-hashing--argon2--iterations=\(argon2id.passes)
            spi-password-hashing--argon2--parallelism=\(argon2id.lanes)
            """)
        ]
      },
    ],
    stored: ["A login whose hash has another algorithm or count gets a new hash."],
    sources: [
      "https://www.keycloak.org/docs/latest/server_admin/#_password-policies",
      "https://www.keycloak.org/server/all-provider-config (password-hashing)",
      "PasswordCredentialProvider.java in github.com/keycloak/keycloak",
    ])

  private static let kratos = Setting(
    names: ["kratos"], program: "Ory Kratos",
    functions: [
      .argon2id(.login) { argon2id in
        [
          Place(
            "kratos.yml",
            """
            hashers:
              algorithm: argon2
              argon2:
                memory: \(argon2id.kibibytes)KB
                iterations: \(argon2id.passes)
                parallelism: \(argon2id.lanes)
                salt_length: 16
                key_length: 32
            """)
        ]
      }
    ],
    others: [
      "It stores no PBKDF2. bcrypt is its default (hashers.bcrypt.cost, 12 or more),",
      "which calibrate --hash bcrypt measures in other programs. Kratos measures its",
      "own Argon2id with kratos hashers argon2 calibrate REQUESTS-PER-MINUTE.",
    ],
    stored: [
      "A login with a hash of another algorithm gets a new one. An Argon2id hash",
      "with other parameters stays valid, and is kept until the password changes.",
    ],
    sources: [
      "https://www.ory.sh/docs/kratos/guides/setting-up-password-hashing-parameters",
      "embedx/config.schema.json and hash/hasher_argon2.go in github.com/ory/kratos",
    ])

  private static let authelia = Setting(
    names: ["authelia"], program: "Authelia 4",
    functions: [
      .pbkdf2([.sha512, .sha256], .thisPackage) { hash, rounds in
        [
          Place(
            "configuration.yml",
            """
            authentication_backend:
              file:
                password:
                  algorithm: 'pbkdf2'
                  pbkdf2:
                    variant: '\(hash.rawValue)'
                    iterations: \(rounds)
                    salt_length: 16
            """)
        ]
      },
      .argon2id(.login) { argon2id in
        [
          Place(
            "configuration.yml",
            """
            authentication_backend:
              file:
                password:
                  algorithm: 'argon2'
                  argon2:
                    variant: 'argon2id'
                    iterations: \(argon2id.passes)
                    memory: \(argon2id.kibibytes)
                    parallelism: \(argon2id.lanes)
                    key_length: 32
                    salt_length: 16
            """)
        ]
      },
    ],
    stored: [
      "Every hash states its parameters and stays valid. A login does not renew it:",
      "a new password does, or 'authelia crypto hash generate' and an edit of the",
      "file.",
    ],
    sources: ["https://www.authelia.com/configuration/first-factor/file/"])

  private static let vapor = Setting(
    names: ["vapor"], program: "Vapor, package vapor/authentication",
    functions: [
      .pbkdf2([.sha256, .sha512], .thisPackage) { hash, rounds in
        [
          Place(
            "where the hasher is made",
            """
            let hasher = PBKDF2Hasher(
              pseudoRandomFunction: .\(hash.rawValue), iterations: \(rounds.underscored))
            """)
        ]
      }
    ],
    others: [
      "bcrypt is Vapor's default, app.passwords.use(.bcrypt(cost: 12)), which",
      "calibrate --hash bcrypt measures in other programs, named with --engine.",
    ],
    stored: [
      "A stored hash states its rounds and stays valid, but a hasher with another",
      "pseudoRandomFunction refuses it. Nothing renews it: store a new hash after a",
      "login.",
    ],
    sources: [
      "https://docs.vapor.codes/security/passwords/",
      "PBKDF2Hasher.swift in github.com/vapor/authentication",
    ])
}

extension Argon2id {
  var kibibytes: Int { memoryByteCount / 1024 }
}
