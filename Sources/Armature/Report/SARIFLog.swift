import ArmatureModel

/// The members of a SARIF log that a report fills; the standard defines their names and meaning.
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
    /// Columns count Unicode scalars; the default would be UTF-16 units.
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

    /// Creates a message of plain text.
    ///
    /// In SARIF, `{0}` stands for an argument, and `[a](b)` is a link. Therefore, braces are doubled, and brackets that
    /// could end the text of a link are escaped.
    init(_ text: String) {
      var text = text.displayEscaped()
      if text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
        text = text.replacing("{", with: "{{").replacing("}", with: "}}")
      }
      if text.utf8.contains(UInt8(ascii: "]")) { text = text.replacing("](", with: "\\](") }
      self.text = text
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

    /// Fails without a file: the standard requires an artifact for each region.
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

  /// Members added by Armature: SARIF allows any.
  struct Properties: Encodable {
    var coreDataCode: Int
    var path: String?
    var ruleSite: String?
  }
}

extension String {
  /// The path as a URI (RFC 3986): a relative path stays relative, and an absolute one gets the scheme `file`.
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

extension ValidationReport {
  /// Writes a log with one run (OASIS, "Static Analysis Results Interchange Format 2.1.0").
  func writeSARIF(by writer: MessageWriter, to stream: inout some TextOutputStream) {
    var codes: [String] = []
    var indices: [String: Int] = [:]
    var results: [SARIFLog.Result] = []
    for failure in failures {
      let index = indices[failure.code] ?? codes.count
      if index == codes.count {
        codes.append(failure.code)
        indices[failure.code] = index
      }
      results.append(failure.sarifResult(ruleIndex: index, by: writer))
    }
    let rules = codes.map { code in
      SARIFLog.Rule(id: code, shortDescription: SARIFLog.Message(writer.text("code.\(code)")))
    }
    let tool = SARIFLog.Tool(driver: SARIFLog.Driver(name: "Armature", rules: rules))
    let encoder = ReportEncoder(writer)
    encoder.encodeValue(SARIFLog(runs: [SARIFLog.Run(tool: tool, results: results)]))
    encoder.passOn(to: &stream, atLeast: 0)
  }
}

extension ValidationFailure {
  fileprivate func sarifResult(ruleIndex: Int, by writer: MessageWriter) -> SARIFLog.Result {
    var location = SARIFLog.Location(
      physicalLocation: source.flatMap(SARIFLog.PhysicalLocation.init))
    let address = address
    if !address.isEmpty {
      location.logicalLocations = [
        SARIFLog.LogicalLocation(
          name: address.displayEscaped(), kind: keyPath.isEmpty ? "object" : "property")
      ]
    }
    return SARIFLog.Result(
      ruleId: code, ruleIndex: ruleIndex, level: severity.rawValue,
      message: SARIFLog.Message(locatedMessage(by: writer)),
      locations: location.isEmpty ? [] : [location], relatedLocations: relatedLocations,
      properties: SARIFLog.Properties(
        coreDataCode: coreDataCode, path: source?.path?.displayEscaped(),
        ruleSite: knownRuleSite?.description.displayEscaped()))
  }

  /// The positions of the other objects of a conflict in the data.
  private var relatedLocations: [SARIFLog.Location]? {
    let others =
      switch kind {
      case .rule(_, _, _, let others): others
      case .duplicateIdentity(let other): [other]
      case .contradictoryReference(_, let ends): ends
      case .deleteDenied(_, _, let first): first
      default: [Object]()
      }
    let locations = others.compactMap { other in
      other.source.flatMap(SARIFLog.PhysicalLocation.init).map {
        SARIFLog.Location(
          physicalLocation: $0,
          message: SARIFLog.Message(other.description))
      }
    }
    return locations.isEmpty ? nil : locations
  }
}
