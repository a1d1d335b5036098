public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store that keeps its rows in a file of JSON, which people can read, and `git` can compare.
///
/// ```swift
/// let container = try PersistentContainer(model: model, store: JSONFileStore("shop.json"))
/// let context = container.makeContext()
/// try context.insert("Author").setValuesForKeys(["name": "Jane Austen"])
/// try context.save()
/// ```
/// The rows are in memory, and every save writes the whole file: it suits data that a program can hold,
/// and that changes now and then. The file is what ``ManagedObjectContext/json(layout:keys:)`` writes and
/// ``ManagedObjectContext/load(_:options:)-([LoadSource],_)`` reads, with a record per line. Each record has
/// its object's key under `@id`, and `@store` has what is the store's own. Equal rows make equal bytes.
///
/// A save is all or nothing: it is written beside the file, synced, and takes its place. It throws
/// ``FileStoreError/Reason/changed`` if others have changed the file since it was read: ``reload()`` reads it
/// again. Writers take turns by a hidden file beside it, `.shop.json.lock`, which may be removed when none
/// runs; programs that know nothing of it are noticed, but for the moment of the replacement itself.
/// Permissions, owner and symbolic links of the file are kept. A file with other hard links is not replaced, unless
/// ``init(_:allowsHardLinks:)`` allows it: they would lead to the former file. Locks, and the
/// times by which changes are noticed, are those of the system: a network may weaken both.
///
/// `@unchecked Sendable`: everything that changes is behind the lock.
public final class JSONFileStore: StateTelling, StoreReader, @unchecked Sendable {
  /// The path of the file, as it was given.
  public let path: String
  /// Held while the file is opened.
  private let opening = Lock()
  private let lock = Lock()
  private let file: StoreFile
  /// What a new file is told from others by.
  private let newIdentifier = UUID.random()
  /// The rows; `nil` until the store is opened.
  private var rows: InMemoryStore?
  private var model: ManagedObjectModel?
  /// The model as the file gets it; `nil` if it is not data alone.
  private lazy var keptModel = model.flatMap { try? KeptModel($0) }
  /// The key above those of all objects that were ever saved.
  private var nextKey: Int64 = 1
  /// The key above all that were given out.
  private var nextFreeKey: Int64 = 1

  /// The last commit that others have made, as the store numbers them; 0 for none.
  private var lastOfOthers: UInt32 = 0

  /// Whether the file says that it is this store's, and thereby which object is which.
  private var isNamed = false

  /// Names a file, which is read when the store is opened, and made by the first save if there is none.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - allowsHardLinks: Whether the store saves a file that has other names (hard links), which lead to the former file
  ///     from then on; such a save is refused unless this is true.
  public init(_ path: String, allowsHardLinks: Bool = false) {
    self.path = path
    file = StoreFile(path, allowsHardLinks: allowsHardLinks)
  }

  /// What tells the store from all others: that of its file, once it is open.
  public var identifier: UUID { lock.withLock { rows?.identifier ?? newIdentifier } }

  /// Reads the file, which must have been saved with an equal model; opening the store again with one does nothing.
  ///
  /// - Throws: As ``open(_:migration:)`` does. The file is never changed.
  /// - Complexity: O(*n*) in the bytes of the file.
  public func open(_ model: ManagedObjectModel) throws { try open(model, migration: .refuse) }

  /// Reads the file, and brings it into the form of the model before, as `migration` says.
  ///
  /// - Throws: ``ValidationReport`` with everything that is wrong with the file, at line and column;
  ///   ``FileReadError``; ``PersistentStoreError/modelDiffers(path:saved:expected:difference:)`` if it was saved with
  ///   another model, and is to stay so, and ``FileStoreError`` if it does not keep that model;
  ///   ``PersistentStoreError/migrationLoses(path:obstacles:)`` if rows would lose something;
  ///   ``PersistentStoreError/otherModel`` if the store is open with another model. The file is as it was then.
  /// - Complexity: O(*n*) in the bytes of the file.
  public func open(_ model: ManagedObjectModel, migration: StoreMigration) throws {
    // Code of the user that runs meanwhile may ask the store: the rows have another lock.
    try opening.withLock { try openOnce(model, migration) }
  }

