/// Collects what the checks find, in the order in which they find it.
struct ModelFindings {
  private(set) var errors: [ModelIssue] = []
  private(set) var warnings: [ModelIssue] = []

  /// Notes a mistake; the text goes on behind the place: `must have a name`.
  mutating func error(
    _ code: ModelIssue.Code, at place: DeclarationPlace, _ text: String
  ) {
    errors.append(place.issue(code, text))
  }

  /// Notes a mistake in a part of a declaration: `Book, rule "x": the condition reads …`.
  mutating func error(
    _ code: ModelIssue.Code, at place: DeclarationPlace, subject: String, _ text: String
  ) {
    errors.append(
      ModelIssue(
        code, entity: place.entity, property: place.property, message: "\(subject): \(text)",
        site: place.site))
  }

  /// Notes what is legal but deserves a look.
  mutating func warning(
    _ code: ModelIssue.Code, at place: DeclarationPlace, _ text: String
  ) {
    warnings.append(place.issue(code, text))
  }
}

/// The declaration that a check looks at. Its text is made only if there is an issue.
struct DeclarationPlace {
  let entity: String
  private(set) var property: String?
  /// The names of the elements of a composite, each after a dot.
  private var elements = ""
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
    place.elements += "." + element.name.inMessage
    return place
  }

  /// The same declaration with a more exact site, if that is known.
  func at(_ site: DeclarationSite) -> DeclarationPlace {
    guard site.line > 0 || !site.file.isEmpty else { return self }
    var place = self
    place.site = site
    return place
  }

  fileprivate func issue(_ code: ModelIssue.Code, _ text: String) -> ModelIssue {
    ModelIssue(code, entity: entity, property: property, message: "\(self)\(text)", site: site)
  }
}

extension DeclarationPlace: CustomStringConvertible {
  /// `Book`, `Book.title`, `Book.address.city`.
  var description: String {
    entity.inMessage + (property.map { "." + $0.inMessage } ?? "") + elements
  }
}

extension String {
  /// A name as messages show it: in quotes unless it is made of letters, digits, `_` and `-`.
  var inMessage: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
      default: !scalar.isASCII && scalar.properties.isAlphabetic
      }
    }
    return isPlain && !isEmpty ? self : quotedForMessage
  }

  /// The text as the second half of a sentence: `the condition reads …`.
  var continued: String {
    hasPrefix("The ") ? "t" + dropFirst() : self
  }
}

extension DeclarationSite {
  /// ` at File.swift:12` where the site is known.
  var phrase: String {
    let text = description
    return text.isEmpty ? "" : " at \(text)"
  }
}
