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

extension String {
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
