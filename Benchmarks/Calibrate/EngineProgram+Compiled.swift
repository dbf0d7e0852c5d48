/// Engines in languages whose programs are compiled when they are run.
extension EngineProgram {
  static let java = EngineProgram(
    name: "java", command: ["java"],
    source: """
      import java.lang.management.ManagementFactory;
      import java.security.NoSuchAlgorithmException;
      import java.util.Scanner;
      import javax.crypto.SecretKeyFactory;
      import javax.crypto.spec.PBEKeySpec;

      class Engine {
        public static void main(String[] arguments) throws Exception {
          var threads = ManagementFactory.getThreadMXBean();
          for (var input = new Scanner(System.in); input.hasNextLine();) {
            String[] words = input.nextLine().split(" ");
            try {
              if (!words[0].equals("pbkdf2")) throw new NoSuchAlgorithmException("by the JDK");
              var factory = SecretKeyFactory.getInstance("PBKDF2WithHmac" + words[1].toUpperCase());
              int rounds = Integer.parseInt(words[2]), count = Integer.parseInt(words[3]);
              long wall = System.nanoTime(), cpu = threads.getCurrentThreadCpuTime();
              factory.generateSecret(
                new PBEKeySpec("correct horse battery staple".toCharArray(), new byte[16], rounds, 8 * count));
              cpu = threads.getCurrentThreadCpuTime() - cpu;
              System.out.println((System.nanoTime() - wall) + " " + cpu);
            } catch (NoSuchAlgorithmException error) {
              System.out.println("unsupported " + error.getMessage());
            }
          }
        }
      }
      """, file: "Engine.java")

  static let go = EngineProgram(
    name: "go", command: ["go", "run"],
    source: """
      package main

      import (
      	"crypto/hmac"
      	"crypto/sha1"
      	"crypto/sha256"
      	"crypto/sha512"
      	"fmt"
      	"hash"
      	"syscall"
      	"time"
      )

      var hashes = map[string]func() hash.Hash{
      	"sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New,
      }

      // The loop of golang.org/x/crypto/pbkdf2, which is outside the standard library.
      func pbkdf2(new func() hash.Hash, rounds, count int) {
      	prf := hmac.New(new, []byte("correct horse battery staple"))
      	for block := byte(1); count > 0; block++ {
      		prf.Reset()
      		prf.Write(append(make([]byte, 16), 0, 0, 0, block))
      		u := prf.Sum(nil)
      		key := append([]byte{}, u...)
      		for round := 2; round <= rounds; round++ {
      			prf.Reset()
      			prf.Write(u)
      			u = prf.Sum(u[:0])
      			for i := range u {
      				key[i] ^= u[i]
      			}
      		}
      		count -= len(key)
      	}
      }

      func cpu() int64 {
      	var usage syscall.Rusage
      	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
      	return usage.Utime.Nano() + usage.Stime.Nano()
      }

      func main() {
      	var name, hash string
      	var rounds, count int
      	for {
      		if _, err := fmt.Scan(&name); err != nil {
      			return
      		}
      		fmt.Scanln(&hash, &rounds, &count)
      		if name != "pbkdf2" || hashes[hash] == nil {
      			fmt.Println("unsupported by the standard library")
      			continue
      		}
      		start, before := time.Now(), cpu()
      		pbkdf2(hashes[hash], rounds, count)
      		fmt.Println(time.Since(start).Nanoseconds(), cpu()-before)
      	}
      }
      """, file: "Engine.go")

  static let dotnet = EngineProgram(
    name: "dotnet", command: ["dotnet", "run"],
    source: """
      using System.Diagnostics;
      using System.Security.Cryptography;

      while (Console.ReadLine() is { } line)
      {
          var words = line.Split(' ');
          if (words[0] != "pbkdf2" || words[1] is not ("sha1" or "sha256" or "sha384" or "sha512"))
          {
              Console.WriteLine("unsupported by Rfc2898DeriveBytes");
              continue;
          }
          var (start, before) = (Stopwatch.GetTimestamp(), Environment.CpuUsage.TotalTime);
          Rfc2898DeriveBytes.Pbkdf2(
              "correct horse battery staple", new byte[16], int.Parse(words[2]),
              new HashAlgorithmName(words[1].ToUpperInvariant()), int.Parse(words[3]));
          var elapsed = Stopwatch.GetElapsedTime(start);
          var cpu = Environment.CpuUsage.TotalTime - before;
          Console.WriteLine($"{elapsed.TotalNanoseconds:F0} {cpu.TotalNanoseconds:F0}");
      }
      """, file: "Engine.cs")
}
