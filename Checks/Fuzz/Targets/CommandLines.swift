import Foundation

@testable import SwiftVaultBenchmarks
@testable import SwiftVaultCryptoLab
@testable import SwiftVaultVaultTool

/// The arguments of the three commands, one a line. The first byte selects the command. The arguments are refused with
/// a message that is safe for a terminal, or each of them is assigned to its option.
enum CommandLines: Target {
  static func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let words = input.dropFirst().split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
    switch first % 3 {
    case 0: vault(words)
    case 1: bench(words.map { String(decoding: $0, as: UTF8.self) })
    default: lab(words.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  private static func vault(_ words: [[UInt8]]) {
    do {
      let arguments = try SwiftVaultVaultTool.Arguments(parsing: words)
      try arguments.checkOperands()
      let command = try arguments.requireCommand()
      let options = command.options + SwiftVaultVaultTool.Option.common
      for option in options where arguments.has(option) && option.value != nil {
        let value = arguments.bytes(option) ?? []
        expect(words.contains { $0.suffix(value.count).elementsEqual(value) }, "a value that is none of the words")
        if let number = try arguments.number(option, in: 1...1000) {
          let digits = String(decoding: value.drop { $0 == UInt8(ascii: "0") }, as: UTF8.self)
          expect("\(number)" == digits && 1...1000 ~= number, "\(number) from \(digits)")
        }
      }
      for operand in arguments.operands {
        expect(words.contains(operand.bytes), "an operand that is none of the words")
      }
      _ = try arguments.context()
    } catch let error as ToolError {
      let sentence = "\(error)"
      expect(sentence.printable == sentence && !sentence.isEmpty, "a sentence that does not print: \(sentence)")
    } catch {
      fatalError("an error that the command does not know: \(error)")
    }
  }

  private static func bench(_ words: [String]) {
    for command in BenchCommand.all {
      do throws(BenchError) {
        let arguments = try BenchArguments(words, for: command)
        for option in command.options where arguments.value(option) != nil {
          let number = try arguments.number(option, in: 1...1000, default: 1)
          expect(1...1000 ~= number, "\(option) is \(number)")
          let words = try arguments.list(option, default: "")
          expect(!words.contains(""), "an empty entry")
        }
      } catch {
        expect(!error.message.isEmpty, "an error without a message")
      }
    }
  }

  private static func lab(_ words: [String]) {
    for command in LabCommand.all {
      do throws(LabError) {
        let options = try Options(words, for: command)
        for option in command.options {
          _ = options.has(option.name)
          _ = options.label(option.name)
          _ = options.text(option.name)
          if options.text(option.name) != nil {
            let numbers = try options.integers(option.name) ?? []
            let number = numbers.count == 1 ? try options.integer(option.name) : nil
            expect(number == nil || numbers == [number], "one number")
          }
        }
      } catch {
        expect(!error.message.isEmpty, "an error without a message")
      }
    }
  }
}
