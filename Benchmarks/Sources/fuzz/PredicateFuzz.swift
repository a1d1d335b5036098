import ArmatureModel
import Foundation

/// Random conditions: each must be parsed to its original tree, and arbitrary text must at most be rejected. Parsed
/// conditions must print as text that parses to an equal condition, and must evaluate correctly.
enum PredicateFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    if choices.oneIn(4) { return try ComparisonFuzz.problem(&choices, trace) }
    var writer = Writer(choices: choices)
    let (text, tree) = writer.condition(3)
    choices = writer.choices
    guard choices.oneIn(2) else { return wholeProblem(text, tree, trace) }
    var bytes = Array(text.utf8)
    change(&bytes, &choices)
    return brokenProblem(String(decoding: bytes, as: UTF8.self), &choices, trace)
  }

  private static func wholeProblem(
    _ text: String, _ tree: FetchPredicate, _ trace: Trace
  ) -> String? {
    trace.note("text \(text.debugDescription)")
    do {
      let read = try FetchPredicate(text)
      if read != tree { return "it must be read as \(tree), but is as \(read)" }
      return printingProblem(read)
    } catch {
      return "it must be read, but is not: \(error)"
    }
  }

  private static func brokenProblem(
    _ text: String, _ choices: inout Choices, _ trace: Trace
  ) -> String? {
    var arguments: [(any PropertyConvertible)?] = []
    let values: [(any PropertyConvertible)?] = [
      1, 1.5, "a.b", "@count", nil, [1, 2], true, AttributeValue.composite(["a": .int(1)]),
    ]
    for _ in 0..<choices.below(3) { arguments.append(choices.pick(values)) }
    trace.note("text \(text.debugDescription) with \(arguments.count) arguments")
    do {
      return printingProblem(try FetchPredicate(text, arguments: arguments))
    } catch {
      guard error.line >= 1, error.column >= 1, error.column <= text.count + 1,
        error.excerptOffset <= error.excerpt.count, error.reason.hasPrefix("Expected"),
        error.description.utf8.count < 5_000
      else { return "its mistake has no place: \(error)" }
      return nil
    }
  }

  private static func printingProblem(_ predicate: FetchPredicate) -> String? {
    do {
      let other = try FetchPredicate(predicate.description)
      return other == predicate ? nil : "\(predicate) reads back as \(other)"
    } catch {
      return "\(predicate) does not read back: \(error)"
    }
  }

  private static func change(_ bytes: inout [UInt8], _ choices: inout Choices) {
    for _ in 0...choices.below(3) {
      let place = choices.below(bytes.count + 1)
      switch choices.below(5) {
      case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(choices.below(8))
      case 1 where place < bytes.count: bytes.remove(at: place)
      case 2: bytes.insert(UInt8(truncatingIfNeeded: choices.next()), at: place)
      case 3: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: Array(choices.pick(pieces).utf8), at: place)
      }
    }
  }

  private static let pieces = [
    " ", "(", ")", "{", "}", "[", "]", ",", ".", ":", "\"", "'", "\\", "#", "$", "@", "%", "%@",
    "%K",
    "%d", "!", "&", "|", "=", "<", ">", "-", "**", "~", "^", " AND ", " NOT ", " ANY ", " IN ",
    "SELF", "nil", "[SIZE]", "[LAST]", "[0]", " UNION ", "TERNARY(", ".@count", "@sum", "SUBQUERY(",
    "CAST(", "FUNCTION(", "abs:(", "now()",
    "\\u00e9", "0x", "1e5", "9223372036854775808", "é", "\u{0}", "“", "((((((((((", "~~~~~~~~~~",
  ]
}

/// Writes conditions in all possible notations, together with the expected trees.
private struct Writer {
  var choices: Choices
  /// The variables of the enclosing subqueries.
  private var scopes: [String] = []

  init(choices: Choices) { self.choices = choices }

  mutating func condition(_ depth: Int) -> (String, FetchPredicate) {
    switch choices.below(depth > 0 ? 8 : 4) {
    case 0:
      return choices.bool()
        ? (word("TRUEPREDICATE"), .constant(true)) : (word("falsePredicate"), .constant(false))
    case 1, 2, 3: return comparison(depth)
    case 4, 5: return chain(depth, [" AND ", "&&"], FetchPredicate.and)
    case 6: return chain(depth, [" OR ", "||"], FetchPredicate.or)
    default:
      let (text, tree) = condition(depth - 1)
      return ((choices.bool() ? "!" : word("not")) + "(\(text))", .not(tree))
    }
  }

