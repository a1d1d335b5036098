import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Sums and averages of integers, which a database computes as long as 64 bits are enough.
@Suite(.needsSQLite) struct SQLiteSumTests {
  /// Numbers in row order, with their sum and average.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let numbers: [Int64?]
    let sum: AttributeValue
    let mean: AttributeValue

    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "nothing", numbers: [], sum: 0, mean: .null),
    Case(name: "no values", numbers: [nil, nil], sum: 0, mean: .null),
    Case(name: "few", numbers: [1, nil, 2, 4], sum: 7, mean: .double(7.0 / 3)),
    Case(name: "all", numbers: [.max - 1, 1], sum: .int(.max), mean: .double(0x1p62)),
    Case(
      name: "past 2^53", numbers: [1 << 53, 1, 0, 0], sum: .int(1 << 53 + 1), mean: .double(0x1p51)),
    Case(name: "too large", numbers: [.max, 1], sum: .null, mean: .double(0x1p62)),
    Case(name: "too small", numbers: [.min, -1, nil], sum: .null, mean: .double(-0x1p62)),
    Case(
      name: "back again", numbers: [.max, 1, -2], sum: .int(.max - 1), mean: .double(0x1p63 / 3)),
    Case(name: "back from below", numbers: [.min, .min, .max, .max], sum: -2, mean: -0.5),
  ]

  @Test(arguments: cases)
  func `a sum is that of memory, however large it is on the way`(_ test: Case) throws {
    let folder = try TemporaryFolder()
    let model = try ManagedObjectModel("Numbers") {
      Entity("Number") { Attribute("value", Int?.self) }
    }
    let request = FetchRowRequest(
      "Number", [.sum("value", as: "sum"), .average("value", as: "mean")])
    let file = SQLiteStore(folder.file())
    for store in [file, InMemoryStore()] as [any PersistentStore] {
      let context = try PersistentContainer(model: model, store: store).makeContext()
      for number in test.numbers {
        try context.insert("Number").setValue(number, forKey: "value")
      }
      try context.save()
      let rows = try context.fetch(request)
      #expect(rows.map { [$0["sum"], $0["mean"]] } == [[test.sum, test.mean]])
    }
    #expect(try file.reader().rows(request) == [[test.sum, test.mean]])
  }
}
