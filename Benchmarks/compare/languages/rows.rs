// Answers requests as vault-bench serve does, with RustCrypto's crates.
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256, Sha512};
use std::hint::black_box;
use std::io::BufRead;
use std::time::Instant;

const ROUNDS: u32 = 1000;

/// 16 bytes of the result of `name`, and its units in a call.
fn call(name: &str, text: &[u8], key: &[u8; 32]) -> Option<(Vec<u8>, u32)> {
    let password = b"correct horse 0";
    let salt = [0x5a; 16];
    let size = text.len();
    let mut out = [0; 64];
    Some(match name {
        "sha256" => (Sha256::digest(black_box(text))[..16].to_vec(), 1),
        "sha512" => (Sha512::digest(black_box(text))[..16].to_vec(), 1),
        "hmac-sha256" => {
            let mut code = Hmac::<Sha256>::new_from_slice(key).unwrap();
            code.update(black_box(text));
            (code.finalize().into_bytes()[..16].to_vec(), 1)
        }
        "pbkdf2-sha256" => {
            pbkdf2::pbkdf2::<Hmac<Sha256>>(password, &salt, ROUNDS, &mut out[..size]);
            (out[..16].to_vec(), ROUNDS)
        }
        "pbkdf2-sha512" => {
            pbkdf2::pbkdf2::<Hmac<Sha512>>(password, &salt, ROUNDS, &mut out[..size]);
            (out[..16].to_vec(), ROUNDS)
        }
        _ => return None,
    })
}

fn main() {
    let key: [u8; 32] = std::array::from_fn(|i| (7 * i) as u8);
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        let size: usize = words[1].parse().unwrap();
        let text: Vec<u8> = (0..size).map(|i| (167 * i + (i >> 8)) as u8).collect();
        let Some((result, units)) = call(words[0], &text, &key) else {
            println!("error: no such operation");
            continue;
        };
        if words[2] == "check" {
            println!("{}", result.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
            continue;
        }
        let seconds: f64 = words[2].parse().unwrap();
        let (mut count, start) = (0u64, Instant::now());
        while start.elapsed().as_secs_f64() < seconds {
            let begun = Instant::now();
            while begun.elapsed().as_millis() < 1 {
                for _ in 0..8 {
                    black_box(call(words[0], &text, &key));
                }
                count += 8;
            }
        }
        println!("{}", start.elapsed().as_nanos() as f64 / (count as f64 * units as f64));
    }
}
