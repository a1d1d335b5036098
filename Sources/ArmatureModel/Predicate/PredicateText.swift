#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FetchPredicate: CustomStringConvertible {
  /// The predicate in the format language of `NSPredicate`: `pages > 100 AND author.name BEGINSWITH "F"`.
  ///
  /// Text is escaped but never shortened. A name that is also a keyword gets the prefix `#`.
  public var description: String { PredicateText(variables: Set(variables)).text(self) }
}

extension FetchExpression: CustomStringConvertible {
  /// The expression in the format language of `NSExpression`: `stock + reserved`, `books.@sum.pages`.
  public var description: String { PredicateText(variables: Set(variables)).text(self) }
}

/// A printer for predicates, which tracks the variables of the enclosing subqueries.
private struct PredicateText {
  /// The variable names in the predicate, which subqueries must not use.
  let variables: Set<String>
  /// The variables of the enclosing subqueries, from the outermost one. They are `nil` for the object of the predicate,
  /// and then `$a`, `$b` and so on.
  private var scopes: [String?] = [nil]

  init(variables: Set<String>) {
    self.variables = variables
  }

  func text(_ predicate: FetchPredicate) -> String {
    switch predicate {
    case .constant(let holds): return holds ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let left, let comparison, let right, let options, let quantifier):
      let letters = options.letters
      if comparison == .search { return search(left, right, letters) }
      let takesLists = quantifier == .one && (comparison == .equal || comparison == .notEqual)
      return (quantifier == .one ? "" : quantifier.rawValue + " ")
        + "\(side(left, takesLists)) \(comparison.rawValue)"
        + (letters.isEmpty ? " " : "[\(letters)] ") + side(right, takesLists)
    case .and(let parts): return join(parts, "AND", empty: true)
    case .or(let parts): return join(parts, "OR", empty: false)
    case .not(let part): return "NOT " + textOfPart(part)
    }
  }

  /// Returns the text of a search. The texts that are searched come first.
  private func search(
    _ left: FetchExpression, _ right: FetchExpression, _ letters: String
  ) -> String {
    let texts = left.searchedTexts
    return "SEARCH" + (letters.isEmpty ? "" : "[\(letters)]") + "(\(list(texts + [right])))"
  }

  /// Returns the text of one side of a comparison. With `==` and `!=`, the value of a list attribute needs no cast.
  private func side(_ expression: FetchExpression, _ takesLists: Bool) -> String {
    guard takesLists, case .constant(let value) = expression,
      case .list(let values) = value, values.allSatisfy(\.isPlain)
    else { return text(expression) }
    return value.predicateListText
  }

  private func join(_ parts: [FetchPredicate], _ word: String, empty: Bool) -> String {
    if parts.count == 1 { return text(parts[0]) }
    return parts.isEmpty
      ? text(.constant(empty)) : parts.map(textOfPart).joined(separator: " \(word) ")
  }

  /// Nested lists are printed in parentheses, even if their precedence does not require them.
  private func textOfPart(_ part: FetchPredicate) -> String {
    switch part {
    case .and(let parts) where parts.count == 1, .or(let parts) where parts.count == 1:
      textOfPart(parts[0])
    case .and(let parts) where parts.count > 1, .or(let parts) where parts.count > 1:
      "(\(text(part)))"
    default: text(part)
    }
  }

  func text(_ expression: FetchExpression) -> String {
    switch expression {
    case .keyPath(let path): return text(path)
    case .constant(let value): return value.predicateText
    case .list(let parts): return "{" + list(parts) + "}"
    case .variable(let name): return name.predicateVariable
    case .properties(let names, let base): return join([owner(base)], names)
    case .arithmetic(let left, let operation, let right):
      guard let precedence = operation.precedence else {
        return "\(operation.rawValue)(\(list([left, right])))"
      }
      return operand(left, under: precedence) + " \(operation.rawValue) "
        + operand(right, under: precedence + 1)
    case .function(let function, let arguments):
      guard function.isCast else { return "\(function.rawValue)(\(list(arguments)))" }
      // Without parentheses, the cast of a literal would be parsed as a constant.
      if case .constant? = arguments.first, function == .date {
        return "CAST((\(list(arguments))), \"\(function.rawValue)\")"
      }
      return "CAST(\(list(arguments)), \"\(function.rawValue)\")"
    case .aggregate(let aggregate, let values): return text(aggregate, of: values)
    case .subquery(let collection, let condition):
      var inner = self
      let variable = unusedVariable
      inner.scopes.append(variable)
      return "SUBQUERY(\(text(collection)), \(variable), \(inner.text(condition)))"
    case .conditional(let condition, let first, let other):
      return "TERNARY(\(text(condition)), \(list([first, other])))"
    case .combination(let left, let combination, let right):
      return operand(left, under: Self.combinationPrecedence) + " \(combination.rawValue) "
        + operand(right, under: Self.combinationPrecedence + 1)
    case .element(let position, let base):
      let word =
        switch position {
        case .first: "FIRST"
        case .last: "LAST"
        case .index(let index): "\(index)"
        }
      return "\(operand(base))[\(word)]"
    }
  }

  private func list(_ parts: [FetchExpression]) -> String {
    parts.map(text).joined(separator: ", ")
  }

  /// Aggregates other than a count are printed before the last property: `books.@sum.pages`.
  private func text(_ aggregate: FetchExpression.Aggregate, of values: FetchExpression) -> String {
    let word = aggregate.rawValue
    if aggregate != .count {
      switch values {
      case .keyPath(var path):
        if let last = path.names.popLast() {
          return (steps(path) + [word, last.predicateName]).joined(separator: ".")
        }
      case .properties(let names, let base):
        if let last = names.last {
          return join([owner(base)], names.dropLast()) + ".\(word).\(last.predicateName)"
        }
      default: break
      }
    }
    return "\(operand(values)).\(word)"
  }

  /// Returns the text of an expression in front of the name of a property. Parentheses prevent an aggregate from
  /// applying to the name.
  private func owner(_ expression: FetchExpression) -> String {
    if case .aggregate = expression { return "(\(text(expression)))" }
    return operand(expression)
  }

  /// Returns an expression before a dot.
  private func operand(_ expression: FetchExpression) -> String {
    operand(expression, under: .max)
  }

  /// Returns an operand, in parentheses if its precedence is lower than that of its operation.
  private func operand(_ operand: FetchExpression, under precedence: Int) -> String {
    let own: Int? =
      switch operand {
      case .arithmetic(_, let operation, _): operation.precedence
      case .combination: Self.combinationPrecedence
      default: nil
      }
    guard let own, own < precedence else { return text(operand) }
    return "(\(text(operand)))"
  }

  /// Combinations have a lower precedence than all arithmetic operators.
  private static let combinationPrecedence = 0

  private var unusedVariable: String {
    var number = scopes.count - 1
    while true {
      let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number % 26)))
      let name = number < 26 ? letter : letter + String(number / 26)
      if !variables.contains(name), !scopes.contains("$" + name) { return "$" + name }
      number += 1
    }
  }

  private func text(_ path: FetchPath) -> String {
    let steps = steps(path)
    return steps.isEmpty ? "SELF" : steps.joined(separator: ".")
  }

  private func steps(_ path: FetchPath) -> [String] {
    let index = scopes.count - 1 - path.level
    let scope =
      index < 0 ? Array(repeating: "^", count: -index) : [scopes[index]].compactMap(\.self)
    return scope + path.names.map(\.predicateName)
  }

  private func join(_ start: [String], _ names: some Sequence<String>) -> String {
    (start + names.map(\.predicateName)).joined(separator: ".")
  }
}

