import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Positive and negative zero are different values: a change of the sign alone is saved.
@Suite(.needsSQLite) struct SignedZeroTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Scale") {
      Entity("Reading") {
        Attribute("value", Double.self)
        Attribute("values", [Double].self)
      }
    }
  }

  @Test(arguments: ["memory", "JSON", "SQLite"], [false, true])
  func `a change of the sign of zero is saved`(_ kind: String, _ isNegative: Bool) throws {
    let folder = try TemporaryFolder()
    let store: any PersistentStore =
      switch kind {
      case "memory": InMemoryStore()
      case "JSON": JSONFileStore(folder.file("scale.json"))
      default: SQLiteStore(folder.file())
      }
    let container = try PersistentContainer(model: Self.model(), store: store)
    let context = container.makeContext()
    let (former, new) = isNegative ? (-0.0, 0.0) : (0.0, -0.0)
    let reading = try context.insert("Reading")
    try reading.setValuesForKeys(["value": former, "values": [1, former]])
    try context.save()
    try reading.setValue(new, forKey: "value")
    try context.save()
    try reading.setValue([1, new], forKey: "values")
    #expect(reading.changedValues.keys.sorted() == ["values"])
    try context.save()
    let saved = try #require(try container.makeContext().fetch("Reading").first)
    #expect(try saved.value(forKey: "value", as: Double.self)?.sign == new.sign)
    #expect(try saved.value(forKey: "values", as: [Double].self)?.last?.sign == new.sign)
  }
}