  private mutating func chain(
    _ depth: Int, _ signs: [String], _ make: ([FetchPredicate]) -> FetchPredicate
  ) -> (String, FetchPredicate) {
    var trees: [FetchPredicate] = []
    var whole = ""
    for number in 0...(1 + choices.below(2)) {
      let (text, tree) = condition(depth - 1)
      if number > 0 { whole += space() + word(choices.pick(signs)) + space() }
      whole += isChain(tree) || choices.oneIn(4) ? "(\(text))" : text
      trees.append(tree)
    }
    return (whole, make(trees))
  }

  private func isChain(_ tree: FetchPredicate) -> Bool {
    switch tree {
    case .and, .or: true
    default: false
    }
  }

  private mutating func comparison(_ depth: Int) -> (String, FetchPredicate) {
    let (left, leftTree) = value(depth)
    let (quantifier, quantifierTree): (String, FetchPredicate.Quantifier) =
      choices.oneIn(4)
      ? choices.pick([("ANY ", .any), ("some ", .any), ("All ", .all), ("NONE\n", .none)])
      : ("", .one)
    switch choices.below(4) {
    case 0:
      let (lower, lowerTree) = value(0)
      let (upper, upperTree) = value(0)
      return (
        "\(quantifier)\(left) \(word("between")) {\(space())\(lower),\(upper)\(space())}",
        .comparison(
          leftTree, .between, .list([lowerTree, upperTree]), quantifier: quantifierTree)
      )
    case 1:
      var texts: [String] = []
      var trees: [FetchExpression] = []
      for _ in 0..<choices.below(4) {
        let (text, tree) = value(0)
        texts.append(text)
        trees.append(tree)
      }
      return (
        "\(quantifier)\(left) \(word("in")) {\(texts.joined(separator: " ,"))}",
        .comparison(leftTree, .in, .list(trees), quantifier: quantifierTree)
      )
    default:
      let (sign, comparison): (String, FetchPredicate.Comparison) = choices.pick(Self.signs)
      let (letters, options): (String, FetchPredicate.Options) = choices.pick(Self.options)
      let (right, rightTree) = value(depth)
      return (
        "\(quantifier)\(left) \(word(sign))\(letters) \(right)",
        .comparison(
          leftTree, comparison, rightTree, options: options, quantifier: quantifierTree)
      )
    }
  }

