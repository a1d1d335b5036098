import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Migrates the file of a store to another model. Like a save, it results in either the old file or the new one.
struct JSONStoreFileMigration {
  private let file: JSONStoreFile
  private let model: ManagedObjectModel
  private let migration: StoreMigration

  /// The maximum number of times that the file may change during the migration. A custom step could change it each
  /// time.
  private static let mostAttempts = 10

  init(_ file: JSONStoreFile, _ model: ManagedObjectModel, _ migration: StoreMigration) {
    (self.file, self.model, self.migration) = (file, model, migration)
  }

  /// Migrates the file, if it was saved with another known model. Another process may migrate it first.
  ///
  /// - Throws: ``FileStoreError``, ``FileReadError``, ``PersistentStoreError``; ``ValidationReport`` with all
  ///   failures in the file.
  func run() throws {
    guard migration.changesRows else { return }
    for attempt in 1... {
      guard let (content, text) = try file.content(),
        let header = try StoreHeader.known(text, file.name),
        try header.difference(to: model, file.name).isMigrated,
        let saved = header.mark.flatMap(ModelMark.init),
        let (old, stages) = try migration.stages(
          from: saved, header.keptModel(file.name), to: model, path: file.name)
      else { return }
      guard let versions = try file.versions(of: content, after: 0) else { continue }
      do {
        return try migrate(content, text, versions, header, from: old, stages)
      } catch let error as FileStoreError
        where error.reason == .changed && attempt < Self.mostAttempts
      {
        // The new file may already be the migrated one.
        continue
      }
    }
  }

  /// Returns the plan of the migration; changes nothing.
  ///
  /// - Throws: The errors of ``run()``, and ``PersistentStoreError/modelDiffers(path:saved:expected:difference:)``
  ///   for rows that must not be migrated.
  func plan() throws -> StoreMigrationPlan {
    guard let (_, text) = try file.content() else { return StoreMigrationPlan(stages: []) }
    guard let header = try StoreHeader.known(text, file.name) else {
      // Any model can read a valid file without metadata.
      _ = try StoreText(reading: text, header: nil, model, identifier: UUID())
      return StoreMigrationPlan(stages: [])
    }
    guard try header.difference(to: model, file.name).isMigrated else {
      return StoreMigrationPlan(stages: [])
    }
    guard let saved = header.mark.flatMap(ModelMark.init),
      let (old, stages) = try migration.stages(
        from: saved, header.keptModel(file.name), to: model, path: file.name)
    else {
      try header.check(model, text, file.name, isOpen: false)
      return StoreMigrationPlan(stages: [])
    }
    let store = try StoreText(reading: text, header: header, old, identifier: header.identifier)
    var former = old
    return StoreMigrationPlan(
      stages: try stages.enumerated().map { position, stage in
        defer { former = stage.model }
        if position > 0 {
          return .init(stage.name, MigrationPlan(from: former, to: stage.model))
        }
        let first = try ObjectMigration(
          of: MigrationRows(store.context), to: stage.model, stage.steps,
          keepsInvalid: migration.keepsInvalid, path: file.name,
          storeID: header.identifier)
        return .init(stage.name, try first.steps())
      })
  }

  private func migrate(
    _ content: JSONStoreFile.Content, _ text: JSONText, _ versions: RowVersions,
    _ header: StoreHeader, from old: ManagedObjectModel, _ stages: [StoreMigration.Version]
  ) throws {
    try migration.report(0, of: stages.first?.name ?? "")
    var model = old
    var store = try StoreText(reading: text, header: header, old, identifier: header.identifier)
    var nextKey = store.nextKey
    var output = JSONOutput()
    var changed: Set<Int64> = []
    for (position, stage) in stages.enumerated() {
      model = stage.model
      let (rows, others) = try ObjectMigration(
        of: MigrationRows(store.context), to: model, stage.steps,
        keepsInvalid: migration.keepsInvalid, path: file.name,
        storeID: header.identifier
      ).run { count in
        let keys = try file.reserveKeys(Int64(count), from: nextKey)
        nextKey = keys.upperBound
        return keys
      } report: { share in
        try migration.report((Double(position) + share) / Double(stages.count), of: stage.name)
      }
      changed.formUnion(others)
      let header = StoreHeader(
        identifier: header.identifier, mark: "\(ModelMark(self.model))", nextKey: nextKey,
        model: try? StoredModel(self.model))
      output = try StoreText.write(rows.makeContext(storeID: header.identifier), header)
      // Derived values are computed as for any file, and an unreadable file is not written.
      store = try StoreText(
        reading: JSONText(output.string, name: file.name), header: header, model,
        identifier: header.identifier)
    }
    try migration.report(1, of: stages.last?.name ?? "")
    let lock = try file.lock()
    let commit = lock.numbers.lastCommit &+ 1
    file.adopt(content)
    let backup = migration.backupPath(of: file.name, isTaken: FileSystem.isThere)
    if let backup { try file.copy(text, to: backup) }
    do {
      try output.withBytes { try file.replace(with: $0, commit: commit, holding: lock) }
    } catch {
      if let backup { FileSystem.remove(backup) }
      throw error
    }
    let rows = store.context.graph.keys.all.map { key in
      (key: key, version: changed.contains(key) ? commit : versions[key])
    }
    file.note(RowVersions(rows, last: commit), holding: lock)
  }
}
