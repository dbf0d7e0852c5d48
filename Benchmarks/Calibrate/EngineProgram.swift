import SwiftVaultCommandSupport

/// A program in another language that derives keys with the PBKDF2 of that language's library.
///
/// For each line `pbkdf2 HASH ROUNDS BYTES` that it reads, it derives one key of so many bytes and writes a line with
/// the nanoseconds that this took: elapsed and, after a space, of CPU time, unless it cannot know it.
struct EngineProgram: Equatable {
  let name: String
  /// The words of the command that runs it; `file` stands for the path of a file with the source.
  let command: [String]
  /// The source, which is the last word of the command unless it is in a file.
  let source: String
  /// The name of the file that the source must be in, if the interpreter takes no source as an argument.
  var file: String?

  /// A language by its name, or any command.
  init(named name: String) {
    self = Self.all.first { $0.name == name } ?? EngineProgram(name: name, command: ["sh", "-c"], source: name)
  }

  init(name: String, command: [String], source: String, file: String? = nil) {
    (self.name, self.command, self.source, self.file) = (name, command, source, file)
  }

  static let all = [python, node, java, openssl]

  private static let python = EngineProgram(
    name: "python", command: ["python3", "-c"],
    source: """
      import hashlib, sys, time
      for line in sys.stdin:
          _, name, rounds, count = line.split()
          wall, cpu = time.perf_counter_ns(), time.thread_time_ns()
          hashlib.pbkdf2_hmac(name, b"correct horse battery staple", bytes(16), int(rounds), int(count))
          print(time.perf_counter_ns() - wall, time.thread_time_ns() - cpu, flush=True)
      """)

  private static let node = EngineProgram(
    name: "node", command: ["node", "-e"],
    source: """
      const { pbkdf2Sync } = require("crypto")
      require("readline").createInterface({ input: process.stdin }).on("line", line => {
        const [, name, rounds, count] = line.split(" ")
        const start = process.hrtime.bigint(), before = process.cpuUsage()
        pbkdf2Sync("correct horse battery staple", Buffer.alloc(16), Number(rounds), Number(count), name)
        const { user, system } = process.cpuUsage(before)
        console.log(`${process.hrtime.bigint() - start} ${1000 * (user + system)}`)
      })
      """)

  private static let java = EngineProgram(
    name: "java", command: ["java"],
    source: """
      import java.lang.management.ManagementFactory;
      import java.util.Scanner;
      import javax.crypto.SecretKeyFactory;
      import javax.crypto.spec.PBEKeySpec;

      class Engine {
        public static void main(String[] arguments) throws Exception {
          var threads = ManagementFactory.getThreadMXBean();
          for (var input = new Scanner(System.in); input.hasNext();) {
            input.next();
            var factory = SecretKeyFactory.getInstance("PBKDF2WithHmac" + input.next().toUpperCase());
            int rounds = input.nextInt(), count = input.nextInt();
            long wall = System.nanoTime(), cpu = threads.getCurrentThreadCpuTime();
            factory.generateSecret(
              new PBEKeySpec("correct horse battery staple".toCharArray(), new byte[16], rounds, 8 * count));
            cpu = threads.getCurrentThreadCpuTime() - cpu;
            System.out.println((System.nanoTime() - wall) + " " + cpu);
          }
        }
      }
      """, file: "Engine.java")

  private static let openssl = EngineProgram(
    name: "openssl", command: ["sh", "-c"],
    source: """
      while read -r _ name rounds count; do
        start=$(date +%s%N)
        openssl kdf -keylen "$count" -kdfopt "digest:$name" -kdfopt 'pass:correct horse battery staple' \\
          -kdfopt hexsalt:00000000000000000000000000000000 -kdfopt "iter:$rounds" PBKDF2 >/dev/null || exit
        echo $(($(date +%s%N) - start))
      done
      """)
}
