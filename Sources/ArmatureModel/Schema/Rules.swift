/// The declarations of an ``EntityType`` that are not properties.
///
/// Use it to declare rules, uniqueness constraints, indexes, fetched properties and fetch templates:
///
/// ```swift
/// struct Loan: EntityType {
///   static let schema = Loan()
///   let from = Attribute<Date>().default(.now)
///   let until = Attribute<Date?>()
///   static var rules: Rules<Loan> {
///     Rule("a loan ends after its beginning") { $0.until == nil || $0.until > $0.from }
///     Index(\.until)
///   }
/// }
/// ```
public struct Rules<Owner: EntityType>: Sendable {
  package var members: [EntityMember] = []

  /// Creates an empty list of rules.
  public init() {}

  init(_ members: [EntityMember]) { self.members = members }
}
