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
