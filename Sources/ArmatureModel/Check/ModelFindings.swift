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
