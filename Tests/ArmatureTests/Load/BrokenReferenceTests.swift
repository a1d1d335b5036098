import Armature
import Testing

@Suite struct BrokenReferenceTests {
  @Test func `near misses of very many broken references are not all looked for`() throws {
    let model = try ManagedObjectModel("Shelf") {
      Entity("Author") { Attribute("name", String.self).identifying() }
      Entity("Book") { Relationship("author", to: "Author") }
    }
    // Comparing every pair would be nine million comparisons, which take minutes.
    let authors = (0..<3000).map { "{\"name\": \"author \($0)\"}" }.joined(separator: ", ")
    let books = (0..<3000).map { "{\"author\": \"autor \($0)\"}" }.joined(separator: ", ")
    do {
      try ManagedObjectContext(model: model).load(
        .text("{\"Author\": [\(authors)], \"Book\": [\(books)]}"))
      Issue.record("The references are broken.")
    } catch let report as ValidationReport {
      #expect(report.counts == ["reference.broken": 3000])
      let suggestions = report.map { failure -> String? in
        guard case .brokenReference(_, _, let suggestion) = failure.kind else { return nil }
        return suggestion
      }
      #expect(suggestions.prefix(3) == ["author 0", "author 1", "author 2"])
      #expect(suggestions.suffix(3) == [nil, nil, nil])
    }
  }
}
