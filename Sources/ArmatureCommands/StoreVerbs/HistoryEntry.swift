import Armature
import ArmatureModel

/// A save in the form for other programs. The date is text, and names are in a fixed order.
struct HistoryEntry: Encodable {
  private let token: PersistentHistoryToken
  private let date: String
  private let author: String?
  private let contextName: String?
  private let changes: [Change]

  private struct Change: Encodable {
    let objectID: ManagedObjectID
    let kind: StoreChange.Kind
    let updatedProperties: [String]
  }

  init(_ save: PersistentHistoryTransaction) {
    (token, author, contextName) = (save.token, save.author, save.contextName)
    date = DateText.string(save.date) ?? "\(save.date)"
    changes = save.changes.map {
      Change(
        objectID: $0.objectID, kind: $0.kind, updatedProperties: $0.updatedProperties.sorted())
    }
  }
}
