/// Something in a condition that cannot work with a model.
package struct PredicateIssue: Hashable, Sendable {
  /// What is wrong.
  package let fact: Fact
  /// The property of the object with which the wrong part starts; `nil` if it reads none.
  package let property: String?

  /// What can be wrong with a condition. Texts are parts of it as it prints.
  package enum Fact: Hashable, Sendable {
    /// A path names a property that its entity lacks.
    case unknownProperty(path: String, name: String, entity: String, nearMiss: String?)
    /// A path goes on behind something that has no properties.
    case noProperties(path: String, name: String, kind: String)
    /// A path leads to several objects where one value is needed.
    case severalObjects(path: String, name: String)
    /// An expression yields several values where one is needed.
    case severalValues(whole: String)
    /// A path reads a fetched property.
    case fetchedProperty(path: String, name: String)
    /// A path starts at an object around more subqueries than there are.
    case beyondOutermost(path: String)
    /// Two values of unlike kinds are compared; one may be a truth value, and the other a number.
    case incomparable(whole: String, left: Term, right: Term, isTruthAndNumber: Bool)
    /// What may be one of two things is not of one kind.
    case differentKinds(whole: String, left: Term, right: Term)
    /// One of several objects or values is named by its position, but they are in no order.
    case noPositions(whole: String, Term)
    /// Values without an order are compared by order.
    case unordered(whole: String, Term)
    /// An order comparison with `nil`.
    case orderWithAbsence(whole: String)
    /// A constant is none of the values of an enumeration.
    case noSuchCase(whole: String, value: String, type: String, nearMiss: String?)
    /// A constant is the name of no entity that the objects may be of.
    case noSuchEntity(whole: String, value: String, entity: String, nearMiss: String?)
    /// Something else than text is tested or measured as text.
    case notText(whole: String, Term)
    /// Something else than a number is computed with.
    case notNumber(whole: String, Term)
    /// A decimal constant that is not what was written.
    case lossyLiteral(value: String, text: String)
    /// A function with too few arguments, or too many.
    case wrongCount(whole: String, expected: Int)
    /// A value is looked for in something that is neither several values nor text.
    case notSeveral(whole: String, Term)
    /// A value is compared with something else than two bounds.
    case notBounds(whole: String)
    /// A quantifier, a subquery or an aggregate follows no to-many relationship.
    case notToMany(whole: String, Term)
    /// A subquery needs objects, an aggregate other than a count needs an attribute of them.
    case wrongEnd(whole: String, needsAttribute: Bool)
    /// A pattern that differs from object to object.
    case patternNotConstant(whole: String)
    /// A pattern that cannot be read, with the reason.
    case invalidPattern(whole: String, TextPattern.SyntaxError)
    /// A pattern with the `%` of SQL and no wildcard, which would match no text but itself.
    case foreignWildcards(whole: String, suggestion: String)
    /// A test of a part of a text that takes digits for numbers.
    case numericPart(whole: String)
  }

  /// A part of a condition and what it is: `pages`, `a whole number`.
  package struct Term: Hashable, Sendable {
    package let text: String
    package let kind: String

    package init(_ text: String, _ kind: String) {
      self.text = text
      self.kind = kind
    }
  }
}

extension PredicateIssue: CustomStringConvertible {
  /// What must be, what is, and what to do about it, in a sentence or two.
  package var description: String { message }

  package var message: String {
    if case .unknownProperty(_, let name, _, _) = fact, let reason = NamelessMember.reason(name) {
      return "The condition reads something of type \(reason)"
    }
    return remedy.map { "\(statement) \($0)" } ?? statement
  }

