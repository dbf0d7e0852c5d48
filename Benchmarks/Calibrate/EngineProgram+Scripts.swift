/// Engines in languages that an interpreter runs.
extension EngineProgram {
  static let python = EngineProgram(
    name: "python", command: ["python3", "-c"],
    source: """
      import hashlib, sys, time
      password, salt = b"correct horse battery staple", bytes(16)

      def derive(name, *numbers):
          if name == "pbkdf2":
              hash, rounds, count = numbers
              hashlib.pbkdf2_hmac(hash, password, salt, int(rounds), int(count))
          elif name == "argon2id":
              from argon2.low_level import Type, hash_secret_raw
              memory, passes, lanes, count = map(int, numbers)
              hash_secret_raw(password, salt, passes, memory, lanes, count, Type.ID)
          elif name == "scrypt":
              n, r, p, count = map(int, numbers)
              hashlib.scrypt(password, salt=salt, n=n, r=r, p=p, maxmem=2**31 - 1, dklen=count)
          elif name == "bcrypt":
              import bcrypt
              bcrypt.hashpw(password, bcrypt.gensalt(int(*numbers)))
          else:
              raise ValueError("")

      for line in sys.stdin:
          wall, cpu = time.perf_counter_ns(), time.process_time_ns()
          try:
              derive(*line.split())
              print(time.perf_counter_ns() - wall, time.process_time_ns() - cpu, flush=True)
          except (ImportError, ValueError) as error:
              print("unsupported", error, flush=True)
      """)

  static let node = EngineProgram(
    name: "node", command: ["node", "-e"],
    source: """
      const { argon2Sync, pbkdf2Sync, scryptSync } = require("crypto")
      const password = "correct horse battery staple", salt = Buffer.alloc(16)
      const functions = {
        pbkdf2: (hash, rounds, count) => pbkdf2Sync(password, salt, +rounds, +count, hash),
        argon2id: argon2Sync && ((memory, passes, lanes, count) =>
          argon2Sync("argon2id", {
            message: password, nonce: salt, memory: +memory, passes: +passes, parallelism: +lanes, tagLength: +count
          })),
        scrypt: (N, r, p, count) => scryptSync(password, salt, +count, { N: +N, r: +r, p: +p, maxmem: 2 ** 31 })
      }
      require("readline").createInterface({ input: process.stdin }).on("line", line => {
        const [name, ...words] = line.split(" ")
        if (!functions[name]) return console.log(`unsupported by Node ${process.version}`)
        const start = process.hrtime.bigint(), before = process.cpuUsage()
        functions[name](...words)
        const { user, system } = process.cpuUsage(before)
        console.log(`${process.hrtime.bigint() - start} ${1000 * (user + system)}`)
      })
      """)

  static let php = EngineProgram(
    name: "php", command: ["php", "-r"],
    source: """
      $password = "correct horse battery staple";
      $functions = [
        "pbkdf2" => fn($hash, $rounds, $count) =>
          hash_pbkdf2($hash, $password, str_repeat("\\0", 16), $rounds, $count, true),
        "argon2id" => fn($memory, $passes, $lanes) => password_hash(
          $password, PASSWORD_ARGON2ID, ["memory_cost" => $memory, "time_cost" => $passes, "threads" => $lanes]),
        "bcrypt" => fn($cost) => password_hash($password, PASSWORD_BCRYPT, ["cost" => $cost]),
      ];
      function cpu() {
        $usage = getrusage();
        return 1000000000 * ($usage["ru_utime.tv_sec"] + $usage["ru_stime.tv_sec"])
          + 1000 * ($usage["ru_utime.tv_usec"] + $usage["ru_stime.tv_usec"]);
      }
      while ($line = fgets(STDIN)) {
        $words = explode(" ", trim($line));
        $name = array_shift($words);
        [$wall, $cpu] = [hrtime(true), cpu()];
        try {
          if (!isset($functions[$name])) throw new Error();
          $functions[$name](...$words);
          echo hrtime(true) - $wall, " ", cpu() - $cpu, "\\n";
        } catch (Error $error) {
          echo "unsupported ", $error->getMessage(), "\\n";
        }
      }
      """)

  static let ruby = EngineProgram(
    name: "ruby", command: ["ruby", "-e"],
    source: """
      require "openssl"
      $stdout.sync = true
      PASSWORD, SALT = "correct horse battery staple", "\\0" * 16

      def derive(name, *numbers)
        case name
        when "pbkdf2"
          hash, rounds, count = numbers
          OpenSSL::KDF.pbkdf2_hmac(PASSWORD, salt: SALT, iterations: rounds.to_i, length: count.to_i, hash: hash)
        when "scrypt"
          n, r, p, count = numbers.map(&:to_i)
          OpenSSL::KDF.scrypt(PASSWORD, salt: SALT, N: n, r: r, p: p, length: count)
        when "bcrypt"
          require "bcrypt"
          BCrypt::Password.create(PASSWORD, cost: numbers[0].to_i)
        else raise LoadError, ""
        end
      end

      def nanoseconds(clock) = Process.clock_gettime(clock, :nanosecond)

      STDIN.each_line do |line|
        wall, cpu = nanoseconds(Process::CLOCK_MONOTONIC), nanoseconds(Process::CLOCK_PROCESS_CPUTIME_ID)
        derive(*line.split)
        wall, cpu = nanoseconds(Process::CLOCK_MONOTONIC) - wall, nanoseconds(Process::CLOCK_PROCESS_CPUTIME_ID) - cpu
        puts "#{wall} #{cpu}"
      rescue LoadError => error
        puts "unsupported #{error.message}"
      end
      """)

  /// Bash has the CPU time of a command, in milliseconds.
  static let openssl = EngineProgram(
    name: "openssl", command: ["bash", "-c"],
    source: """
      LC_ALL=C TIMEFORMAT='%R %U %S'
      derive() {
        openssl kdf -kdfopt 'pass:correct horse battery staple' -kdfopt hexsalt:00000000000000000000000000000000 "$@"
      }
      while read -r name a b c d; do
        case $name in
          pbkdf2) set -- -keylen "$c" -kdfopt "digest:$a" -kdfopt "iter:$b" PBKDF2 ;;
          argon2id) set -- -keylen "$d" -kdfopt "memcost:$a" -kdfopt "iter:$b" -kdfopt "lanes:$c" ARGON2ID ;;
          scrypt) set -- -keylen "$d" -kdfopt "n:$a" -kdfopt "r:$b" -kdfopt "p:$c" \\
            -kdfopt maxmem_bytes:2147483647 SCRYPT ;;
          *) echo unsupported; continue ;;
        esac
        if times=$({ time derive "$@" &>/dev/null; } 2>&1); then
          read -r wall user system <<<"${times//.}"
          # The CPU times are rounded down, on average by half a millisecond each.
          echo "$((10#$wall))000000 $((10#$user + 10#$system + 1))000000"
        else
          echo unsupported "$(derive "$@" 2>&1 | head -n 1)"
        fi
      done
      """)
}
