import ArmatureModel

/// Unsaved decisions that depend on identifying values. For example, a loaded record refers to an author by name, and
/// the load has linked it to the author that has this name.
///
/// Before the save, another context may give this value to another object. The save therefore looks up the values
/// again.
struct IdentityDecisions {
  /// The use of the object that was found.
  enum Use {
    /// Links lead to it.
    case end
    /// A record has updated it.
    case update
    /// An inserted object was merged into it.
    case merge
  }

  /// An object found by the values of a constraint.
  struct Finding {
    let constraint: Int
    let values: [AttributeValue]
    /// The position of the entity that was searched.
    let entity: Int
    let use: Use
    let id: ManagedObjectID
    /// The object with the values, as far as known.
    var handle: Handle
    /// Whether the update has changed nothing in the object.
    var isUnchanged = false
  }

  /// A link to an object that was found.
  struct FoundLink {
    let owner: Handle
    /// The position of the relationship in the entity of the owner.
    let property: UInt16
    /// The position of the finding.
    let finding: Int32
  }

  /// The number of decisions at a mark.
  struct Mark {
    fileprivate let findings: Int
    fileprivate let links: Int
  }

  var findings: ContiguousArray<Finding> = []
  private(set) var links: ContiguousArray<FoundLink> = []
  /// The positions of links that a merge has cleared because another context had deleted their destinations.
  var lostLinks: Set<Int> = []
  /// The positions of findings with changed objects that another context has deleted.
  var lostUpdates: Set<Int> = []
  /// The state of the store in which all values were looked up. It is `nil` if the states differ or are unknown.
  private(set) var token: PersistentHistoryToken?

  var isEmpty: Bool { findings.isEmpty }
  var mark: Mark { Mark(findings: findings.count, links: links.count) }

  /// Records a finding.
  ///
  /// - Returns: The position of the finding.
  mutating func note(_ finding: Finding) -> Int32 {
    token = nil
    findings.append(finding)
    return Int32(findings.count - 1)
  }

  @inline(__always) mutating func noteLink(
    of owner: Handle, _ place: RowPlace, to finding: Int32
  ) {
    links.append(FoundLink(owner: owner, property: place.index, finding: finding))
  }

  /// Adds decisions that were made in one state of the store.
  ///
  /// A merge must not have made any of them invalid.
  mutating func add(_ others: IdentityDecisions, token: PersistentHistoryToken?) {
    if others.isEmpty { return }
    self.token = isEmpty || self.token == token ? token : nil
    let start = Int32(findings.count)
    findings += others.findings
    links += others.links.lazy.map {
      FoundLink(owner: $0.owner, property: $0.property, finding: $0.finding + start)
    }
  }

  /// Returns the same decisions about the objects of another graph, without unknown objects.
  func mapped(_ handle: (Handle) -> Handle?) -> IdentityDecisions {
    var mapped = IdentityDecisions()
    var positions: [Int32?] = []
    for var finding in findings {
      if let known = handle(finding.handle) {
        finding.handle = known
        positions.append(mapped.note(finding))
      } else {
        positions.append(nil)
      }
    }
    for link in links {
      guard let owner = handle(link.owner), let finding = positions[Int(link.finding)] else {
        continue
      }
      mapped.links.append(FoundLink(owner: owner, property: link.property, finding: finding))
    }
    return mapped
  }

  /// Whether a merge has invalidated a decision.
  var hasLost: Bool { !lostLinks.isEmpty || !lostUpdates.isEmpty }

  /// Records that all findings are true in a state of the store.
  mutating func confirm(_ token: PersistentHistoryToken?) {
    self.token = token
    (lostLinks, lostUpdates) = ([], [])
  }

  /// Discards the decisions since a mark.
  mutating func goBack(to mark: Mark) {
    if findings.count <= mark.findings { return }
    findings.removeSubrange(mark.findings...)
    links.removeSubrange(mark.links...)
    lostLinks = lostLinks.filter { $0 < mark.links }
    lostUpdates = lostUpdates.filter { $0 < mark.findings }
    if isEmpty { removeAll() }
  }

  /// Forgets which updates have changed nothing, because undo may have reverted one.
  mutating func forgetUnchanged() {
    for index in findings.indices { findings[index].isUnchanged = false }
  }

  mutating func removeAll() { if !isEmpty { self = IdentityDecisions() } }
}
