import Armature

/// Objects whose hooks act for the current history.
final class HistoryObject: ManagedObject {
  override func awakeFromInsert() { History.current?.awake(self) }
  override func prepareForDeletion() { History.current?.hook(mayDelete: false) }
  override func willSave() { History.current?.hook(mayDelete: true) }
  override func didSave() { History.current?.didSave() }

  override func validateForUpdate() throws {
    if self["n"] == 4 { throw ManagedObjectError.unknownEntity(name: "four", suggestion: nil) }
  }
}
