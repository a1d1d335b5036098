import Armature
import ArmatureModel

/// An image derived from a store's history: the history provides the changes, and the values are copied from a record
/// of the saved state.
struct HistoryImage {
  private var image = GraphImage()
  private var token: PersistentHistoryToken?
  private var callCount = 0

  /// Sometimes updates the image; returns the difference from the record, or `nil` if they agree or the store has no
  /// history.
  mutating func problem(
    of store: any PersistentStore, _ account: GraphImage, _ model: ManagedObjectModel
  ) throws -> String? {
    callCount += 1
    if callCount % 3 != 1 { return nil }
    let saves: [PersistentHistoryTransaction]
    do {
      saves = try store.reader().history(since: token)
    } catch PersistentStoreError.noHistory {
      return nil
    }
    for save in saves {
      for change in save.changes { apply(change, account) }
      if let token, save.token.number != token.number + 1 {
        return "the history has \(save.token.number) behind \(token.number)"
      }
      token = save.token
    }
    if try store.reader().token()?.number != token?.number {
      return "the history ends with \(token as Any)"
    }
    return image.difference(from: account, model).map { "the history leads elsewhere: \($0)" }
  }

  private mutating func apply(_ change: PersistentHistoryChange, _ account: GraphImage) {
    let key = change.objectID.key
    switch change.kind {
    case .insert: image.rows[key] = account.rows[key]
    case .update:
      for name in change.updatedProperties {
        image.rows[key]?.values[name] = account.rows[key]?.values[name]
        image.rows[key]?.ends[name] = account.rows[key]?.ends[name]
        image.rows[key]?.lists[name] = account.rows[key]?.lists[name]
      }
    case .delete:
      image.rows[key] = nil
      for other in image.rows.keys {
        for (name, end) in image.rows[other]?.ends ?? [:] where end == key {
          image.rows[other]?.ends[name] = nil
        }
        for name in (image.rows[other]?.lists ?? [:]).keys {
          image.rows[other]?.lists[name]?.removeAll { $0 == key }
          if image.rows[other]?.lists[name]?.isEmpty == true {
            image.rows[other]?.lists[name] = nil
          }
        }
      }
    }
  }
}
