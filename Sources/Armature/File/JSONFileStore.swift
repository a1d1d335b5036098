public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store that keeps its rows in a JSON file, which people can read and `git` can compare.
///
/// ```swift
/// let container = try PersistentContainer(model: model, store: JSONFileStore("shop.json"))
/// let context = container.makeContext()
/// try context.insert("Author").setValuesForKeys(["name": "Jane Austen"])
/// try context.save()
/// ```
/// The rows are in memory, and every save writes the whole file. The store is meant for data that fits in memory and
/// changes from time to time. The file has the format that ``ManagedObjectContext/json(layout:keys:)`` writes and
/// ``ManagedObjectContext/load(_:options:)-([LoadSource],_)`` reads, with a record per line. Each record has its
/// object's key under `@id`, and `@store` contains the store's own data. Equal rows result in equal bytes.
///
/// A save is all or nothing: it writes a new file, flushes it to the disk, and replaces the old one. It throws
/// ``FileStoreError/Reason/changed`` if others have changed the file since it was read; ``reload()`` reads it again.
/// Writers lock a hidden file next to it, `.shop.json.lock`, which may be removed when no writer is running. Changes
/// by programs that do not use the lock are noticed, except at the moment of the replacement.
///
/// Permissions, owner and symbolic links of the file are preserved. A file with other hard links is only replaced if
/// ``init(_:allowsHardLinks:)`` allows it, because the links would lead to the old file. Locks and file times are
/// provided by the system: a network may weaken both.
///
/// `@unchecked Sendable`: the lock protects all mutable state.
public final class JSONFileStore: StateReporting, StoreReader, @unchecked Sendable {
  /// The path of the file, as passed to the initializer.
  public let path: String
  /// Held while the file is opened.
  private let opening = Lock()
  private let lock = Lock()
  private let file: JSONStoreFile
  /// The identifier for a new file.
  private let newIdentifier = UUID.random()
  /// The rows; `nil` until the store is opened.
  private var rows: InMemoryStore?
  private var model: ManagedObjectModel?
  /// The model for the file; `nil` if it contains more than data.
  private lazy var keptModel = model.flatMap { try? StoredModel($0) }
  /// The key after the keys of all objects that were ever saved.
  private var nextKey: Int64 = 1
  /// The key after all allocated keys.
  private var nextFreeKey: Int64 = 1

  /// The number of the last commit by others; 0 without one.
  private var lastRemote: UInt32 = 0

  /// True if the file contains this store's identifier, and so identifies its objects.
  private var isNamed = false

  /// Creates a store on a file, which is read when the store is opened. The first save creates a missing file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - allowsHardLinks: True to save a file with other names (hard links), which lead to the old file from then on.
  ///     Otherwise such a save throws an error.
  public init(_ path: String, allowsHardLinks: Bool = false) {
    self.path = path
    file = JSONStoreFile(path, allowsHardLinks: allowsHardLinks)
  }

  /// The identifier of the store, read from its file when it is opened.
  public var identifier: UUID { lock.withLock { rows?.identifier ?? newIdentifier } }

  /// Reads the file, which must have been saved with an equal model. Opening the store again with an equal model does
  /// nothing.
  ///
  /// - Throws: The errors of ``open(_:migration:)``. The file is never changed.
  /// - Complexity: O(*n*) in the bytes of the file.
  public func open(_ model: ManagedObjectModel) throws { try open(model, migration: .refuse) }

  /// Reads the file, and first migrates it to the model if `migration` allows it.
  ///
  /// - Throws: ``ValidationReport`` with all failures in the file, with line and column; ``FileReadError``;
  ///   ``PersistentStoreError/modelDiffers(path:saved:expected:difference:)`` if the file was saved with another
  ///   model and must not be migrated, and ``FileStoreError`` if it does not contain that model;
  ///   ``PersistentStoreError/migrationBlocked(path:obstacles:)`` if rows would lose data;
  ///   ``PersistentStoreError/otherModel`` if the store is open with another model. The file is unchanged then.
  /// - Complexity: O(*n*) in the bytes of the file.
  public func open(_ model: ManagedObjectModel, migration: StoreMigration) throws {
    // User code that runs meanwhile may read from the store: the rows have another lock.
    try opening.withLock { try openOnce(model, migration) }
  }

  private func openOnce(_ model: ManagedObjectModel, _ migration: StoreMigration) throws {
    if let rows = lock.withLock({ self.rows }) { return try rows.open(model) }
    try StoreText.check(model, path)
    try JSONStoreFileMigration(file, model, migration).run()
    try lock.withLock {
      var rows: InMemoryStore?
      while rows == nil {
        if let read = try file.read(after: 0) {
          let header = try header(of: read.text, model)
          let found = InMemoryStore(identifier: header?.identifier ?? newIdentifier)
          try take(read, header, model, found)
          rows = found
        } else if let identifier = file.newIdentifier(newIdentifier) {
          rows = InMemoryStore(identifier: identifier)
          try rows?.open(model)
        }
      }
      (self.rows, self.model) = (rows, model)
    }
  }

