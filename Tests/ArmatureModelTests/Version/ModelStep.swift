import ArmatureModel
import Testing

/// Two versions of a model, and the complete description of the difference.
struct ModelStep: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let old: [EntityDescription]
  let new: [EntityDescription]
  let lines: [String]

  init(
    _ title: String, _ lines: String..., @BadModelBuilder from old: () -> [EntityDescription],
    @BadModelBuilder to new: () -> [EntityDescription]
  ) {
    testDescription = title
    self.lines = lines
    self.old = old()
    self.new = new()
  }

  /// Creates a step between two versions of an entity `Book`.
  init(
    _ title: String, _ lines: String..., @PropertyBuilder old: () -> EntityBody,
    @PropertyBuilder new: () -> EntityBody
  ) {
    testDescription = title
    self.lines = lines
    self.old = [Entity("Book", old).description]
    self.new = [Entity("Book", new).description]
  }

  func models() throws -> (old: ManagedObjectModel, new: ManagedObjectModel) {
    (
      try ManagedObjectModel("Old", entities: old), try ManagedObjectModel("New", entities: new)
    )
  }
}