extension FetchExpression.Arithmetic {
  /// The precedence of an operator, or `nil` for operations printed as functions.
  fileprivate var precedence: Int? {
    switch self {
    case .add, .subtract: 1
    case .multiply, .divide: 2
    case .power: 3
    default: nil
    }
  }
}

extension AttributeValue {
  /// The value in the format language. A value without a literal form is written as a cast from text.
  var predicateText: String {
    switch self {
    case .null: "nil"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): value.description
    case .double(let value): value.predicateText
    case .decimal(let value): cast(value.isNaN ? "\"NaN\"" : value.description, .decimal)
    case .string(let value): value.quotedForPredicate
    case .date(let value): cast(value.predicateText, .date)
    case .data(let value): cast(value.base64EncodedString().quotedForPredicate, .data)
    case .uuid(let value): cast(value.uuidString.quotedForPredicate, .uuid)
    case .url(let value): cast(value.absoluteString.quotedForPredicate, .url)
    case .zonedDate(let value):
      cast(
        "{\(value.date.predicateText), \(value.timeZoneIdentifier.quotedForPredicate)}", .zonedDate)
    case .calendarDate(let value): cast(value.description.quotedForPredicate, .calendarDate)
    case .list: cast(predicateListText, .list)
    case .composite(let elements):
      elements.isEmpty
        ? "{:}"
        : "{"
          + elements.sorted { $0.key < $1.key }
          .map { "\($0.key.quotedForPredicate): \($0.value.predicateText)" }
          .joined(separator: ", ") + "}"
    case .json(let value): cast(value.description.quotedForPredicate, .json)
    case .object(let id): cast(id.uri.absoluteString.quotedForPredicate, .object)
    case .objects(let ids):
      cast(AttributeValue.list(ids.map(AttributeValue.object)).predicateListText, .objects)
    }
  }

  /// The value on one side of `==` or `!=`, where a list needs no cast.
  var predicateListText: String {
    guard case .list(let values) = self else { return predicateText }
    return "{" + values.map(\.predicateText).joined(separator: ", ") + "}"
  }

  private func cast(_ text: String, _ type: PredicateCast) -> String {
    "CAST(\(text), \"\(type.rawValue)\")"
  }
}

