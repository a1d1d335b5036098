import Armature
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Random reports with all possible contents.
extension SplitMix64 {
  /// Returns a text that is hard for renderers.
  mutating func text() -> String {
    let parts = [
      "a", "dune", "\"", "\\", "\n", "\r", "\t", "\u{1B}[31m", "\u{0}", "\u{9B}", "\u{202E}", "%",
      "::", ",", "]]>", "<b>", "&amp;", "'", "👨‍👩‍👧", "é", "e\u{301}", "\u{FFFE}", "\u{2028}",
      "{place}",
      "/", " ", "$", "[3]",
    ]
    return (0..<number(0...5)).map { _ in parts[number(0...parts.count - 1)] }.joined()
  }

  mutating func value(depth: Int = 2) -> AttributeValue {
    switch number(0...(depth > 0 ? 12 : 11)) {
    case 0: .null
    case 1: .bool(bool())
    case 2: .int(Int64(bitPattern: next()))
    case 3: [.double(.nan), .double(.infinity), .double(-0.0), .double(1e300)][number(0...3)]
    case 4: .double(Double(number(-1000...1000)) / 7)
    case 5: .decimal(Decimal(number(-1_000_000...1_000_000)) / 1000)
    case 6: .string(text())
    case 7: .date(Date(timeIntervalSinceReferenceDate: Double(number(-1_000_000...1_000_000)) / 8))
    case 8: .data(Data((0..<number(0...5)).map { UInt8($0) }))
    case 9:
      .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(number(0...9)))))
    case 10: .object(objectID())
    case 11: .objects([objectID(), objectID()])
    default: .composite([text(): value(depth: depth - 1), "b": value(depth: depth - 1)])
    }
  }

  mutating func objectID() -> ManagedObjectID {
    ManagedObjectID(
      entityName: "Book", key: Int64(number(1...3)), storeID: .none, isTemporary: bool())
  }

  mutating func position() -> InputPosition {
    InputPosition(
      file: ["", "a.json", "/tmp/ü ß/%41.json", text()][number(0...3)], line: number(0...20),
      column: number(0...9), path: bool() ? "$.books[\(number(0...20))].\(text())" : nil)
  }

  mutating func failure() -> ValidationFailure {
    var failure = FailureCase.all[number(0...FailureCase.all.count - 1)].failure
    if bool() { failure.objectID = objectID() }
    if bool() { failure.label = text() }
    if bool() { failure.keyPath = (0..<number(0...3)).map { _ in text() } }
    if bool() { failure.value = value() }
    if bool() { failure.severity = .warning }
    if bool() { failure.ruleSite = DeclarationSite(file: text(), line: number(0...3)) }
    if bool() { failure.source = position() }
    if number(0...4) == 0 { failure.customMessage = text() }
    return failure
  }

  mutating func report() -> ValidationReport {
    ValidationReport((0..<number(0...8)).map { _ in failure() })
  }
}