  /// Reads the file again after others have changed it.
  ///
  /// Contexts keep the values that they have read until they refresh them, and keep their changes. A save of these
  /// changes is then based on the rows of the file, and may be a conflict.
  ///
  /// - Throws: The errors of ``open(_:)``; ``FileStoreError/Reason/removed`` if the file no longer exists. The rows
  ///   are unchanged then.
  /// - Complexity: O(*n*) in the bytes of the file.
  public func reload() throws { try lock.withLock { try readAgain() } }

  private func readAgain() throws {
    guard let rows, let model else { throw PersistentStoreError.notOpen }
    guard let read = try file.read(after: rows.numberOfLastCommit) else {
      throw FileStoreError(path: path, reason: .removed)
    }
    let header = try header(of: read.text, model, isOpen: true)
    guard header?.identifier == rows.identifier else {
      // A file in another format throws the error of its format.
      _ = try StoreText(reading: read.text, header: header, model, identifier: rows.identifier)
      throw FileStoreError(path: path, reason: .otherStore)
    }
    try take(read, header, model, rows)
    lastRemote = rows.numberOfLastCommit
  }

  /// Reads the present file and checks it for errors.
  ///
  /// - Throws: The errors of ``reload()``; the rows stay unchanged.
  public func verify() throws {
    try lock.withLock {
      guard let rows, let model else { throw PersistentStoreError.notOpen }
      guard let (_, text) = try file.content() else {
        if try file.isChanged { throw FileStoreError(path: path, reason: .removed) }
        return
      }
      let header = try header(of: text, model, isOpen: true)
      _ = try StoreText(reading: text, header: header, model, identifier: rows.identifier)
      if header?.identifier != rows.identifier, header != nil || isNamed {
        throw FileStoreError(path: path, reason: .otherStore)
      }
    }
  }

  /// Returns the current position of the file in the sequence of saves, and reads the file again if others have
  /// changed it.
  ///
  /// - Throws: The errors of ``reload()``.
  public func token() throws -> PersistentHistoryToken? {
    try lock.withLock {
      guard let rows else { throw PersistentStoreError.notOpen }
      if try file.isChanged { try readAgain() }
      return PersistentHistoryToken(
        storeID: rows.identifier, number: Int64(rows.numberOfLastCommit))
    }
  }

  package var reportsStateWithResult: Bool { false }

  package var knownState: PersistentHistoryToken? {
    lock.withLock {
      rows.map {
        PersistentHistoryToken(storeID: $0.identifier, number: Int64($0.numberOfLastCommit))
      }
    }
  }

  /// Returns whether others have changed the file since; their changes are not recorded.
  public func remoteChanges(since token: PersistentHistoryToken) throws -> RemoteChanges {
    lock.withLock { Int64(lastRemote) > token.number ? .unknown : .none }
  }

  /// Returns the metadata in the file, even before the store is open; `nil` if the file is missing or has no metadata.
  ///
  /// Files of format 1 contain the fingerprint of their model, and not the model.
  ///
  /// - Throws: ``FileReadError``, ``FileStoreError``.
  /// - Complexity: O(*n*) in the bytes of the file.
  public func metadata() throws -> StoreMetadata? {
    try lock.withLock {
      guard let (_, text) = try file.content(), let header = StoreHeader(of: text) else {
        return nil
      }
      let isKnown = (header.model?.format ?? 1) <= ManagedObjectModel.encodedFormat
      return StoreMetadata(
        identifier: header.identifier, format: StoreHeader.format(of: text),
        fingerprint: header.mark.flatMap(ModelMark.init)?.fingerprint,
        modelFormat: header.model?.format, model: isKnown ? try header.keptModel(path) : nil)
    }
  }

