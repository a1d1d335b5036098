/// A named predicate for the objects of an entity. The predicate can contain variables, and each fetch provides values
/// for them.
///
/// ```swift
/// if let template = model["Book"]?.fetchTemplates.first {
///   print(template.name, template.variables)  // since ["YEAR"]
///   print(try template.predicate(substituting: ["YEAR": 1965]))  // year >= 1965
/// }
/// ```
/// Use a description to inspect a model, or to build a model from data. To declare a model in code, use
/// ``FetchTemplate`` instead. Templates do not affect the fingerprint of an entity.
///
/// Core Data: a fetch request template, `fetchRequestFromTemplate(withName:substitutionVariables:)`.
public struct FetchTemplateDescription: Hashable, Sendable, Codable {
  /// The name, unique within the model.
  public var name: String
  /// The predicate, with variables such as `$YEAR` in place of values.
  public var predicate: FetchPredicate
  /// The place of the declaration.
  public var site: DeclarationSite

  /// Creates a description of a template. Use it to build a model from data.
  public init(_ name: String, where predicate: FetchPredicate, site: DeclarationSite = .unknown) {
    self.name = name
    self.predicate = predicate
    self.site = site
  }

  /// The names of the variables, without the `$`. Each name appears once, in the order of its first appearance.
  public var variables: [String] { predicate.variables }

  /// Returns the predicate with the given values in place of its variables, like ``FetchPredicate/binding(_:)``.
  ///
  /// - Throws: ``FetchTemplateError`` if a variable has no value, or a value has no variable.
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

extension FetchTemplateDescription {
  private enum CodingKeys: String, CodingKey, CaseIterable { case name, predicate, site }

  /// Decodes a template. The name and the predicate are required.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
    self.init(
      try members.decode(String.self, forKey: .name),
      where: try members.decode(FetchPredicate.self, forKey: .predicate),
      site: try members.decode(.site, or: .unknown))
  }

  /// Encodes the template.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    try members.encode(predicate, forKey: .predicate)
    try members.encode(site, .site, with: encoder)
  }
}

/// An error that is thrown if the given values do not match the variables of a template.
///
/// ```swift
/// do {
///   _ = try model.fetchRequest(template: "since", ["YAER": 1965])
/// } catch let error as FetchTemplateError {
///   print(error.missing, error.unknown)  // ["YEAR"] ["YAER"]
/// }
/// ```
public struct FetchTemplateError: Error, Hashable, CustomStringConvertible {
  /// The name of the template.
  public let template: String
  /// The variables that have no value.
  public let missing: [String]
  /// The names of the values that match no variable.
  public let unknown: [String]
  let variables: [String]

  /// A sentence for each missing or unknown value.
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
