package import ArmatureModel

extension MigrationNames {
  /// Creates the names, with new relationships in place of relationships with links that custom steps drop.
  package init(
    from old: ManagedObjectModel, to new: ManagedObjectModel, _ steps: [StoreMigration.Step]
  ) {
    self.init(
      from: old, to: new,
      dropping: Set(
        steps.compactMap { step in
          if case .drop(let place) = step { place } else { nil }
        }))
  }
}
