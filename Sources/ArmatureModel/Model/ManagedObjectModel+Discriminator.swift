extension ManagedObjectModel {
  /// Returns the key that tells which entity a record is of: its own discriminator, or that of the nearest ancestor.
  package func discriminator(of entity: EntityDescription) -> String? {
    var current: EntityDescription? = entity
    while let found = current {
      if let key = found.discriminator { return key }
      current = found.parent.flatMap { self[$0] }
    }
    return nil
  }
}
