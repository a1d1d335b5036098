/// A condition on the objects of an entity with a name, and variables to be filled in.
///
/// Core Data: a fetch request template, `fetchRequestFromTemplate(withName:substitutionVariables:)`.
/// Templates are no part of an entity's fingerprint.
public struct FetchTemplateDescription: Hashable, Sendable, Codable {
  /// The name, unique within the model.
  public var name: String
  /// What objects must satisfy; variables such as `$YEAR` stand for values.
  public var predicate: FetchPredicate
  /// Where the template was declared.
  public var site: DeclarationSite

  /// Describes a template, for models that are built from data.
  public init(_ name: String, where predicate: FetchPredicate, site: DeclarationSite = .unknown) {
    self.name = name
    self.predicate = predicate
    self.site = site
  }

  /// The variables, each once, in order of appearance; without the `$`.
  public var variables: [String] { predicate.variables }

  /// The condition with values for its variables, as ``FetchPredicate/binding(_:)`` puts them in.
  ///
  /// - Throws: ``FetchTemplateError`` if the values are not exactly those of ``variables``.
  public func predicate(
    substituting values: [String: FetchExpression]
  ) throws -> FetchPredicate {
    let variables = variables
    let error = FetchTemplateError(
      template: name, missing: variables.filter { values[$0] == nil },
      unknown: values.keys.filter { !variables.contains($0) }.sorted(), variables: variables)
    guard error.missing.isEmpty && error.unknown.isEmpty else { throw error }
    return predicate.binding(values)
  }
}

/// Values that are not those of the variables of a template.
public struct FetchTemplateError: Error, Hashable, CustomStringConvertible {
  /// The name of the template.
  public let template: String
  /// The variables that lack a value.
  public let missing: [String]
  /// The values that no variable stands for.
  public let unknown: [String]
  let variables: [String]

  /// A sentence for each mistake.
  public var description: String {
    let subject = "The template \(template.quotedForMessage)"
    let lines =
      missing.map { "\(subject) must get a value for $\($0), but gets none." }
      + unknown.map { name in
        let hint = nearMiss(name, in: variables).map { " Did you mean $\($0)?" } ?? ""
        return "\(subject) must get values for its variables only, but gets one for $\(name)."
          + hint
      }
    return lines.joined(separator: "\n")
  }
}
