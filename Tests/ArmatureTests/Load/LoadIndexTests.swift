import Armature
import Testing

/// An item with a hook that uses the unique indexes while records are read.
private final class LookingItem: ManagedObject {
  @Property("code") var code: String

  override func awakeFromInsert() {
    _ = managedObjectContext?.validate()
    _ = managedObjectContext?.object(of: "Item", identifiedBy: "a")
  }
}

@Suite struct LoadIndexTests {
  @Test func `values that are read after a hook has looked are compared all the same`() throws {
    let model = try ManagedObjectModel("Items") {
      Entity("Item", class: LookingItem.self) {
        Attribute("code", String.self).identifying()
        Relationship("parts", to: "Item", .toMany, inverse: "whole")
        Relationship("whole", to: "Item", inverse: "parts")
      }
    }
    let context = ManagedObjectContext(model: model)
    let report = #expect(throws: ValidationReport.self) {
      try context.load(
        .text(#"[{"parts": [{"code": "b"}, {"code": "a"}], "code": "a"}]"#, as: "Item"))
    }
    #expect(try #require(report).contains { $0.code == "identity.duplicate" })
    #expect(context.registeredObjects.isEmpty)
    try context.load(
      .text(#"[{"parts": [{"code": "b"}, {"code": "c"}], "code": "a"}]"#, as: "Item"))
    let found = ["a", "b", "c"].compactMap { context.object(of: "Item", identifiedBy: .string($0)) }
    #expect(found.map { $0["code"] } == ["a", "b", "c"])
    for object in found { try context.delete(object) }
    #expect(context.object(of: "Item", identifiedBy: "a") == nil)
  }
}
