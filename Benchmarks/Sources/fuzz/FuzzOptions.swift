/// The options of the command line.
struct FuzzOptions {
  static let usage = """
    Usage: fuzz <mode> [--count n] [--seed s] [--seconds n] [--case n] [--replay file] [--store s] [--policy p]

    Modes:
    \(FuzzMode.all.map { "  \($0.name.padding(12)) \($0.summary)\n" }.joined())
      --count n    Run so many cases, 100,000 unless given.
      --seed s     Start with another seed than 1: the same seed makes the same cases.
      --seconds n  End after so many seconds, even if cases are left.
      --case n     Run this case alone, and print each step before it is taken.
      --replay f   Run the case whose numbers are in a file, as a failure prints them, in the same way.
      --store s    The store of window, turns, serial and cost: \(LawFuzz.stores.joined(separator: ", ")).
      --policy p   The policy of window and turns: \(LawFuzz.policies.map(\.name).joined(separator: ", ")).

    """

  private(set) var mode = FuzzMode.all[0]
  private(set) var count = 100_000
  private(set) var seed: UInt64 = 1
  private(set) var seconds: Int?
  private(set) var onlyCase: Int?
  private(set) var replayed: String?
  private(set) var help = false

  /// An error in the command line.
  struct UsageError: Error {
    let message: String
  }

  private static let options = [
    "--count", "--seed", "--seconds", "--case", "--replay", "--store", "--policy", "--help",
  ]

  /// - Throws: ``UsageError`` if a mode or option is unknown, or a number is invalid.
  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    var names: [String] = []
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": help = true
      case "--count": count = try Self.number(&rest, of: argument)
      case "--seed": seed = UInt64(try Self.number(&rest, of: argument))
      case "--seconds": seconds = try Self.number(&rest, of: argument)
      case "--case": onlyCase = try Self.number(&rest, of: argument)
      case "--replay":
        replayed = rest.popFirst()
        if replayed == nil { throw UsageError(message: "There must be a file after '--replay'.") }
      case "--store": LawFuzz.store = try Self.word(&rest, of: argument, LawFuzz.stores)
      case "--policy":
        LawFuzz.policy = try Self.word(&rest, of: argument, LawFuzz.policies.map(\.name))
      case _ where argument.hasPrefix("-"):
        throw UsageError(
          message: "Unknown option '\(argument)'.\(Self.suggestion(argument, Self.options))")
      default: names.append(argument)
      }
    }
    if help { return }
    let modes = FuzzMode.all.map(\.name)
    guard let name = names.first, names.count == 1 else {
      throw UsageError(message: "There must be one mode, but there are \(names.count).")
    }
    guard let mode = FuzzMode.all.first(where: { $0.name == name }) else {
      throw UsageError(message: "Unknown mode '\(name)'.\(Self.suggestion(name, modes))")
    }
    self.mode = mode
  }

  private static func number(_ rest: inout ArraySlice<String>, of option: String) throws -> Int {
    guard let text = rest.popFirst(), let number = Int(text), number >= 0 else {
      throw UsageError(message: "There must be a number from 0 after '\(option)'.")
    }
    return number
  }

  private static func word(
    _ rest: inout ArraySlice<String>, of option: String, _ known: [String]
  ) throws -> String {
    guard let word = rest.popFirst(), known.contains(word) else {
      throw UsageError(
        message: "There must be one of these after '\(option)': \(known.joined(separator: ", ")).")
    }
    return word
  }

  private static func suggestion(_ word: String, _ known: [String]) -> String {
    let near = known.map { ($0, distance(Array(word), Array($0))) }.filter { $0.1 <= 3 }
      .min { $0.1 < $1.1 }
    return near.map { " Did you mean '\($0.0)'?" } ?? ""
  }

  /// Returns the edit distance of two words.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var last = index
      row[0] = index + 1
      for position in other.indices {
        let changed = last + (other[position] == letter ? 0 : 1)
        last = row[position + 1]
        row[position + 1] = min(changed, min(last, row[position]) + 1)
      }
    }
    return row[other.count]
  }
}

extension String {
  fileprivate func padding(_ length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
