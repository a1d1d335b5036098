/// The members of a SARIF log that a report fills; names and meaning are those of the standard.
struct SARIFLog: Encodable {
  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  struct Run: Encodable {
    var tool: Tool
    /// Columns count Unicode scalars; without this they would be units of UTF-16.
    var columnKind = "unicodeCodePoints"
    var results: [Result]
  }

  struct Tool: Encodable {
    var driver: Driver
  }

  struct Driver: Encodable {
    var name: String
    var rules: [Rule]
  }

  struct Rule: Encodable {
    var id: String
    var shortDescription: Message
  }

  struct Message: Encodable {
    var text: String

    /// Makes a message of plain text.
    ///
    /// In a message, `{0}` would be replaced by an argument and `[a](b)` would be a link: the
    /// standard has braces doubled, and a bracket escaped where it might end the text of a link.
    init(_ text: String) {
      self.text = text.displayEscaped().replacing("{", with: "{{").replacing("}", with: "}}")
        .replacing("](", with: "\\](")
    }
  }

  struct Result: Encodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Message
    var locations: [Location]
    var relatedLocations: [Location]?
    var properties: Properties
  }

  struct Location: Encodable {
    var physicalLocation: PhysicalLocation?
    var logicalLocations: [LogicalLocation]?
    var message: Message?

    var isEmpty: Bool { physicalLocation == nil && logicalLocations == nil }
  }

  struct LogicalLocation: Encodable {
    var name: String
    var kind: String
  }

  struct PhysicalLocation: Encodable {
    var artifactLocation: ArtifactLocation
    var region: Region?

    /// Fails without a file: the standard wants an artifact with each region.
    init?(_ position: InputPosition) {
      guard !position.file.isEmpty else { return nil }
      artifactLocation = ArtifactLocation(uri: position.file.pathAsURI)
      guard position.line > 0 else { return }
      region = Region(
        startLine: position.line, startColumn: position.column > 0 ? position.column : nil)
    }
  }

  struct ArtifactLocation: Encodable {
    var uri: String
  }

  struct Region: Encodable {
    var startLine: Int
    var startColumn: Int?
  }

  /// Members of our own: SARIF lets a result have any.
  struct Properties: Encodable {
    var coreDataCode: Int
    var path: String?
    var ruleSite: String?
  }
}

extension String {
  /// A path as a URI (RFC 3986): relative ones stay so, absolute ones get the scheme `file`.
  var pathAsURI: String {
    var result = utf8.first == UInt8(ascii: "/") ? "file://" : ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}
