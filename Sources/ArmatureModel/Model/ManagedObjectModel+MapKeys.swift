extension ManagedObjectModel {
  /// Returns the attributes of an entity whose values are keys in JSON, where owners have the objects as members of one
  /// object.
  ///
  /// - Returns: For each attribute, whether this is so for all owners, so that no record has it.
  package func mapKeys(of entity: EntityDescription) -> [String: Bool] {
    let keys = entity.relationships.filter(\.leadsToOwner).map { owner -> String? in
      owner.inverse.flatMap { self[owner.destination]?.property(named: $0)?.asRelationship?.mapKey }
    }
    return Dictionary(
      keys.compactMap { key in key.map { ($0, keys.allSatisfy { $0 == key }) } },
      uniquingKeysWith: { first, _ in first })
  }
}
