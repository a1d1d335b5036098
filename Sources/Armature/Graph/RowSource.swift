import ArmatureModel

/// The source of rows for the faults of a graph, with the errors of reading them.
struct RowSource {
  /// The store of the context, or its parent context. It is `nil` if objects exist only in memory.
  let store: CheckedStore?
  /// The parent context; `nil` if the store keeps rows. The objects of a parent change without a version.
  let parent: (any ParentOfContext)?
  /// The reader of the current fetch; `nil` otherwise and in user code.
  var reader: CheckedReader?
  /// The number of committed transactions.
  private(set) var commitCount = 0
  /// The number of rows, or lists of links, that are requested at once.
  var batchSize = RowSource.usualBatchSize
  static let usualBatchSize = 256
  /// The last error of a read that could not throw. The next throwing call throws it.
  var lastError: (any Error)?
  /// The lists that look empty because of that error.
  private var unreadLists: [(handle: Handle, place: RowPlace)] = []
  /// The number of objects that were created from rows since unused objects were last evicted, and the limit for this
  /// number.
  private var (madeCount, madeLimit) = (0, RowSource.leastMadeLimit)
  static let leastMadeLimit = 4096

  init(_ store: CheckedStore?) {
    self.store = store
    parent = store?.store as? any ParentOfContext
  }

  /// The number of slots in which faults are searched that the same round trip can load.
  var batchWindow: UInt32 { UInt32(batchSize) * 4 }

  /// Records that later reads see another state.
  mutating func noteCommit() { commitCount += 1 }

  // MARK: Reading

  /// Returns the reader of the current operation. Without such a reader, returns a reader of the current state.
  func reader(of store: CheckedStore) throws -> CheckedReader { try reader ?? store.reader() }

  /// Returns the reader of the current operation or a reader for one answer.
  func singleUseReader(of store: CheckedStore) throws -> CheckedReader {
    try reader ?? store.singleUseReader()
  }

  /// Returns the slots after one that satisfy a condition, limited to one request.
  func neighbours(
    of handle: Handle, before end: Handle, _ isIncluded: (Handle) -> Bool
  ) -> [Handle] {
    var found: [Handle] = []
    let first = handle.rawValue + 1
    for number in first..<max(first, min(first + batchWindow, end.rawValue)) {
      if found.count + 1 == batchSize { break }
      let handle = Handle(rawValue: number)
      if isIncluded(handle) { found.append(handle) }
    }
    return found
  }

  // MARK: Errors

  /// Makes the next throwing call report an invalid value from the store.
  mutating func noteWrong(
    _ value: AttributeValue, of property: PropertyDescription, in id: ManagedObjectID
  ) {
    if lastError != nil { return }
    let must =
      property.asRelationship.map { "lead to objects of \($0.destination)" }
      ?? "give values of its type"
    lastError = PersistentStoreError.wrongAnswer(
      function: "rows(for:of:)", must: "\(must) for \(id).\(property.name)",
      but: "gives \(value)")
  }

  /// Records that a list could not be read, and looks empty.
  mutating func noteUnread(_ handle: Handle, _ place: RowPlace, _ error: any Error) {
    lastError = error
    unreadLists.append((handle, place))
  }

  /// Returns whether a list only looks empty because it could not be read.
  func isUnread(_ handle: Handle, _ place: RowPlace) -> Bool {
    unreadLists.contains { $0.handle == handle && $0.place.index == place.index }
  }

  /// Returns and clears the last error, with the lists to request again.
  mutating func takeError() -> (error: any Error, lists: [(handle: Handle, place: RowPlace)])? {
    guard let error = lastError else { return nil }
    defer { (lastError, unreadLists) = (nil, []) }
    return (error, unreadLists)
  }

  /// Discards the errors because all objects are removed.
  mutating func forgetErrors() { (lastError, unreadLists) = (nil, []) }

  /// Discards the errors of objects before a handle, which have all been removed.
  mutating func forgetErrors(before end: Handle) {
    unreadLists.removeAll { $0.handle < end }
    if unreadLists.isEmpty { lastError = nil }
  }

  // MARK: Unused Objects

  /// Records that an object was made from a row.
  mutating func noteMade() { madeCount += 1 }

  /// Records that some of these objects were evicted.
  mutating func noteForgotten(_ count: Int) { madeCount = max(0, madeCount - count) }

  /// Whether as many objects were made as remained the last time.
  var hasDoubled: Bool { madeCount > madeLimit }

  /// Records the number of remaining objects and slots. A walk over all slots is worthwhile only if enough of them can
  /// be evicted.
  mutating func noteForgetting(keptCount: Int, slotCount: Int) {
    (madeCount, madeLimit) = (0, max(Self.leastMadeLimit, keptCount, slotCount / 16))
  }
}
