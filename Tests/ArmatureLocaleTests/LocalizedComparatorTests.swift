import Armature
import ArmatureLocale
import Foundation
import Testing

@Suite struct LocalizedComparatorTests {
  private func context() throws -> ManagedObjectContext {
    let model = try ManagedObjectModel("Library") {
      Entity("Book") { Attribute("title", String.self) }
    }
    return ManagedObjectContext(model: model)
  }

  @Test(
    arguments: [
      ("en_US", ["Apfel", "äpfel", "file1", "File2", "file10", "öl", "Zoo"]),
      ("de_DE", ["Apfel", "äpfel", "file1", "File2", "file10", "öl", "Zoo"]),
      ("sv_SE", ["Apfel", "file1", "File2", "file10", "Zoo", "äpfel", "öl"]),
    ])
  func `objects stand in the order of a language`(identifier: String, expected: [String]) throws {
    let context = try self.context()
    for title in expected.reversed() { try context.insert("Book").title = title }
    let locale = Locale(identifier: identifier)
    let orders: [FetchOrder] = [.ascending("title", comparator: .localized(locale))]
    #expect(try context.fetch("Book", orderedBy: orders).map { $0.title ?? "" } == expected)
    let results = try FetchedResults(FetchRequest("Book", orderedBy: orders), in: context)
    results.objects[0].title = "zzz"
    try results.update()
    #expect(try results.objects == context.fetch("Book", orderedBy: orders))
  }

  @Test func `the shortest way names the language`() throws {
    let context = try self.context()
    for title in ["zoo", "Öl", "Apfel"] { try context.insert("Book").title = title }
    let german = Locale(identifier: "de_DE")
    let books = try context.fetch(
      "Book", orderedBy: [.ascending("title", comparator: .localized(german))])
    #expect(books.map { $0.title ?? "" } == ["Apfel", "Öl", "zoo"])
  }

  @Test func `texts that differ in case are alike, and the next order decides`() throws {
    let comparator = LocalizedComparator(Locale(identifier: "en_US"))
    #expect(comparator.compare("smith", "Smith") == .orderedSame)
    #expect(comparator.compare("file10", "file2") == .orderedDescending)
    let strict = LocalizedComparator(Locale(identifier: "en_US"), options: [])
    #expect(strict.compare("smith", "Smith") == .orderedAscending)
    #expect(strict.compare("file10", "file2") == .orderedAscending)
    let reverse = LocalizedComparator(Locale(identifier: "en_US"), order: .reverse)
    #expect(reverse.compare("a", "b") == .orderedDescending)
  }

  @Test func `a comparator is written and read`() throws {
    let comparator = LocalizedComparator(Locale(identifier: "fr_FR"), options: [.numeric])
    let data = try JSONEncoder().encode(comparator)
    #expect(try JSONDecoder().decode(LocalizedComparator.self, from: data) == comparator)
  }

  @Test func `threads compare at the same time`() async {
    let comparator = LocalizedComparator(Locale(identifier: "de_DE"))
    let words = (0..<300).map { "wort \($0 * 7_919 % 301) ä" }
    let expected = words.sorted(using: comparator)
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask { words.shuffled().sorted(using: comparator) } }
      for await sorted in group { #expect(sorted == expected) }
    }
  }
}