  /// Returns the plan of a migration of the file to a model, with the number of rows that each step affects, and the
  /// obstacles.
  ///
  /// Nothing is changed. Duplicate unique values are only reported without other obstacles, and not for objects that
  /// custom steps create.
  ///
  /// ```swift
  /// print(try JSONFileStore("shop.json").migrationPlan(to: model))
  /// ```
  /// - Returns: A plan without stages, if the file is missing or its rows fit the model.
  /// - Throws: The errors of ``open(_:migration:)``, except for obstacles.
  /// - Complexity: O(*n*) in the bytes of the file.
  public func migrationPlan(
    to model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> StoreMigrationPlan {
    try JSONStoreFileMigration(file, model, migration).plan()
  }

  /// Throws an error, because the file has no history.
  public func history(
    since token: PersistentHistoryToken?
  ) throws -> [PersistentHistoryTransaction] {
    throw PersistentStoreError.noHistory(reason: "a JSON file has only the current state")
  }

  private func header(
    of text: JSONText, _ model: ManagedObjectModel, isOpen: Bool = false
  ) throws -> StoreHeader? {
    let header = try StoreHeader.known(text, path)
    try header?.check(model, text, path, isOpen: isOpen)
    return header
  }

  private func take(
    _ read: (content: JSONStoreFile.Content, text: JSONText, versions: RowVersions),
    _ header: StoreHeader?, _ model: ManagedObjectModel, _ rows: InMemoryStore
  ) throws {
    let text = try StoreText(reading: read.text, header: header, model, identifier: rows.identifier)
    rows.replaceRows(by: text.context, lastCommit: read.versions.last) { read.versions[$0] }
    file.adopt(read.content)
    isNamed = header != nil
    nextKey = text.nextKey
    nextFreeKey = max(nextFreeKey, nextKey)
  }

  /// Reserves keys, which no other caller gets, from this store or any other store on the file.
  public func reserveKeys(_ count: Int) throws -> Range<Int64> {
    try lock.withLock {
      if rows == nil { throw PersistentStoreError.notOpen }
      let keys = try file.reserveKeys(Int64(max(1, count)), from: nextFreeKey)
      nextFreeKey = keys.upperBound
      return keys
    }
  }

  // MARK: Reading

  private var opened: InMemoryStore {
    get throws {
      guard let rows = lock.withLock({ rows }) else { throw PersistentStoreError.notOpen }
      return rows
    }
  }

  /// Returns the rows that match a request, in its order.
  public func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
    try opened.fetch(request, into: rows)
  }

  /// Returns the number of rows that match a request.
  public func count(_ request: FetchRequest) throws -> Int { try opened.count(request) }

  /// Returns the rows of a request for aggregates or distinct values; `nil` if it reads transient properties.
  public func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]? {
    try opened.rows(request)
  }

  /// Returns the rows with some keys, in the order of the keys.
  public func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
    try opened.rows(for: keys, of: entity, into: rows)
  }

  /// Returns the members of a to-many relationship of some objects, in the order of the keys.
  public func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    try opened.links(for: keys, along: relationship, of: entity)
  }

  // MARK: Saving

  /// Returns the key after the keys of all objects, once a transaction is saved.
  private func nextKey(after changes: StoreChanges) throws(ValidationReport) -> Int64 {
    var next = nextKey
    for position in changes.indices where changes.kind(at: position) == .insert {
      let key = changes.key(at: position)
      guard StoreHeader.keys.contains(key) else {
        throw ValidationReport([
          ValidationFailure(
            entity: changes.entityName(at: position), objectID: changes.id(at: position),
            keyPath: [RecordPlan.numberKey], StoreHeader.outOfKeys, value: .int(key))
        ])
      }
      next = max(next, key + 1)
    }
    return next
  }

  /// Saves all changes or none by writing a new file.
  ///
  /// - Throws: ``FileStoreError``; ``StoreConflicts`` and ``ValidationReport`` like ``InMemoryStore``, the latter
  ///   also for values without a JSON form, and for links to objects without their identifying values.
  /// - Complexity: O(*n*) in the number of all rows.
  public func commit(_ changes: StoreChanges) throws -> [UInt32] {
    try lock.withLock {
      guard let rows else { throw PersistentStoreError.notOpen }
      var nextKey = nextKey
      let lock = try file.lock()
      let versions = try rows.commit(changes, after: lock.numbers.lastCommit) { context, number in
        nextKey = try self.nextKey(after: changes)
        let header = StoreHeader(
          identifier: rows.identifier, mark: "\(ModelMark(context.model))", nextKey: nextKey,
          model: keptModel)
        let text = try StoreText.write(context, header)
        do {
          try text.withBytes { try file.replace(with: $0, commit: number, holding: lock) }
        } catch let error as FileStoreError where error.reason == .changed {
          // The objects of the records in the changed file are unknown, so it cannot be read again. Neither can a
          // file that others have migrated. The exception is a file with stores that have all waited for the first
          // save.
          let header = try (try? file.content()).flatMap {
            try self.header(of: $0.text, context.model, isOpen: true)
          }
          if !isNamed, header?.identifier != rows.identifier {
            throw FileStoreError(path: path, reason: .otherStore)
          }
          throw error
        }
        isNamed = true
      }
      self.nextKey = nextKey
      if let (rows, last) = try? rows.versions() {
        file.note(RowVersions(rows, last: last), holding: lock)
      }
      return versions
    }
  }
}
