/// The links that records ask for, to be set when all records have been read.
///
/// They lie in flat arrays: nothing is allocated for a single link.
struct PendingLinks {
  /// A relationship of a record, with the ends that it shall have.
  struct Link {
    /// The position of the record.
    let owner: Int
    /// The member of the record, whose plan lives as long as the load; a reference would be counted.
    let member: Unmanaged<RecordPlan.Member>
    let offset: Int
    let ends: Range<Int>
  }

  /// One end of a link.
  struct End {
    let target: Target
    /// Where it stands in the text.
    let offset: Int
  }

  enum Target {
    /// The object of a nested record.
    case record(Int)
    /// The object that a reference of the table names.
    case reference(Int)
  }

  private(set) var links: ContiguousArray<Link> = []
  private(set) var ends: ContiguousArray<End> = []
  /// The ends of the links that are being read: those in a nested record lie behind those of the record
  /// around it, and are taken away before that record goes on.
  private var open: ContiguousArray<End> = []
  var references = ReferenceTable()
  /// The records with a number.
  private(set) var numbered: [IdentityKey: Int] = [:]

  var isEmpty: Bool { links.isEmpty }

  /// How many ends of open links there are: where the ends of the next link will start.
  var openCount: Int { open.count }

  /// Adds an end to the innermost link that is being read.
  mutating func append(_ end: End) { open.append(end) }

  /// Completes the innermost link that is being read; forgets it if it has no ends.
  ///
  /// - Parameters:
  ///   - first: The value of ``openCount`` when the link was begun.
  ///   - keepsEmpty: Whether a link without ends means something, too.
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

  /// Notes the number of a record; returns the record that has it already, if there is one.
  mutating func number(_ record: Int, as key: IdentityKey) -> Int? {
    if let other = numbered[key], other != record { return other }
    numbered[key] = record
    return nil
  }

  /// Forgets the links that are being read, whose text is broken.
  mutating func removeOpen() { open.removeAll(keepingCapacity: true) }

  mutating func removeAll() {
    links.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    references.removeAll()
    numbered.removeAll(keepingCapacity: true)
  }
}
