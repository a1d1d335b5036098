import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct FetchRequestTests {
  @Test func `a request survives encoding`() throws {
    var request = FetchRequest(
      "Book", orderedBy: [.ascending("title", options: .caseInsensitive), .descending("a.b")],
      limit: 10, offset: 20
    ) { $0.pages > 100 }
    request.includesSubentities = false
    request.includesPendingChanges = false
    for request in [request, FetchRequest("Author")] {
      let data = try JSONEncoder().encode(request)
      #expect(try JSONDecoder().decode(FetchRequest.self, from: data) == request)
    }
    let plain = Data(#"{"entity": "Author"}"#.utf8)
    #expect(try JSONDecoder().decode(FetchRequest.self, from: plain) == FetchRequest("Author"))
  }

  @Test func `an order prints its path, options and direction`() {
    #expect("\(FetchOrder.ascending("author.name"))" == "author.name")
    #expect(
      "\(FetchOrder.descending("title", options: [.caseInsensitive, .diacriticInsensitive]))"
        == "title[cd] descending")
    #expect("\(FetchOrder.ascending(DynamicQuery().books.count))" == "books.@count")
  }
}
