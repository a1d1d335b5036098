import ArmatureModel

/// What was decided by values that identify objects, and is not saved yet: which object a link leads to, and
/// which one was changed.
///
/// Others may give such a value to another object meanwhile. So a save asks again who has it.
struct IdentityDecisions {
  /// What was done to the object that was found.
  enum Use {
    /// Links lead to it.
    case end
    /// A record has updated it.
    case update
    /// An inserted object was merged into it.
    case merge
  }

  /// An object that was found by values of a constraint.
  struct Finding {
    let constraint: Int
    let values: [AttributeValue]
    /// The position of the entity whose objects were looked at.
    let entity: Int
    let use: Use
    let id: ManagedObjectID
    /// The object that has the values, as far as is known.
    var handle: Handle
    /// Whether nothing of the object has changed by the update.
    var isUnchanged = false
  }

  /// A link that was made to an object that was found.
  struct FoundLink {
    let owner: Handle
    /// The position of the relationship in the entity of the owner.
    let property: UInt16
    /// The position of the finding.
    let finding: Int32
  }

  /// How many decisions there are.
  struct Mark {
    fileprivate let findings: Int
    fileprivate let links: Int
  }

  var findings: ContiguousArray<Finding> = []
  private(set) var links: ContiguousArray<FoundLink> = []
  /// The links that a merge has taken away, since others have deleted what they led to, by their positions.
  var lostLinks: Set<Int> = []
  /// The findings of objects with changes that others have deleted, by their positions.
  var lostUpdates: Set<Int> = []
  /// The state of the store that all are true of; `nil` if they are of several, or of none that is known.
  private(set) var token: PersistentHistoryToken?

  var isEmpty: Bool { findings.isEmpty }
  var mark: Mark { Mark(findings: findings.count, links: links.count) }

  /// Notes what was found.
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

  /// Adds what was decided in one state of the store.
  ///
  /// Nothing of them is lost yet.
  mutating func add(_ others: IdentityDecisions, token: PersistentHistoryToken?) {
    if others.isEmpty { return }
    self.token = isEmpty || self.token == token ? token : nil
    let start = Int32(findings.count)
    findings += others.findings
    links += others.links.lazy.map {
      FoundLink(owner: $0.owner, property: $0.property, finding: $0.finding + start)
    }
  }

  /// The same decisions about the objects of another graph; those that it does not know are left out.
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

  /// Whether a merge has taken anything away that was decided.
  var hasLost: Bool { !lostLinks.isEmpty || !lostUpdates.isEmpty }

  /// Notes that all are true of a state of the store.
  mutating func confirm(_ token: PersistentHistoryToken?) {
    self.token = token
    (lostLinks, lostUpdates) = ([], [])
  }

  /// Forgets what was decided since a mark, which is taken back.
  mutating func goBack(to mark: Mark) {
    if findings.count <= mark.findings { return }
    findings.removeSubrange(mark.findings...)
    links.removeSubrange(mark.links...)
    lostLinks = lostLinks.filter { $0 < mark.links }
    lostUpdates = lostUpdates.filter { $0 < mark.findings }
    if isEmpty { removeAll() }
  }

  /// Forgets the updates that have changed nothing: nobody can tell whether a step of undo has taken one back.
  mutating func forgetUnchanged() {
    for index in findings.indices { findings[index].isUnchanged = false }
  }

  mutating func removeAll() { if !isEmpty { self = IdentityDecisions() } }
}
