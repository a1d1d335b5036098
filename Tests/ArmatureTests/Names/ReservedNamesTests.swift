import Armature
import ArmatureModel
import Foundation
import Testing

@Suite struct ReservedNamesTests {
  /// Returns the public instance members declared in a type and its extensions.
  ///
  /// The formatter ensures that a declaration starts a line and members are indented by two spaces.
  private func members(of type: String) throws -> Set<String> {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let start = try Regex(
      #"^(?:@\w+ )*(?:public |open |package |nonisolated )*(?:class|struct|enum|protocol|extension) \#(type)\b(?!.* where )"#
    )
    let member =
      /^  (?:@\w+(?:\([^)]*\))? )*(?:public|open) (?:final |nonmutating )*(?:var|let|func) `?(\w+)/
    var found: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      var isInside = false
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if let first = line.first, first != " " { isInside = try start.firstMatch(in: line) != nil }
        if isInside, let match = line.firstMatch(of: member) { found.insert(String(match.1)) }
      }
    }
    return found.filter { !$0.hasPrefix("_") }
  }

  @Test func `the names that objects reserve are those of their members`() throws {
    let language: Set = ["hashValue", "self", "init"]
    #expect(try members(of: "ManagedObject").union(language) == ReservedNames.members)
    #expect(try !members(of: "PropertyContainer").contains("value"))
  }

  @Test func `the names that views hide are those of their members`() throws {
    #expect(
      try members(of: "Managed").subtracting(ReservedNames.members) == ReservedNames.viewMembers)
  }

  @Test func `the names that conditions hide are those of their members`() throws {
    let own = try members(of: "DynamicQuery").subtracting(["count", "length"])
    let all = try members(of: "Query").union(members(of: "QueryVariable")).union(own)
    #expect(all == ReservedNames.conditionMembers)
    #expect(try members(of: "QueryCollection") == ReservedNames.collectionMembers)
    // The condition protocols have members in constrained extensions only.
    for type in ["DynamicQueryExpression", "TypedQueryExpression", "TextQueryExpression"] {
      #expect(try members(of: type) == [])
    }
  }

  @Test func `values that are chained have no members but their description`() throws {
    #expect(try members(of: "PropertyValue") == ["description"])
  }
}
