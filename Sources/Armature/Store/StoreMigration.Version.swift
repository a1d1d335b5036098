public import ArmatureModel

extension StoreMigration {
  /// A version of a model in a staged migration, together with the steps that migrate rows to this version.
  ///
  /// ```swift
  /// let first = try ManagedObjectModel("Shop") { Entity("Good") { Attribute("code", String.self) } }
  /// let versions: [StoreMigration.Version] = [
  ///   .init("1", first), .init("2", model, [.set("Good.name") { _ in .string("") }]),
  /// ]
  /// print(versions.map(\.name))  // ["1", "2"]
  /// ```
  /// Core Data: a stage of `NSStagedMigrationManager`. A version without steps corresponds to a lightweight stage. A
  /// version with steps corresponds to a custom stage.
  public struct Version: Sendable {
    /// The name of the version, which error messages contain.
    public let name: String
    /// The model of the version.
    public let model: ManagedObjectModel
    /// The custom steps from the previous version to this one.
    ///
    /// You need a step for each change that cannot be derived from the two models.
    public let steps: [Step]

    /// Creates a version.
    ///
    /// The `steps` migrate rows from the previous version to this one. By default, there are no custom steps.
    public init(_ name: String, _ model: ManagedObjectModel, _ steps: [Step] = []) {
      (self.name, self.model, self.steps) = (name, model, steps)
    }
  }

  /// The models that rows pass through up to the last one, with the custom steps to each.
  package typealias Stages = (old: ManagedObjectModel, stages: [Version])

  /// Returns the stages that migrate rows from the model that they were saved with to another model.
  ///
  /// - Parameters:
  ///   - saved: The mark of the model that the rows were saved with.
  ///   - kept: The model that the rows were saved with, if the store contains it.
  ///   - model: The model to migrate to.
  ///   - path: The path of the store, for messages.
  /// - Returns: The stages. The result is `nil` if no migration is allowed, or if the old model is unknown.
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
  /// Returns the position of the last version that is this model, or else has its fingerprint.
  fileprivate func position(in versions: [ModelMark]) -> Int? {
    versions.lastIndex(of: self) ?? versions.lastIndex { $0.fingerprint == fingerprint }
  }
}