  private func openOnce(_ model: ManagedObjectModel, _ migration: StoreMigration) throws {
    if let rows = lock.withLock({ self.rows }) { return try rows.open(model) }
    try StoreText.check(model, path)
    try StoreFileMigration(file, model, migration).run()
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

  /// Reads the file again, which others have changed.
  ///
  /// Contexts keep what they have read until they refresh it, and what they have changed: a save of that
  /// is then based on the rows of the file, and may be a conflict.
  ///
  /// - Throws: As ``open(_:)`` does; ``FileStoreError/Reason/removed`` if there is no file any more. The rows
  ///   are as before then.
  /// - Complexity: O(*n*) in the bytes of the file.
  public func reload() throws { try lock.withLock { try readAgain() } }

  private func readAgain() throws {
    guard let rows, let model else { throw PersistentStoreError.notOpen }
    guard let read = try file.read(after: rows.numberOfLastCommit) else {
      throw FileStoreError(path: path, reason: .removed)
    }
    let header = try header(of: read.text, model, isOpen: true)
    guard header?.identifier == rows.identifier else {
      // What is no such file at all is told as what it is.
      _ = try StoreText(reading: read.text, header: header, model, identifier: rows.identifier)
      throw FileStoreError(path: path, reason: .otherStore)
    }
    try take(read, header, model, rows)
    lastOfOthers = rows.numberOfLastCommit
  }

  /// Reads the file as it is now, and looks for what is wrong with it.
  ///
  /// - Throws: As ``reload()`` does; the rows stay what they are.
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

  /// The point in the saves that the file is at now, which is read again if others have changed it.
  ///
  /// - Throws: As ``reload()`` does.
  public func token() throws -> PersistentHistoryToken? {
    try lock.withLock {
      guard let rows else { throw PersistentStoreError.notOpen }
      if try file.isChanged { try readAgain() }
      return PersistentHistoryToken(
        storeID: rows.identifier, number: Int64(rows.numberOfLastCommit))
    }
  }

  package var tellsStateWithAnswer: Bool { false }

  package var knownState: PersistentHistoryToken? {
    lock.withLock {
      rows.map {
        PersistentHistoryToken(storeID: $0.identifier, number: Int64($0.numberOfLastCommit))
      }
    }
  }

  /// Whether others have changed the file since: nobody keeps what.
  public func changesOfOthers(since token: PersistentHistoryToken) throws -> ChangesOfOthers {
    lock.withLock { Int64(lastOfOthers) > token.number ? .unknown : .none }
  }

  /// What the file says of itself, whether it is open or not; `nil` if there is none, or it says nothing.
  ///
  /// Files of format 1 have the fingerprint of their model, and not the model.
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

  /// The way of the rows in the file to a model, with how many of them each step touches, and which stand in the way.
  ///
  /// Nothing is changed. What is not unique by then is told where nothing else stands in the way, but for objects that
  /// custom steps make.
  ///
  /// ```swift
  /// print(try JSONFileStore("shop.json").migrationPlan(to: model))
  /// ```
  /// - Returns: A plan without stages, if there is no file, or its rows are those of the model.
  /// - Throws: As ``open(_:migration:)`` does, but for what stands in the way.
  /// - Complexity: O(*n*) in the bytes of the file.
  public func migrationPlan(
    to model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> StoreMigrationPlan {
    try StoreFileMigration(file, model, migration).plan()
  }

  /// Throws that there is none.
  public func history(
    since token: PersistentHistoryToken?
  ) throws -> [PersistentHistoryTransaction] {
    throw PersistentStoreError.noHistory(reason: "a file of JSON has the present state alone")
  }

  private func header(
    of text: JSONText, _ model: ManagedObjectModel, isOpen: Bool = false
  ) throws -> StoreHeader? {
    let header = try StoreHeader.known(text, path)
    try header?.check(model, text, path, isOpen: isOpen)
    return header
  }

  private func take(
    _ read: (content: StoreFile.Content, text: JSONText, versions: RowVersions),
    _ header: StoreHeader?, _ model: ManagedObjectModel, _ rows: InMemoryStore
  ) throws {
    let text = try StoreText(reading: read.text, header: header, model, identifier: rows.identifier)
    rows.replaceRows(by: text.context, lastCommit: read.versions.last) { read.versions[$0] }
    file.adopt(read.content)
    isNamed = header != nil
    nextKey = text.nextKey
    nextFreeKey = max(nextFreeKey, nextKey)
  }

  /// Sets keys aside that no other caller ever gets, of this store or of any other on the file.
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

  /// The rows that a request finds, in its order.
  public func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
    try opened.fetch(request, into: rows)
  }

  /// How many rows a request finds.
  public func count(_ request: FetchRequest) throws -> Int { try opened.count(request) }

  /// Rows of aggregates and distinct values, unless they read what is not saved.
  public func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]? {
    try opened.rows(request)
  }

  /// The rows of some objects, in the order of the keys.
  public func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
    try opened.rows(for: keys, of: entity, into: rows)
  }

  /// What a to-many relationship of some objects leads to, in the order of the keys.
  public func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    try opened.links(for: keys, along: relationship, of: entity)
  }

  // MARK: Saving

  /// The key above those of all objects once a transaction is saved.
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

  /// Makes all changes last, or none of them, by writing the file anew.
  ///
  /// - Throws: ``FileStoreError``; ``StoreConflicts`` and ``ValidationReport`` as ``InMemoryStore`` does, the
  ///   latter also for values without a text, and links to objects without their identifying values.
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
          // Nothing tells which object a record of the changed file is: it cannot be read again,
          // unless all have waited for the first save. Nor can one that others have migrated.
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
