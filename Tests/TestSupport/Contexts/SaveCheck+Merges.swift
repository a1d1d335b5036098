import Armature
import ArmatureModel

/// Inserted objects that were merged into saved ones with the same unique text.
extension SaveCheck {
  /// Returns the check of a save with its result: a merged object counts as a change of the saved one.
  func merging(in after: GraphImage) -> SaveCheck {
    if case .error = policy { return self }
    var check = self
    for (key, change) in pending.inserted where after.rows[key] == nil {
      guard let text = change.mine["t"], isUnique(change.entity) else { continue }
      check.merges[key] =
        before.rows.first { other, row in
          row.entity == change.entity && after.rows[other]?.values["t"] == text
        }?.key
    }
    if check.merges.isEmpty { return self }
    check.pending.inserted = check.pending.inserted.mapValues(check.redirected)
    check.pending.updated = check.pending.updated.mapValues(check.redirected)
    return check
  }

  /// Returns whether the text of an entity's objects is unique.
  private func isUnique(_ entity: String) -> Bool {
    sequence(first: entity) { model[$0]?.parent }.contains {
      model[$0].map { !$0.uniquenessConstraints.isEmpty } ?? false
    }
  }

  /// Returns a change that refers to the saved objects in place of the merged ones.
  private func redirected(_ change: PendingChanges.Change) -> PendingChanges.Change {
    var change = change
    for (name, value) in change.mine where model.isLink(name, of: change.entity) {
      guard case .int(let end) = value, let saved = merges[end] else { continue }
      change.mine[name] = .int(saved)
    }
    return change
  }

  /// Returns the values that a saved object has not adopted from the object merged into it.
  func mergeProblem(_ after: GraphImage) -> String? {
    for (key, saved) in merges.sorted(by: { $0.key < $1.key }) {
      guard let row = after.rows[saved] else {
        return "\(saved) is gone, which \(key) was merged into"
      }
      let number = row.values["n"] ?? .null
      switch policy {
      case .objectTrumps, .overwrite:
        let mine = pending.inserted[key]?.mine["n"]
        if let mine, number != mine {
          return "\(saved).n is \(number), and must be \(mine) of \(key)"
        }
      case .rollback where pending.updated[saved] == nil && !isChild:
        let former = before.rows[saved]?.values["n"] ?? .null
        if number != former { return "\(saved).n was \(former), and is \(number)" }
      default: break
      }
    }
    return nil
  }
}
