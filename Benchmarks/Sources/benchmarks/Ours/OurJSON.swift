/// The library's side of JSON: the entity of `OurValidation`, loaded into a new context each time.
enum OurJSON {
  static let objects = "objects"

  /// Parses `count` records into objects, with positions for errors and without rules.
  static func load(_ document: [UInt8], _ count: Int) -> [Subject] {
    []
  }

  /// Parses `count` records and validates each; the report must be empty.
  static func loadAndValidate(_ document: [UInt8], _ count: Int) -> [Subject] {
    []
  }

  /// Writes the objects of the document, loaded beforehand; the bytes must equal the document.
  static func save(_ document: [UInt8], _ count: Int) -> [Subject] {
    []
  }
}
