import ArmatureModel

/// What deleting an object would do: which objects go with it, which lose a link, and what forbids it.
///
/// ```swift
/// let plan = context.deletionPlan(for: author)
/// print(plan.deleted.count, plan.denied.isEmpty)  // 2 true
/// print(plan)
/// if plan.denied.isEmpty { try context.delete(author) }
/// ```
/// Deny is looked at last and looks at the outcome: a relationship denies only if it leads to an
/// object that is not deleted too, on whatever path. So cascade wins over deny where both reach the
/// same object. Nothing forbids that an object goes that was never saved.
public struct DeletionPlan {
  /// The objects that are deleted: the one asked for, then those that follow, each once.
  public internal(set) var deleted: [ManagedObject] = []
  /// The links that are cleared in objects that stay.
  public internal(set) var nullified: [(object: ManagedObject, relationship: String)] = []
  /// The relationships that forbid that the deletion is saved, each with what they lead to.
  public internal(set) var denied:
    [(object: ManagedObject, relationship: String, by: [ManagedObject])] =
      []

  /// Follows the delete rules from an object.
  init(deleting root: ManagedObject) {
    let reach = DeletionReach(root)
    deleted = reach.objects
    for object in reach.objects { look(at: object, reach) }
    reach.end()
  }

  private mutating func look(at object: ManagedObject, _ reach: DeletionReach) {
    for property in object.runtime.links {
      guard let relationship = property.description.asRelationship else { continue }
      let staying = object.related(property.place).filter {
        !reach.contains($0) && $0.isFilled()
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

extension ManagedObject {
  /// Whether a relationship with a rule may forbid that the object is deleted.
  final func isDenied(by rule: DeleteRule) -> Bool {
    rule == .deny && !row.state.contains(.inserted)
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
