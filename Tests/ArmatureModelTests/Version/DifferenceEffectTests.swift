import ArmatureModel
import Testing

/// Agreement of differences with migrations.
@Suite struct DifferenceEffectTests {
  private static let effects: [ModelDifference.Compatibility: MigrationPlan.Effect] = [
    .none: .nothing, .lightweight: .lossless, .needsMapping: .needsValue, .mayLose: .mayLose,
    .breaking: .impossible,
  ]

  @Test(
    arguments: ModelStepTests.attributeSteps + ModelStepTests.relationshipSteps
      + ModelStepTests.entitySteps
  )
  func `a difference says what a migration does`(step: ModelStep) throws {
    let (old, new) = try step.models()
    let changes = new.difference(from: old).changes
    let steps = MigrationPlan(from: old, to: new).steps
    #expect(steps.count == changes.count)
    for change in changes {
      let step = try #require(
        steps.first { step in
          step.entity == change.entity && step.property == change.property
            && step.fact == change.fact
        })
      #expect(Self.effects[change.compatibility] == step.effect, "\(change)")
      #expect(change.reason == step.reason)
    }
  }

  @Test func `a link that no longer fits is told of an entity that leaves its parent`() throws {
    func model(parent: String?, destination: String = "Book") throws -> ManagedObjectModel {
      try ManagedObjectModel("Library") {
        Entity("Item") {}
        Entity("Book", parent: "Item") {}
        Entity("Novel", parent: parent) {}
        Entity("Shelf") { Relationship("books", to: destination, .toMany) }
      }
    }
    let moved = try model(parent: nil).difference(from: model(parent: "Book"))
    #expect(
      moved.description == """
        Novel: the parent changed from Book to none (may lose). Objects keep the properties that \
        old and new ancestors share. A link of Shelf.books to one of them does not fit.
        """)
    // The new parent is a destination, too.
    let wide = try model(parent: "Item", destination: "Item")
    #expect(try wide.difference(from: model(parent: "Book")).compatibility == .lightweight)
  }
}
