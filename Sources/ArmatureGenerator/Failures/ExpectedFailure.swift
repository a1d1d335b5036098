public import Armature

/// A failure that a test expects. It consists of a path and a code.
///
/// ```swift
/// expectFailures(of: book, [.init("Book.isbn", .pattern), .init("Book", .rule)])
/// ```
public struct ExpectedFailure: Hashable, Sendable {
  /// The entity and the key path, separated by dots, as in `Book.isbn` or `Person.address.zip`. If the failure concerns
  /// the object as a whole, the path is the entity alone, as in `Book`.
  public let path: String
  /// The code of the failure.
  public let code: Code

  /// Creates an expected failure.
  public init(_ path: String, _ code: Code) {
    self.path = path
    self.code = code
  }

  /// The code of a failure.
  ///
  /// `MessageCatalog.codes` lists all codes. For a named rule, the code also contains the name of the rule.
  public struct Code: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The code, such as `length.tooShort`.
    public let text: String
    /// The name of the rule. It is `nil` if the code stands for any rule.
    public let name: String?

    /// Creates a code from a text and an optional rule name, which can be computed at run time.
    public init(_ text: String, name: String? = nil) {
      self.text = text
      self.name = name
    }

    /// Creates a code from its text in reports.
    public init(stringLiteral text: String) { self.init(text) }

    /// A value is missing.
    public static let required = Code("required")
    /// Text does not match a pattern.
    public static let pattern = Code("pattern")
    /// Text does not have its format.
    public static let format = Code("format")
    /// A part of a JSON value does not satisfy its schema.
    public static let schema = Code("schema")
    /// A value is not in the list of valid values.
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
    /// Any named rule is broken.
    public static let rule = Code("rule")
    /// Returns the code of a named rule.
    public static func rule(_ name: String) -> Code { Code("rule", name: name) }
  }
}

extension ExpectedFailure {
  /// Creates an expected failure from an actual one.
  public init(_ failure: ValidationFailure) {
    let path = ([failure.entity] + failure.keyPath).joined(separator: ".")
    self.init(path, Code(failure.code, name: failure.ruleName))
  }

  /// Returns whether an actual failure is the expected one.
  package func matches(_ found: ExpectedFailure) -> Bool {
    found.path == path && found.code.text == code.text
      && (code.name == nil || found.code.name == code.name)
  }
}

extension ExpectedFailure: CustomStringConvertible {
  /// The path, the code, and the name of the rule, as in `Book [rule "a priced book has pages"]`.
  public var description: String {
    "\(path) [\(code.text)\(code.name.map { " \"\($0)\"" } ?? "")]"
  }
}

extension ValidationFailure {
  /// The name of the broken rule, if it has one.
  fileprivate var ruleName: String? {
    switch kind {
    case .rule(.predicate(let name, _), _, _, _), .rule(.custom(let name, _), _, _, _): name
    default: nil
    }
  }
}
