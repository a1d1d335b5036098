import ArmatureModel

/// What deleting an object would do: which objects go with it, which lose a link, and what forbids it.
///
/// Deny is looked at last and looks at the outcome: a relationship denies only if it leads to an
/// object that is not deleted too, on whatever path. So cascade wins over deny where both reach the
/// same object.
public struct DeletionPlan {
  /// The objects that are deleted: the one asked for, then those that follow, each once.
  public internal(set) var deleted: [ManagedObject] = []
  /// The links that are cleared in objects that stay.
  public internal(set) var nullified: [(object: ManagedObject, relationship: String)] = []
  /// The relationships that forbid the deletion, each with the objects that they lead to.
  public internal(set) var denied:
    [(object: ManagedObject, relationship: String, by: [ManagedObject])] =
      []

  /// Follows the delete rules from an object.
  ///
  /// Walks a list instead of recursing, so that chains of any length fit.
  init(deleting root: ManagedObject) {
    var marked: Set<ObjectIdentifier> = [ObjectIdentifier(root)]
    deleted = [root]
    var next = 0
    while next < deleted.count {
      let object = deleted[next]
      next += 1
      for slot in object.runtime.layout.relationshipSlots
      where slot.property.asRelationship?.deleteRule == .cascade {
        for related in object.related(slot)
        where marked.insert(ObjectIdentifier(related)).inserted {
          deleted.append(related)
        }
      }
    }
    for object in deleted { look(at: object, marked) }
  }

  private mutating func look(at object: ManagedObject, _ marked: Set<ObjectIdentifier>) {
    for slot in object.runtime.layout.relationshipSlots {
      guard let relationship = slot.property.asRelationship else { continue }
      let staying = object.related(slot).filter { !marked.contains(ObjectIdentifier($0)) }
      guard !staying.isEmpty else { continue }
      switch relationship.deleteRule {
      case .deny: denied.append((object, slot.name, staying))
      case .nullify, .cascade:
        if let inverse = relationship.inverse {
          for other in staying { nullified.append((other, inverse)) }
        }
      case .noAction: break
      }
    }
  }
}

extension DeletionPlan: CustomStringConvertible {
  /// A line per object: what is deleted, then what loses a link, then what forbids the deletion.
  public var description: String {
    var lines = deleted.map { "delete \($0.objectID)" }
    lines += nullified.map { "clear \($0.object.objectID).\($0.relationship)" }
    lines += denied.map { denial in
      "deny: \(denial.object.objectID).\(denial.relationship) leads to "
        + denial.by.map(\.objectID.description).joined(separator: ", ")
    }
    return lines.joined(separator: "\n")
  }
}

extension ManagedObject {
  /// The objects at the end of a relationship that are there: not deleted.
  final func related(_ slot: RowLayout.Slot) -> [ManagedObject] {
    if slot.kind == .object {
      guard let object = row.object(slot), object.isThere else { return [] }
      return [object]
    }
    return row.list(slot).pointee.objects.filter(\.isThere)
  }

  /// The objects at the end of a relationship that were deleted.
  final func lost(_ slot: RowLayout.Slot) -> [ManagedObject] {
    if slot.kind == .object {
      guard let object = row.object(slot), !object.isThere else { return [] }
      return [object]
    }
    return row.list(slot).pointee.objects.filter { !$0.isThere }
  }

  /// Whether the object is in its context and not deleted.
  final var isThere: Bool { row.state.isDisjoint(with: [.deleted, .gone, .trial]) }
}