  /// What must be, and what is.
  private var statement: String {
    switch fact {
    case .unknownProperty(let path, let name, let entity, _):
      "The condition reads \(path), but \(entity) has no property \(quote(name))."
    case .noProperties(let path, let name, let kind):
      "The condition reads \(path), but \(name) is \(kind) and has no properties."
    case .severalObjects(let path, let name):
      "The condition reads \(path), but \(name) leads to several objects."
    case .severalValues(let whole):
      "The condition reads \(whole), which is several values, where it needs one."
    case .fetchedProperty(let path, let name):
      "The condition reads \(path), but \(name) is a fetched property,"
        + " which conditions cannot read."
    case .beyondOutermost(let path):
      "The condition reads \(path), but stands inside fewer subqueries than that."
    case .incomparable(let whole, let left, let right, _):
      "\(whole) must compare values of one kind, but \(say(left)) and \(say(right))."
    case .differentKinds(let whole, let left, let right):
      "\(whole) must be made of values of one kind, but \(say(left)) and \(say(right))."
    case .noPositions(let whole, let term):
      "\(whole) must name a position in an ordered relationship or a list, but"
        + " \(term.text) is neither."
    case .unordered(let whole, let term):
      "\(whole) must compare values that have an order, but \(say(term))."
    case .orderWithAbsence(let whole):
      "\(whole) must compare values, but nil is smaller or greater than none."
    case .noSuchCase(let whole, let value, let type, _):
      "\(whole) must use a value of \(type), but \(value) is none."
    case .noSuchEntity(let whole, let value, let entity, _):
      "\(whole) must name \(entity) or an entity related to it by inheritance, but"
        + " \(value) is none."
    case .notText(let whole, let term): "\(whole) must test text, but \(say(term))."
    case .notNumber(let whole, let term):
      "\(whole) must compute with numbers, but \(say(term))."
    case .lossyLiteral(let value, let text):
      "The condition has \(value), as Swift reads the literal \(text), where it needs an"
        + " exact decimal."
    case .wrongCount(let whole, let expected):
      "\(whole) must have \(expected) argument\(expected == 1 ? "" : "s"), but has another number."
    case .notSeveral(let whole, let term):
      "\(whole) must look in several values or in text, but \(say(term))."
    case .notBounds(let whole):
      "\(whole) must have a list of two bounds, such as {1, 9}, but has none."
    case .notToMany(let whole, let term):
      "\(whole) must follow a to-many relationship, but \(say(term))."
    case .wrongEnd(let whole, needsAttribute: true):
      "\(whole) must name an attribute of the objects, but names none."
    case .wrongEnd(let whole, needsAttribute: false):
      "\(whole) must lead to objects, but leads to an attribute of them."
    case .patternNotConstant(let whole):
      "\(whole) must use a constant pattern, but its pattern differs between objects."
    case .invalidPattern(let whole, let error):
      "\(whole) must use a valid pattern. \(error)"
    case .foreignWildcards(let whole, _):
      "\(whole) must use the wildcards * and ?, but has the % of SQL."
    case .numericPart(let whole):
      "\(whole) must compare whole texts to see numbers in them, but tests a part of a text."
    }
  }

  /// What to do about it, if that is known.
  private var remedy: String? {
    switch fact {
    case .unknownProperty(_, _, _, let nearMiss), .noSuchCase(_, _, _, let nearMiss),
      .noSuchEntity(_, _, _, let nearMiss):
      nearMiss.map { "Did you mean \(quote($0))?" }
    case .severalObjects, .severalValues:
      "Use any, all, none, or an aggregate such as count, @count in text."
    case .incomparable(_, _, _, isTruthAndNumber: true):
      "A truth value compares with the constants 0 and 1."
    case .noPositions: "Use any, all, none, @min or @max."
    case .orderWithAbsence: "Use == nil or != nil."
    case .lossyLiteral(_, let text): "Write Decimal(string: \(quote(text)))."
    case .notToMany(let whole, let term) where term.kind == "text" && whole.hasSuffix(".@count"):
      "Use length for its characters."
    case .foreignWildcards(_, let suggestion):
      "Did you mean \(suggestion.quotedForPredicate)? The sign itself is written \"\\\\%\"."
    case .numericPart: "Leave out .numeric, v in text."
    default: nil
    }
  }

  private func quote(_ name: String) -> String { name.quotedForMessage }

  private func say(_ term: Term) -> String { "\(term.text) is \(term.kind)" }
}
