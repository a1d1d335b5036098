/// An issue of a predicate with respect to a model.
package struct PredicateIssue: Hashable, Sendable {
  /// The kind of issue.
  package let fact: Fact
  /// The first property of the object that the invalid part reads; `nil` if it reads no property.
  package let property: String?

  /// The kinds of issues. Texts are parts of the printed predicate.
  package enum Fact: Hashable, Sendable {
    /// A path names a property that is unknown to the entity.
    case unknownProperty(path: String, name: String, entity: String, nearMiss: String?)
    /// A path continues after something without properties.
    case noProperties(path: String, name: String, kind: String)
    /// A path leads to several objects where one value is required.
    case severalObjects(path: String, name: String)
    /// An expression yields several values where one is required.
    case severalValues(whole: String)
    /// A path reads a fetched property.
    case fetchedProperty(path: String, name: String)
    /// A path steps out of more subqueries than enclose it.
    case beyondOutermost(path: String)
    /// Two values of different kinds are compared. One may be a Boolean value and the other a number.
    case incomparable(whole: String, left: Term, right: Term, isTruthAndNumber: Bool)
    /// The two alternatives of an expression have different kinds.
    case differentKinds(whole: String, left: Term, right: Term)
    /// A position is used on objects or values that are unordered.
    case noPositions(whole: String, Term)
    /// Unordered values are compared by order.
    case unordered(whole: String, Term)
    /// `nil` is compared by order.
    case orderWithAbsence(whole: String)
    /// A constant is not a case of an enumeration.
    case noSuchCase(whole: String, value: String, type: String, nearMiss: String?)
    /// A constant is not the name of an entity that the objects can have.
    case noSuchEntity(whole: String, value: String, entity: String, nearMiss: String?)
    /// A text test or function is applied to something other than text.
    case notText(whole: String, Term)
    /// Arithmetic is applied to something other than numbers.
    case notNumber(whole: String, Term)
    /// A decimal constant differs from its literal.
    case lossyLiteral(value: String, text: String)
    /// A function has too few or too many arguments.
    case wrongCount(whole: String, expected: Int)
    /// A value is searched for in something that is neither a collection nor text.
    case notSeveral(whole: String, Term)
    /// `BETWEEN` has something other than two bounds.
    case notBounds(whole: String)
    /// A quantifier, a subquery or an aggregate is not applied to a to-many relationship.
    case notToMany(whole: String, Term)
    /// A subquery ends in an attribute, or an aggregate other than a count ends in objects.
    case wrongEnd(whole: String, needsAttribute: Bool)
    /// A pattern is not constant.
    case patternNotConstant(whole: String)
    /// A pattern has a syntax error.
    case invalidPattern(whole: String, TextPattern.SyntaxError)
    /// A pattern has the `%` of SQL but no wildcard, so it would match only itself.
    case foreignWildcards(whole: String, suggestion: String)
    /// A test of a part of a text uses the option for numbers.
    case numericPart(whole: String)
    /// An object is searched whose entity has no full-text index.
    case noFullText(whole: String, entity: String, example: String?)
    /// A comparison other than a search has the option for parts of words.
    case partsOfWords(whole: String)
    /// Relevance is used as a value.
    case relevanceAsValue(whole: String)
  }

  /// A part of the predicate with its kind: `pages`, `a whole number`.
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
  /// The issue and its remedy, in one or two sentences.
  package var description: String { message }

  package var message: String {
    if case .unknownProperty(_, let name, _, _) = fact, let reason = NamelessMember.reason(name) {
      return "The condition reads something of type \(reason)"
    }
    return remedy.map { "\(statement) \($0)" } ?? statement
  }

  /// The requirement and the actual predicate.
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
      "The condition reads \(path), but is inside fewer subqueries."
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
      "\(whole) must compare values, but nil is not smaller or greater than any value."
    case .noSuchCase(let whole, let value, let type, _):
      "\(whole) must use a value of \(type), but \(value) is not one."
    case .noSuchEntity(let whole, let value, let entity, _):
      "\(whole) must name \(entity) or an entity related to it by inheritance, but \(value) is "
        + "not one."
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
    case .noFullText(let whole, let entity, _):
      "\(whole) must search texts, but \(entity) has no full-text index that names them."
    case .partsOfWords(let whole):
      "\(whole) must be a search to look for parts of words, but is another comparison."
    case .relevanceAsValue(let whole):
      "\(whole) must be the order of a request, but is used as a value."
    }
  }

  /// The remedy, if one is known.
  private var remedy: String? {
    switch fact {
    case .unknownProperty(_, _, _, let nearMiss), .noSuchCase(_, _, _, let nearMiss),
      .noSuchEntity(_, _, _, let nearMiss):
      nearMiss.map { "Did you mean \(quote($0))?" }
    case .severalObjects, .severalValues:
      "Use any, all, none, or an aggregate such as count, @count in text."
    case .incomparable(_, _, _, isTruthAndNumber: true):
      "Compare a Boolean value with the constants 0 and 1."
    case .noPositions: "Use any, all, none, @min or @max."
    case .orderWithAbsence: "Use == nil or != nil."
    case .lossyLiteral(_, let text): "Write Decimal(string: \(quote(text)))."
    case .notToMany(let whole, let term) where term.kind == "text" && whole.hasSuffix(".@count"):
      "Use length for its characters."
    case .foreignWildcards(_, let suggestion):
      "Did you mean \(suggestion.quotedForPredicate)? The sign itself is written \"\\\\%\"."
    case .numericPart: "Leave out .numeric, v in text."
    case .noFullText(_, _, let example):
      example.map { "Add FullText(\(quote($0))) to the entity, or search a property of it." }
        ?? "Search a property of another entity."
    case .partsOfWords: "Use contains for a part of a text, or leave out .partsOfWords, p in text."
    case .relevanceAsValue: "Use .relevance in orderedBy."
    default: nil
    }
  }

  private func quote(_ name: String) -> String { name.quotedForMessage }

  private func say(_ term: Term) -> String { "\(term.text) is \(term.kind)" }
}

