/// Where the rows of a graph's faults come from, and what went wrong with asking.
struct RowSource {
  /// The store of the context, or the context above it; `nil` where objects live in memory alone.
  let store: CheckedStore?
  /// What a fetch reads from that is under way; `nil` otherwise, and in code of the user.
  var reader: CheckedReader?
  /// How many transactions were committed.
  private(set) var commitCount = 0
  /// How many rows, or lists of links, are asked for at once.
  var batchSize = RowSource.usualBatchSize
  static let usualBatchSize = 256
  /// The last error of a read that could not throw, until a call that can has thrown it.
  var lastError: (any Error)?
  /// The lists that look empty because of that error.
  private var unreadLists: [(handle: Handle, place: RowPlace)] = []
  /// How many objects were made of rows since the context last let go of unused ones, and how many may be.
  private var (madeCount, madeLimit) = (0, RowSource.leastMadeLimit)
  static let leastMadeLimit = 4096

  init(_ store: CheckedStore?) { self.store = store }

  /// How many slots are looked at to find faults that the same round trip can fill.
  var batchReach: UInt32 { UInt32(batchSize) * 4 }

  /// Notes that what is read from now on is another state.
  mutating func noteCommit() { commitCount += 1 }

  // MARK: Reading

  /// What the operation reads from that is under way, or a reader of the present state.
  func reader(of store: CheckedStore) throws -> CheckedReader { try reader ?? store.reader() }

  /// The same, for somebody who needs one answer.
  func readerOfOneAnswer(of store: CheckedStore) throws -> CheckedReader {
    try reader ?? store.readerOfOneAnswer()
  }

  /// The slots behind one that satisfy a condition, as many as are asked for at once.
  func neighbours(
    of handle: Handle, before end: Handle, _ isIncluded: (Handle) -> Bool
  ) -> [Handle] {
    var found: [Handle] = []
    let first = handle.rawValue + 1
    for number in first..<max(first, min(first + batchReach, end.rawValue)) {
      if found.count + 1 == batchSize { break }
      let handle = Handle(rawValue: number)
      if isIncluded(handle) { found.append(handle) }
    }
    return found
  }

  // MARK: Errors

  /// Has the next call that can throw tell what a store has said that cannot be.
  mutating func noteWrong(_ value: AttributeValue, _ object: ManagedObject, _ place: RowPlace) {
    if lastError != nil { return }
    let property = object.runtime.properties[Int(place.index)].description
    let must =
      property.asRelationship.map { "lead to objects of \($0.destination)" }
      ?? "give values of its type"
    lastError = PersistentStoreError.wrongAnswer(
      function: "rows(for:of:)", must: "\(must) for \(object.objectID).\(property.name)",
      but: "gives \(value)")
  }

  /// Notes that a list could not be read, and looks empty.
  mutating func noteUnread(_ handle: Handle, _ place: RowPlace, _ error: any Error) {
    lastError = error
    unreadLists.append((handle, place))
  }

  /// Whether a list only looks empty, since the store could not be asked for it.
  func isUnread(_ handle: Handle, _ place: RowPlace) -> Bool {
    unreadLists.contains { $0.handle == handle && $0.place.index == place.index }
  }

  /// Takes out what kept the store from giving values, with the lists to be asked for again.
  mutating func takeError() -> (error: any Error, lists: [(handle: Handle, place: RowPlace)])? {
    guard let error = lastError else { return nil }
    defer { (lastError, unreadLists) = (nil, []) }
    return (error, unreadLists)
  }

  /// Forgets what went wrong, as all objects go.
  mutating func forgetErrors() { (lastError, unreadLists) = (nil, []) }

  /// Forgets what went wrong with objects before a handle, which are all gone.
  mutating func forgetErrors(before end: Handle) {
    unreadLists.removeAll { $0.handle < end }
    if unreadLists.isEmpty { lastError = nil }
  }

  // MARK: Unused objects

  /// Notes that an object was made of a row.
  mutating func noteMade() { madeCount += 1 }

  /// Notes that the context has let go of objects that were made since.
  mutating func noteForgotten(_ count: Int) { madeCount = max(0, madeCount - count) }

  /// Whether as many objects were made as were left the last time.
  var hasDoubled: Bool { madeCount > madeLimit }

  /// Notes how many objects are left of how many slots; a walk over all slots is worth it when there is a
  /// part of so many to let go of.
  mutating func noteForgetting(keptCount: Int, slotCount: Int) {
    (madeCount, madeLimit) = (0, max(Self.leastMadeLimit, keptCount, slotCount / 16))
  }
}