extension Date {
  /// The argument of a date's cast: the seconds since the start of 2001.
  fileprivate var predicateText: String {
    timeIntervalSinceReferenceDate.isFinite
      ? timeIntervalSinceReferenceDate.description
      : timeIntervalSinceReferenceDate.predicateName.quotedForPredicate
  }
}

extension String {
  /// The text in quotes. Control characters and invisible formatting characters are escaped.
  var quotedForPredicate: String {
    var result = "\""
    for scalar in unicodeScalars {
      result += scalar.quoted { digits in
        let width = digits.count <= 4 ? 4 : 8
        let zeros = String(repeating: "0", count: width - digits.count)
        return (width == 4 ? "\\u" : "\\U") + zeros + digits
      }
    }
    return result + "\""
  }

  /// The text as the name of a property. It is marked if it could be read as a keyword.
  var predicateName: String {
    if isPredicateName { return PredicateKeyword(Array(utf8)[...]) == nil ? self : "#" + self }
    return "#" + quotedForPredicate
  }

  /// The text as a name in a path in messages. An empty name is quoted, so that it is visible.
  var pathStep: String { isEmpty ? predicateName : self }

  /// The text as the name of a variable.
  var predicateVariable: String { "$" + (isPredicateName ? self : quotedForPredicate) }

  private var isPredicateName: Bool {
    guard let first = unicodeScalars.first else { return false }
    return first.isNameStart && unicodeScalars.allSatisfy(\.isNamePart)
  }
}

extension AttributeValue {
  /// Whether the value can be an element of a list attribute. It must not be missing, and must have no elements of its
  /// own.
  var isPlain: Bool {
    switch self {
    case .null, .list, .composite, .json, .object, .objects: false
    default: true
    }
  }
}
