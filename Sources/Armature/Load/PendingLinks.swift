/// The links in records, which are set when all records have been read.
///
/// They are in flat arrays: no memory is allocated for a single link.
struct PendingLinks {
  /// A relationship of a record, with its intended ends.
  struct Link {
    /// The position of the record.
    let owner: Int
    /// The member of the record, unmanaged to avoid counting a reference. Its plan lives as long as the load.
    let member: Unmanaged<RecordPlan.Member>
    let offset: Int
    let ends: Range<Int>
  }

  /// One end of a link.
  struct End {
    let target: Target
    /// The byte offset in the text.
    let offset: Int
  }

  enum Target {
    /// The object of a nested record.
    case record(Int)
    /// The object of a reference in the table.
    case reference(Int)
  }

  private(set) var links: ContiguousArray<Link> = []
  private(set) var ends: ContiguousArray<End> = []
  /// The ends of the links being read. The ends in a nested record come after the ends of the enclosing record, and
  /// are removed before that record continues.
  private var open: ContiguousArray<End> = []
  var references = ReferenceTable()
  /// The records with a number.
  private(set) var numbered: [IdentityKey: Int] = [:]

  var isEmpty: Bool { links.isEmpty }

  /// The number of ends of open links, where the ends of the next link will start.
  var openCount: Int { open.count }

  /// Adds an end to the innermost open link.
  mutating func append(_ end: End) { open.append(end) }

  /// Completes the innermost open link; forgets it if it has no ends.
  ///
  /// - Parameters:
  ///   - first: The value of ``openCount`` at the start of the link.
  ///   - keepsEmpty: True to keep a link without ends.
  mutating func close(
    owner: Int, member: RecordPlan.Member, offset: Int, from first: Int, keepsEmpty: Bool = false
  ) {
    if open.count == first && !keepsEmpty { return }
    let start = ends.count
    for position in first..<open.count { ends.append(open[position]) }
    open.removeLast(open.count - first)
    links.append(
      Link(
        owner: owner, member: .passUnretained(member), offset: offset, ends: start..<ends.count))
  }

  /// Records the number of a record; returns an earlier record with the same number.
  mutating func number(_ record: Int, as key: IdentityKey) -> Int? {
    if let other = numbered[key], other != record { return other }
    numbered[key] = record
    return nil
  }

  /// Forgets the open links, because their text is broken.
  mutating func removeOpen() { open.removeAll(keepingCapacity: true) }

  mutating func removeAll() {
    links.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    references.removeAll()
    numbered.removeAll(keepingCapacity: true)
  }
}