/// The kind of an expression's value, as far as it matters for comparisons.
struct PredicateKind: Hashable, Sendable {
  var family: ValueFamily
  /// The kind as a phrase with an article: `a whole number`.
  var phrase: String
  /// The attribute type, if the expression is an attribute.
  var type: AttributeType?
  /// The entity of the objects, if the expression stands for the name of their entity.
  var namedEntity: String?

  init(_ family: ValueFamily, _ phrase: String, type: AttributeType? = nil) {
    self.family = family
    self.phrase = phrase
    self.type = type
  }

  static let unknown = PredicateKind(.unknown, "a variable")
  static let number = PredicateKind(.number, "a number")

  static func object(_ entity: String?) -> PredicateKind {
    PredicateKind(.object(entity), "an object" + (entity.map { " of \($0)" } ?? ""))
  }

  /// Returns the kind of entity names, for objects of an entity or its sub-entities.
  static func entityName(_ entity: String) -> PredicateKind {
    var kind = PredicateKind(.text, "the name of an entity")
    kind.namedEntity = entity
    return kind
  }

  init(_ type: AttributeType) {
    self.init(TypeFacts(type).family, type.phrase, type: type)
  }

  init(_ value: AttributeValue) {
    switch value {
    case .null: self.init(.absent, "no value")
    case .data: self.init(.data, "data")
    case .list: self.init(.list, "a list of values")
    case .composite: self.init(.composite, "an object with named elements")
    case .object(let id): self = .object(id.entityName)
    case .objects: self.init(.objects, "several objects")
    default: self = value.naturalType.map(PredicateKind.init) ?? .unknown
    }
    type = nil
  }

  var isUncertain: Bool { family == .unknown || family == .absent }
  var isNumber: Bool { family == .number || isUncertain }
  var isText: Bool { family == .text || isUncertain }

  var isOrdered: Bool {
    switch family {
    case .object, .objects, .composite, .list, .json: false
    default: true
    }
  }
}
