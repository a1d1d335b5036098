/// What an ``EntityType`` declares beside its properties: rules, uniqueness, indexes.
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

  /// Declares nothing.
  public init() {}

  init(_ members: [EntityMember]) { self.members = members }
}
