public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store that keeps its rows in a JSON file.
///
/// Use this store for data that fit into memory and do not change often, such as settings or a small catalog. You can
/// read and edit the file with any editor, and compare its versions with `git`.
///
/// ```swift
/// let container = try PersistentContainer(model: model, store: JSONFileStore("shop.json"))
/// let context = container.makeContext()
/// try context.insert("Author").setValuesForKeys(["name": "Jane Austen"])
/// try context.save()
/// ```
/// The store keeps all rows in memory, and each save writes the whole file. The file has the format of
/// ``ManagedObjectContext/json(layout:keys:)``, with one record on each line and two additional keys. In each record,
/// `@id` contains the key of the object. At the top of the file, `@store` contains data about the store itself, such as
/// its identifier. The same rows always result in the same bytes.
///
/// ## Saving
///
/// A save first writes a new file and flushes it to the disk, and then replaces the old file with the new one. If one
/// of these steps fails, the old file stays unchanged. The new file has the same permissions and the same owner as the
/// old one, and symbolic links lead to the new file.
///
/// During a save, the store locks a hidden file, such as `.shop.json.lock`, so that no other store can save to the same
/// file at the same time. You can delete the hidden file when no program uses the store.
///
/// Other programs, such as an editor, do not use this lock. If another program has changed the file, the next save
/// throws ``FileStoreError/Reason/changed``, and you can call ``reload()`` to read the changes. A change is overwritten
/// only if it happens at the very moment when the store replaces the file. On a network file system, however, locks and
/// file times may be unreliable.
///
/// If the file has hard links, a save throws an error, because the links would still lead to the old file. To save
/// anyway, see ``init(_:allowsHardLinks:)``.
///
/// `@unchecked Sendable`: the lock protects all mutable state.
public final class JSONFileStore: StateReporting, RankingReader, @unchecked Sendable {
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

  /// Creates a store on a file.
  ///
  /// The file is read when a container opens the store. If the file does not exist, the first save creates it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - allowsHardLinks: Pass true to save the file even if it has other names, which are called hard links. After a
  ///     save, the other names still lead to the old file. By default, a save of such a file throws an error.
  public init(_ path: String, allowsHardLinks: Bool = false) {
    self.path = path
    file = JSONStoreFile(path, allowsHardLinks: allowsHardLinks)
  }

  /// The identifier of the store. It is read from the file when the store is opened.
  public var identifier: UUID { lock.withLock { rows?.identifier ?? newIdentifier } }

  /// Reads the file. The file must have been saved with an equal model.
  ///
  /// Opening the store again with an equal model does nothing.
  ///
  /// - Throws: The errors of ``open(_:migration:)``. The file is never changed.
  /// - Complexity: O(*n*) in the number of bytes of the file.
  public func open(_ model: ManagedObjectModel) throws { try open(model, migration: .refuse) }

  /// Opens the store by reading its file.
  ///
  /// If the file was saved with another model, the store first migrates the rows, provided that `migration` allows it.
  ///
  /// - Throws: One of these errors. In this case, the file is unchanged.
  ///   - ``ValidationReport`` with all failures in the file. Each failure has a line and a column.
  ///   - ``FileReadError`` if the file cannot be read.
  ///   - ``PersistentStoreError/modelDiffers(path:saved:expected:difference:)`` if the file was saved with another
  ///     model and `migration` does not allow a migration.
  ///   - ``FileStoreError`` if the file was saved with another model and does not contain that model.
  ///   - ``PersistentStoreError/migrationBlocked(path:obstacles:)`` if the migration would lose data.
  ///   - ``PersistentStoreError/otherModel`` if the store is open with another model.
  /// - Complexity: O(*n*) in the number of bytes of the file.
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

  /// Reads the file again after another program has changed it.
  ///
  /// Each context keeps its unsaved changes. All other objects show their new values when the context refreshes them.
  /// If an object has changed both in a context and in the file, the next save of this context has a conflict.
  ///
  /// - Throws: The errors of ``open(_:)``, and ``FileStoreError/Reason/removed`` if the file no longer exists. If an
  ///   error is thrown, the rows in memory are unchanged.
  /// - Complexity: O(*n*) in the number of bytes of the file.
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

  /// Reads the current file and checks it for errors.
  ///
  /// - Throws: The errors of ``reload()``. The rows in memory stay unchanged.
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

  /// Returns the current position of the file in the sequence of saves.
  ///
  /// If another program has changed the file, it is read again first.
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

  /// Returns whether another program has changed the file since a token.
  ///
  /// The file does not record the changes themselves.
  public func remoteChanges(since token: PersistentHistoryToken) throws -> RemoteChanges {
    lock.withLock { Int64(lastRemote) > token.number ? .unknown : .none }
  }

  /// Returns the metadata in the file, or `nil` if the file is missing or has no metadata.
  ///
  /// You can call this method before the store is open, for example to find out which model was used to save the file.
  /// If the file has the old format 1, its metadata contain only the fingerprint of this model.
  ///
  /// - Throws: ``FileReadError`` if the file cannot be read. ``FileStoreError`` if the file has an unknown format.
  /// - Complexity: O(*n*) in the number of bytes of the file.
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

  /// Returns a plan of the migration of the file to a model, without changing the file.
  ///
  /// The plan contains the steps, the number of rows that each step affects, and the obstacles:
  ///
  /// ```swift
  /// print(try JSONFileStore("shop.json").migrationPlan(to: model))
  /// ```
  /// The plan reports duplicate values of unique properties only if there are no other obstacles. It does not check the
  /// objects that custom steps create.
  ///
  /// - Returns: The plan. It has no stages if the file is missing or if its rows already match the model.
  /// - Throws: The errors of ``open(_:migration:)``. Obstacles are not thrown.
  /// - Complexity: O(*n*) in the number of bytes of the file.
  public func migrationPlan(
    to model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> StoreMigrationPlan {
    try JSONStoreFileMigration(file, model, migration).plan()
  }

  /// Throws an error, because a JSON file has no history.
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

  /// Reserves keys for new objects. No other caller gets the same keys, even from another store on the same file.
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

  package func statistics(
    of ranking: SearchRanking, in entity: String
  ) throws -> SearchStatistics? { try opened.statistics(of: ranking, in: entity) }

  package func suggestions(
    startingWith start: String, in entity: String, limit: Int
  ) throws -> [SearchSuggestion]? {
    try opened.suggestions(startingWith: start, in: entity, limit: limit)
  }

  /// Returns the rows of a request for aggregates or distinct values.
  ///
  /// The result is `nil` if the request reads transient properties. The context then computes the rows itself.
  public func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]? {
    try opened.rows(request)
  }

  /// Returns the rows with the given keys, in the order of the keys.
  public func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
    try opened.rows(for: keys, of: entity, into: rows)
  }

  /// Returns the members of a to-many relationship for each of the given objects.
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

  /// Saves all changes by writing a new file. If an error is thrown, nothing is saved.
  ///
  /// - Throws:
  ///   - ``FileStoreError`` if the file cannot be written.
  ///   - ``StoreConflicts`` or ``ValidationReport`` for the same reasons as an ``InMemoryStore``.
  ///   - ``ValidationReport`` if a value cannot be written as JSON, or if a linked object has no identifying value.
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
