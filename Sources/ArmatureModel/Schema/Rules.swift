/// What an ``EntityType`` declares beside its properties: rules, uniqueness, indexes.
public struct Rules<Owner: EntityType>: Sendable {
  package var members: [EntityMember] = []

  /// Declares nothing.
  public init() {}

  init(_ members: [EntityMember]) { self.members = members }
}
