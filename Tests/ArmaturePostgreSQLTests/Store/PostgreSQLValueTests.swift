import Armature
import ArmatureSQL
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Values survive bit by bit, except times, which the server stores in microseconds.
@Suite(.needsPostgreSQL) struct PostgreSQLValueTests {
  @Test(arguments: ExactValues.simple + ExactValues.lists + ExactValues.composites)
  func `values are the same after opening a database again`(_ sample: ExactValues) throws {
    let store = try PostgreSQLStore.new()
    let law = try ValueLaw(sample, kept: PostgreSQLStore.storedValue(for:))
    #expect(try law.problemsOfOpening(store, again: store.again()) == [])
  }

  @Test(arguments: ExactValues.simple + ExactValues.lists.suffix(3))
  func `conditions and orders find what they find in memory`(_ sample: ExactValues) throws {
    let law = try ValueLaw(sample, kept: PostgreSQLStore.storedValue(for:))
    #expect(try law.problemsOfSearching(PostgreSQLStore.new()) == [])
  }

  @Test func `a value that the server does not have is refused with its attribute`() throws {
    let model = try ValueLaw.model(.string)
    let context = try PersistentContainer(model: model, store: PostgreSQLStore.new()).makeContext()
    let object = try context.insert("Item")
    try object.setValue("a\u{0}b", forKey: "other")
    let report = try #require(throws: ValidationReport.self) { try context.save() }
    #expect(report.failures.map(\.keyPath) == [["other"]])
    #expect("\(report)".contains("U+0000"))
    try object.setValue("ab", forKey: "other")
    try context.save()
  }

  @Test func `a change of the sign of zero is saved`() throws {
    let store = try PostgreSQLStore.new()
    let model = try ValueLaw.model(.double)
    let context = try PersistentContainer(model: model, store: store).makeContext()
    let object = try context.insert("Item")
    try object.setValue(0.0, forKey: "other")
    try context.save()
    try object.setValue(-0.0, forKey: "other")
    try context.save()
    #expect(try store.text("SELECT CAST(\"other\" AS text) FROM \"Item\"") == "-0")
  }

  @Test(arguments: [9.223e12, 9.25e12, 9.99e12, 1e13, 1e300, .nan])
  func `a time that the server does not have is none, however far away`(_ seconds: Double) {
    #expect((PostgreSQLTime.microseconds(seconds) != nil) == (seconds == 9.223e12))
    #expect(PostgreSQLTime.microseconds(-seconds) == nil)
  }
}
