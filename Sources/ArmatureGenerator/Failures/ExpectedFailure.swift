public import Armature

/// A failure that a test expects: where, and of which kind.
///
/// ```swift
/// expectFailures(of: book, [.init("Book.isbn", .pattern), .init("Book", .rule)])
/// ```
public struct ExpectedFailure: Hashable, Sendable {
  /// The entity, and the way to the value with dots: `Book.isbn`, `Person.address.zip`, or `Book`
  /// alone.
  public let path: String
  /// What is wrong.
  public let code: Code

  /// Names a failure.
  public init(_ path: String, _ code: Code) {
    self.path = path
    self.code = code
  }

  /// What is wrong: a code of `MessageCatalog.codes`, and for rules with names the name.
  public struct Code: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The code, such as `length.tooShort`.
    public let text: String
    /// The name of the rule; `nil` for any.
    public let name: String?

    /// Takes a code that is known at run time, such as that of a failure, and the name of a rule.
    public init(_ text: String, name: String? = nil) {
      self.text = text
      self.name = name
    }

    /// Takes a code as reports print it.
    public init(stringLiteral text: String) { self.init(text) }

    /// A value is missing.
    public static let required = Code("required")
    /// Text does not match a pattern.
    public static let pattern = Code("pattern")
    /// A value is none of those that are listed.
    public static let membership = Code("membership")
    /// Another object has the same values.
    public static let unique = Code("unique")
    /// Text, data or a list is too short.
    public static let tooShort = Code("length.tooShort")
    /// Text, data or a list is too long.
    public static let tooLong = Code("length.tooLong")
    /// A value lies below its range.
    public static let tooSmall = Code("range.tooSmall")
    /// A value lies above its range.
    public static let tooLarge = Code("range.tooLarge")
    /// A relationship leads to too few objects.
    public static let tooFew = Code("count.tooFew")
    /// A relationship leads to too many objects.
    public static let tooMany = Code("count.tooMany")
    /// Some rule with a name is broken.
    public static let rule = Code("rule")
    /// The rule with a name is broken.
    public static func rule(_ name: String) -> Code { Code("rule", name: name) }
  }
}

extension ExpectedFailure {
  /// Describes a failure that was found, as one to expect.
  public init(_ failure: ValidationFailure) {
    let path = ([failure.entity] + failure.keyPath).joined(separator: ".")
    self.init(path, Code(failure.code, name: failure.ruleName))
  }

  /// Whether a failure that was found is this one.
  package func matches(_ found: ExpectedFailure) -> Bool {
    found.path == path && found.code.text == code.text
      && (code.name == nil || found.code.name == code.name)
  }
}

extension ExpectedFailure: CustomStringConvertible {
  /// The path and the code, and the name of a rule: `Book [rule "a priced book has pages"]`.
  public var description: String {
    "\(path) [\(code.text)\(code.name.map { " \"\($0)\"" } ?? "")]"
  }
}

extension ValidationFailure {
  /// The name of the rule that is broken, if it has one.
  fileprivate var ruleName: String? {
    switch kind {
    case .rule(.predicate(let name, _), _, _, _), .rule(.custom(let name, _), _, _, _): name
    default: nil
    }
  }
}
