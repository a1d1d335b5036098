/// A version of JSON Schema.
package enum SchemaDraft: Int, Comparable, CaseIterable {
  case draft3, draft4, draft6, draft7, draft2019, draft2020

  /// The draft that the address of a metaschema names; `nil` for other addresses.
  package init?(address: String) {
    let names = ["draft-03", "draft-04", "draft-06", "draft-07", "2019-09", "2020-12"]
    guard let place = names.firstIndex(where: { address.contains($0) }) else { return nil }
    self = Self.allCases[place]
  }

  /// The address of the metaschema; `nil` for drafts that are not supported.
  package var address: String? {
    switch self {
    case .draft3: nil
    case .draft4: "http://json-schema.org/draft-04/schema#"
    case .draft6: "http://json-schema.org/draft-06/schema#"
    case .draft7: "http://json-schema.org/draft-07/schema#"
    case .draft2019: "https://json-schema.org/draft/2019-09/schema"
    case .draft2020: "https://json-schema.org/draft/2020-12/schema"
    }
  }

  /// Whether a reference disables all keywords beside it.
  package var ignoresNeighbours: Bool { self <= .draft7 }

  package static func < (left: SchemaDraft, right: SchemaDraft) -> Bool {
    left.rawValue < right.rawValue
  }
}