  private static let signs: [(String, FetchPredicate.Comparison)] = [
    ("=", .equal), ("==", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<", .less),
    ("<=", .lessOrEqual), ("=<", .lessOrEqual), (">", .greater), (">=", .greaterOrEqual),
    ("=>", .greaterOrEqual), ("contains", .contains), ("BeginsWith", .beginsWith),
    ("endswith", .endsWith), ("LIKE", .like), ("matches", .matches),
  ]
  private static let options: [(String, FetchPredicate.Options)] = [
    ("", []), ("", []), ("[c]", .caseInsensitive), (" [ d ]", .diacriticInsensitive),
    ("[dc]", [.caseInsensitive, .diacriticInsensitive]), ("[n]", []),
  ]

  private mutating func value(_ depth: Int) -> (String, FetchExpression) {
    switch choices.below(depth > 0 ? 13 : 6) {
    case 0, 1: return path()
    case 2: return number()
    case 3: return text()
    case 4: return choices.pick(Self.constants)
    case 5: return choices.pick([("$A", .variable("A")), ("$\"b c\"", .variable("b c"))])
    case 6:
      let (left, leftTree) = value(depth - 1)
      let (right, rightTree) = value(depth - 1)
      let (sign, operation): (String, FetchExpression.Arithmetic) = choices.pick(Self.operations)
      return (
        "(\(left))\(space())\(sign)\(space())(\(right))",
        .arithmetic(leftTree, operation, rightTree)
      )
    case 7:
      let (argument, tree) = value(depth - 1)
      let (name, function): (String, FetchExpression.Function) = choices.pick(Self.functions)
      return ("\(name)(\(space())\(argument))", .function(function, [tree]))
    case 8:
      let (text, tree) = path()
      let (word, aggregate): (String, FetchExpression.Aggregate) = choices.pick(Self.aggregates)
      return ("(\(text)).\(word)", .aggregate(aggregate, of: tree))
    case 9:
      let (test, testTree) = condition(depth - 1)
      let (first, firstTree) = value(depth - 1)
      let (other, otherTree) = value(depth - 1)
      return (
        "\(word("ternary"))(\(test),\(space())\(first), \(other))",
        .conditional(testTree, firstTree, otherwise: otherTree)
      )
    case 10:
      let (left, leftTree) = path()
      let (right, rightTree) = value(depth - 1)
      let (sign, combination): (String, FetchExpression.Combination) = choices.pick(
        Self.combinations)
      return (
        "(\(left) \(word(sign)) (\(right)))", .combination(leftTree, combination, rightTree)
      )
    case 11:
      let (base, tree) = value(depth - 1)
      let (text, position): (String, FetchExpression.Position) = choices.pick(Self.positions)
      return ("(\(base))[\(space())\(text)]", .element(position, of: tree))
    default:
      let (objects, tree) = path()
      let name = choices.pick(["x", "y", "x"])
      scopes.append(name)
      let (text, condition) = condition(depth - 1)
      scopes.removeLast()
      return (
        "\(word("subquery"))(\(objects), $\(name),\(space())\(text)).@count",
        .aggregate(.count, of: .subquery(tree, where: condition))
      )
    }
  }

  private static let combinations: [(String, FetchExpression.Combination)] = [
    ("union", .union), ("INTERSECT", .intersection), ("Minus", .difference),
  ]
  private static let positions: [(String, FetchExpression.Position)] = [
    ("first", .first), ("LAST", .last), ("0", .index(0)), ("0x10", .index(16)),
  ]
  private static let constants: [(String, FetchExpression)] = [
    ("nil", .constant(.null)), ("NULL", .constant(.null)), ("Yes", true), ("FALSE", false),
    ("now()", .function(.now, [])), ("{:}", .constant(.composite([:]))),
    ("CAST(5, 'NSDate')", .constant(.date(Date(timeIntervalSinceReferenceDate: 5)))),
  ]
  private static let operations: [(String, FetchExpression.Arithmetic)] = [
    ("+", .add), ("-", .subtract), ("*", .multiply), ("/", .divide), ("**", .power),
    ("&", .bitwiseAnd), ("|", .bitwiseOr), ("^", .bitwiseXor), ("<<", .leftShift),
    (">>", .rightShift),
  ]
  private static let functions: [(String, FetchExpression.Function)] = [
    ("abs:", .abs), ("abs", .abs), ("lowercase:", .lowercase), ("uppercase: ", .uppercase),
    ("~", .onesComplement), ("sqrt", .squareRoot), ("length:", .length),
  ]
  private static let aggregates: [(String, FetchExpression.Aggregate)] = [
    ("@count", .count), ("@sum", .sum), ("@avg", .average), ("@min", .minimum), ("@max", .maximum),
    ("@distinctUnionOfObjects", .distinct),
  ]

  private mutating func path() -> (String, FetchExpression) {
    var texts: [String] = []
    var names: [String] = []
    for _ in 0..<(1 + choices.below(3)) {
      let (text, name): (String, String) = choices.pick(Self.names)
      texts.append(text)
      names.append(name)
    }
    var level = scopes.count
    if let scope = scopes.last, choices.bool() {
      texts.insert("$" + scope, at: 0)
      level = 0
    } else if choices.oneIn(5) {
      texts.insert(word("self"), at: 0)
    }
    return (texts.joined(separator: "."), .keyPath(FetchPath(names, level: level)))
  }

  private static let names = [
    ("a", "a"), ("pages", "pages"), ("größe", "größe"), ("#in", "in"), ("#Self", "Self"),
    ("_1", "_1"), ("minus", "minus"), ("#\"a \\\"b\"", "a \"b"), ("count", "count"),
    ("size", "size"),
  ]

  private mutating func number() -> (String, FetchExpression) {
    switch choices.below(4) {
    case 0:
      let number = Int64(bitPattern: choices.word())
      return ("\(number)", .constant(.int(number)))
    case 1:
      let number = Double(bitPattern: choices.word())
      return number.isFinite ? ("\(number)", .constant(.double(number))) : ("1.5", 1.5)
    case 2:
      let number = Int64(choices.below(256))
      return ("0x\(String(number, radix: 16))", .constant(.int(number)))
    default:
      let number = Int64(choices.below(10))
      return ("-\(number)", .constant(.int(-number)))
    }
  }

  private mutating func text() -> (String, FetchExpression) {
    let quote = choices.pick(["'", "\""])
    var written = ""
    var content = ""
    for _ in 0..<choices.below(5) {
      let (text, meant): (String, String) = choices.pick(Self.characters)
      written += text
      content += meant
    }
    return (quote + written + quote, .constant(.string(content)))
  }

  private static let characters = [
    ("a", "a"), ("é", "é"), ("\\u00e9", "é"), ("\\U0001F600", "😀"), ("\\\\", "\\"), ("\\'", "'"),
    ("\\\"", "\""), ("\\n", "\n"), ("%@", "%@"), ("{", "{"), ("\u{301}", "\u{301}"),
    ("\u{0}", "\u{0}"),
  ]

  /// Returns a word, sometimes in another case.
  private mutating func word(_ word: String) -> String {
    switch choices.below(4) {
    case 0: word.uppercased()
    case 1: word.lowercased()
    default: word
    }
  }

  private mutating func space() -> String { choices.pick([" ", "", "\n\t", "  "]) }
}
