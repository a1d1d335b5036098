import ArmatureModel

/// A part of a Foundation predicate that conditions do not support.
enum UnsupportedPredicatePart: CustomStringConvertible {
  /// An expression, given by the name of its type.
  case expression(String)
  /// A member of a type that is not a property, and the type of its value.
  case member(String, String)
  /// A member of a composite.
  case element(String)
  /// A constant of an unsupported type.
  case constant(String)
  /// A part that does not fit its place.
  case place(String)
  /// An operation on values that conditions only support for text.
  case textOnly(String)
  /// More alternatives than the limit.
  case alternatives(Int)

  var description: String {
    switch self {
    case .expression(let type):
      let name = Self.name(of: type)
      return "A condition has no equivalent of \(name) in the predicate."
        + (Self.remedies[name] ?? " Write the condition as a closure, or as text.")
    case .member(let type, let value):
      return
        "A condition must read properties of the model, but the predicate reads another member of"
        + " \(type), a value of \(value). Read the properties that it is computed from."
    case .element(let type):
      return
        "A condition must have the name of an element of \(type), which the predicate does not "
        + "contain. Write the condition as a closure: $0.address[\"city\"]."
    case .constant(let type):
      return "A condition must have constants of types that attributes have, but the predicate has"
        + " one of \(type)."
    case .place(let what):
      return "The predicate must have \(what) where it has something else."
    case .textOnly(let word):
      return "A condition must use \(word) with text, but the predicate uses it with other values."
    case .alternatives(let limit):
      return "A part of the predicate must have at most \(limit) alternatives, but has more."
        + " Use fewer ?? and ? : in one comparison."
    }
  }

  /// Returns the name of a generic Foundation type without its arguments.
  private static func name(of type: String) -> String {
    String(type.prefix { $0 != "<" }.split(separator: ".").last ?? "")
  }

  private static let remedies = [
    "StringContainsRegex": " Write matches(_:) in a closure, or MATCHES in a text.",
    "StringLocalizedStandardContains":
      " Write contains(_:options:) in a closure, or CONTAINS[cd] in a text.",
    "StringLocalizedCompare": " Write equals(_:options:) in a closure, or ==[cd] in a text.",
    "StringCaseInsensitiveCompare": " Write equals(_:options:) in a closure, or ==[c] in a text.",
    "SequenceMinimum": " Write min(_:) in a closure, or @min in a text.",
    "SequenceMaximum": " Write max(_:) in a closure, or @max in a text.",
  ]
}
