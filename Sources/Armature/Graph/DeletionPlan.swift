import ArmatureModel

/// A preview of a deletion. It tells you which objects would be deleted, which links would be cleared, and which
/// relationships prevent the deletion.
///
/// ```swift
/// let plan = context.deletionPlan(for: author)
/// print(plan.deleted.count, plan.denied.isEmpty)  // 2 true
/// print(plan)
/// if plan.denied.isEmpty { try context.delete(author) }
/// ```
/// The delete rule deny is checked last. A relationship with this rule prevents the deletion only if it leads to an
/// object that would not be deleted. For example, if another relationship cascades to the same object, the deny rule
/// has no effect. An object that was never saved can always be deleted.
public struct DeletionPlan {
  /// The objects that would be deleted. Each object appears once, and the requested object comes first.
  public internal(set) var deleted: [ManagedObject] = []
  /// The links that would be cleared in the remaining objects.
  public internal(set) var nullified: [(object: ManagedObject, relationship: String)] = []
  /// The relationships that prevent the deletion from being saved. Each has the objects that it leads to.
  public internal(set) var denied:
    [(object: ManagedObject, relationship: String, by: [ManagedObject])] =
      []

  /// Follows the delete rules from an object.
  init(deleting root: ManagedObject) {
    let deletionSet = DeletionSet(root)
    deleted = deletionSet.objects
    for object in deletionSet.objects { look(at: object, deletionSet) }
    deletionSet.end()
  }

  private mutating func look(at object: ManagedObject, _ deletionSet: DeletionSet) {
    for property in object.runtime.links {
      guard let relationship = property.description.asRelationship else { continue }
      let staying = object.related(property.place).filter {
        !deletionSet.contains($0) && $0.isFilled()
      }
      guard !staying.isEmpty else { continue }
      switch relationship.deleteRule {
      case .deny where object.isDenied(by: .deny): denied.append((object, property.name, staying))
      case .nullify, .cascade, .deny:
        if let inverse = relationship.inverse {
          for other in staying { nullified.append((other, inverse)) }
        }
      case .noAction: break
      }
    }
  }
}

extension DeletionPlan: CustomStringConvertible {
  /// One line for each object: first the deletions, then the cleared links, then the denials.
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
