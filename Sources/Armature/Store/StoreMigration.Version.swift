public import ArmatureModel

extension StoreMigration {
  /// A version of a model, for migrations from each to the next.
  ///
  /// ```swift
  /// let first = try ManagedObjectModel("Shop") { Entity("Good") { Attribute("code", String.self) } }
  /// let versions: [StoreMigration.Version] = [
  ///   .init("1", first), .init("2", model, [.set("Good.name") { _ in .string("") }]),
  /// ]
  /// print(versions.map(\.name))  // ["1", "2"]
  /// ```
  /// Core Data: a stage of `NSStagedMigrationManager`, which is a lightweight one without steps of its own, and a
  /// custom one with some.
  public struct Version: Sendable {
    /// What errors call it.
    public let name: String
    /// The model.
    public let model: ManagedObjectModel
    /// What the models do not tell of the way from the version before.
    public let steps: [Step]

    /// A version, to which `steps` lead from the one before; none unless they are given.
    public init(_ name: String, _ model: ManagedObjectModel, _ steps: [Step] = []) {
      (self.name, self.model, self.steps) = (name, model, steps)
    }
  }

  /// The models that rows pass on their way to the last one, and what is said of the way to each.
  package typealias Stages = (old: ManagedObjectModel, stages: [Version])

  /// The way of rows to a model.
  ///
  /// - Parameters:
  ///   - saved: The mark of the model that they were saved with.
  ///   - kept: That model, if the store keeps it.
  ///   - path: Where the rows are, for messages.
  /// - Returns: `nil`, if they must stay as they are, or nobody knows that model.
  /// - Throws: ``PersistentStoreError/unknownVersion(path:saved:versions:)``,
  ///   ``PersistentStoreError/laterVersion(path:saved:opened:)``.
  package func stages(
    from saved: ModelMark, _ kept: ManagedObjectModel?, to model: ManagedObjectModel,
    path: String
  ) throws(PersistentStoreError) -> Stages? {
    let kept = kept.flatMap { $0.fingerprint == saved.fingerprint ? $0 : nil }
    switch way {
    case .refuse: return nil
    case .automatic: return kept.map { ($0, [Version("", model)]) }
    case .custom(let steps): return kept.map { ($0, [Version("", model, steps)]) }
    case .staged(let versions):
      let marks = versions.map { ModelMark($0.model) }
      guard let position = saved.position(in: marks) else {
        throw .unknownVersion(
          path: path, saved: saved.fingerprint, versions: versions.map(\.name))
      }
      let wanted = ModelMark(model).position(in: marks)
      if wanted == position { return kept.map { ($0, [Version("", model)]) } }
      if let wanted, wanted < position {
        throw .laterVersion(
          path: path, saved: versions[position].name, opened: versions[wanted].name)
      }
      let rest = versions[(position + 1)...]
      let stages =
        wanted.map { rest.prefix(through: $0) } ?? rest + [Version("", model)]
      return (kept ?? versions[position].model, Array(stages))
    }
  }
}

extension ModelMark {
  /// The last of some versions that a model is, or that has its fingerprint at least.
  fileprivate func position(in versions: [ModelMark]) -> Int? {
    versions.lastIndex(of: self) ?? versions.lastIndex { $0.fingerprint == fingerprint }
  }
}
