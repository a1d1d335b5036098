import ArmatureSQLite
import TestSupport
import Testing

/// Values come back bit by bit, and conditions find those that they find in memory.
@Suite(.needsSQLite) struct SQLiteValueTests {
  @Test(arguments: ExactValues.simple + ExactValues.lists + ExactValues.composites)
  func `values are the same bit by bit after opening a file again`(_ sample: ExactValues) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let problems = try ValueLaw(sample)
      .problemsOfOpening(SQLiteStore(path), again: SQLiteStore(path))
    #expect(problems == [])
  }

  @Test(arguments: ExactValues.simple + ExactValues.lists.suffix(3))
  func `conditions and orders find what they find in memory`(_ sample: ExactValues) throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder.file(), durability: .normal)
    #expect(try ValueLaw(sample).problemsOfSearching(store) == [])
  }
}
