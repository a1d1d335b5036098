/// A collector for the findings of checks, in order.
struct ModelFindings {
  private(set) var errors: [ModelIssue] = []
  private(set) var warnings: [ModelIssue] = []

  /// Adds an error. The text continues the sentence after the place: `must have a name`.
  mutating func error(
    _ code: ModelIssue.Code, at place: DeclarationPlace, _ text: String
  ) {
    errors.append(place.issue(code, text))
  }

  /// Adds an error in a part of a declaration: `Book, rule "x": the condition reads …`.
  mutating func error(
    _ code: ModelIssue.Code, at place: DeclarationPlace, subject: String, _ text: String
  ) {
    errors.append(
      ModelIssue(
        code, entity: place.entity, property: place.property, message: "\(subject): \(text)",
        site: place.site))
  }

  /// Adds a warning about a valid declaration.
  mutating func warning(
    _ code: ModelIssue.Code, at place: DeclarationPlace, _ text: String
  ) {
    warnings.append(place.issue(code, text))
  }
}

extension String {
  /// The text as the second half of a sentence: `the condition reads …`.
  var continued: String {
    hasPrefix("The ") ? "t" + dropFirst() : self
  }
}

extension DeclarationSite {
  /// A known site as a phrase: ` at File.swift:12`.
  var phrase: String {
    let text = description
    return text.isEmpty ? "" : " at \(text)"
  }
}

/// The place of a declaration. Its text is created only for an issue.
struct DeclarationPlace {
  let entity: String
  private(set) var property: String?
  /// The names of the elements of a composite, outermost first.
  private var elements: [String] = []
  private(set) var site: DeclarationSite

  init(_ entity: EntityDescription) {
    self.entity = entity.name
    site = entity.site
  }

  func property(_ property: PropertyDescription) -> DeclarationPlace {
    var place = at(property.site)
    place.property = property.name
    return place
  }

  func element(_ element: AttributeDescription) -> DeclarationPlace {
    var place = at(element.site)
    place.elements.append(element.name)
    return place
  }

  /// Returns the same declaration with a more exact site, if one is known.
  func at(_ site: DeclarationSite) -> DeclarationPlace {
    guard site.line > 0 || !site.file.isEmpty else { return self }
    var place = self
    place.site = site
    return place
  }

  func issue(_ code: ModelIssue.Code, _ text: String) -> ModelIssue {
    ModelIssue(code, entity: entity, property: property, message: subject + text, site: site)
  }

  /// The start of a sentence about the declaration. It consists of the names, or of the kind of a declaration without a
  /// name.
  private var subject: String {
    let names = [entity] + (property.map { [$0] } ?? []) + elements
    guard names.last == "" else { return description }
    let owner = names.dropLast().filter { !$0.isEmpty }.map(\.inMessage).joined(separator: ".")
    let kind = ["An entity", "A property", "An element"][min(names.count, 3) - 1]
    return names.count == 1 ? kind : "\(kind) of \(owner.isEmpty ? "an entity" : owner)"
  }
}

extension DeclarationPlace: CustomStringConvertible {
  /// The names: `Book`, `Book.title`, `Book.address.city`.
  var description: String {
    ([entity] + (property.map { [$0] } ?? []) + elements).map(\.inMessage).joined(separator: ".")
  }
}

/// Checks that declarations silence only known kinds of warnings.
enum SilencingCheck {
  static func check(
    _ codes: [ModelIssue.Code], at place: DeclarationPlace, _ findings: inout ModelFindings
  ) {
    for code in codes where !ModelIssue.Code.warnings.contains(code) {
      findings.error(
        .unknownWarning, at: place,
        " must silence warnings of models, but \(code.rawValue.quotedForMessage) is not one."
          + suggestion(for: code.rawValue, in: ModelIssue.Code.warnings.map(\.rawValue)))
    }
  }
}
