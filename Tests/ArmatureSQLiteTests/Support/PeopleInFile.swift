import Armature
import ArmatureModel
import TestSupport

/// People, from which steps create addresses and tags, in a file of either kind.
struct PeopleInFile {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Opens the file of a kind.
  func open(
    _ kind: FileKind, _ model: ManagedObjectModel, _ steps: [StoreMigration.Step] = []
  ) throws -> PersistentContainer {
    try PersistentContainer(
      model: model, store: kind.store(folder.file("rows")), migration: .custom(steps))
  }

  func fill(_ kind: FileKind) throws { try PeopleToSplit.fill(open(kind, PeopleToSplit.old())) }

  /// Returns all objects by name, with their related objects.
  func picture(_ container: PersistentContainer) throws -> [String] {
    try PeopleToSplit.picture(container)
  }
}
