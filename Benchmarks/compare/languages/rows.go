// Answers requests as vault-bench serve does, with Go's standard library.
package main

import (
	"bufio"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

const rounds = 1000

func repeated(value byte, count int) []byte {
	bytes := make([]byte, count)
	for i := range bytes {
		bytes[i] = value
	}
	return bytes
}

// A call of the operation, what it computes, and how many of its units a call has.
func operation(name string, size int) (call func(), result func() []byte, units int) {
	key, text := make([]byte, 32), make([]byte, size, size+16)
	for i := range key {
		key[i] = byte(7 * i)
	}
	for i := range text {
		text[i] = byte(167*i + i>>8)
	}
	iv := repeated(0x1f, 16)
	block, _ := aes.NewCipher(key[:16])
	var out []byte
	first := func() []byte { return out[:16] }
	last := func() []byte { return text[size-16:] }
	switch name {
	case "sha256":
		return func() { digest := sha256.Sum256(text); out = digest[:] }, first, 1
	case "sha512":
		return func() { digest := sha512.Sum512(text); out = digest[:] }, first, 1
	case "hmac-sha256":
		return func() { code := hmac.New(sha256.New, key); code.Write(text); out = code.Sum(nil) }, first, 1
	case "pbkdf2-sha256":
		return func() { out, _ = pbkdf2.Key(sha256.New, "correct horse 0", repeated(0x5a, 16), rounds, size) }, first, rounds
	case "pbkdf2-sha512":
		return func() { out, _ = pbkdf2.Key(sha512.New, "correct horse 0", repeated(0x5a, 16), rounds, size) }, first, rounds
	case "aes-128-ctr":
		stream := cipher.NewCTR(block, iv)
		return func() { stream.XORKeyStream(text, text) }, last, 1
	case "aes-128-cbc-encrypt":
		mode := cipher.NewCBCEncrypter(block, iv)
		return func() { mode.CryptBlocks(text, text) }, last, 1
	case "aes-128-cbc-decrypt":
		mode := cipher.NewCBCDecrypter(block, iv)
		return func() { mode.CryptBlocks(text, text) }, last, 1
	case "aes-128-gcm-encrypt-expanded":
		gcm, _ := cipher.NewGCM(block)
		return func() { out = gcm.Seal(text[:0], iv[:12], text, nil) }, func() []byte { return out[size:] }, 1
	}
	return nil, nil, 0
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		size, _ := strconv.Atoi(words[1])
		call, result, units := operation(words[0], size)
		if call == nil {
			fmt.Println("error: no such operation")
		} else if words[2] == "check" {
			call()
			fmt.Printf("%x\n", result())
		} else {
			seconds, _ := strconv.ParseFloat(words[2], 64)
			count, start := 0, time.Now()
			for time.Since(start).Seconds() < seconds {
				for begun := time.Now(); time.Since(begun) < time.Millisecond; count += 8 {
					for range 8 {
						call()
					}
				}
			}
			fmt.Println(float64(time.Since(start).Nanoseconds()) / float64(count*units))
		}
	}
}
