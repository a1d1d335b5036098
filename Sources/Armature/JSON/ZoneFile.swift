import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The offsets of a time zone, from the system's time zone database.
///
/// FoundationEssentials does not know the names of time zones. Without this type, a date whose offset contradicts its
/// time zone would not be detected. Source: RFC 9636.
struct ZoneFile: Sendable {
  private let transitions: [Int64]
  /// The offset from each transition on, in seconds.
  private let offsets: [Int]
  /// The offset before the first one.
  private let firstOffset: Int
  /// The offsets after the last transition, which alternate by a rule.
  private let laterOffsets: Set<Int>

  private static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"]

  /// True if the system has such a database.
  static let areThere = ZoneFile("Europe/London") != nil

  private static let lock = Lock()
  /// The zones that were read, by name; the lock protects them.
  nonisolated(unsafe) private static var read: [String: ZoneFile] = [:]

  /// Returns a zone, which is read once; `nil` for an unknown name.
  ///
  /// - Parameter name: The name of a zone, which must not lead out of the folder.
  static func known(_ name: String) -> ZoneFile? {
    lock.withLock {
      if let zone = read[name] { return zone }
      let zone = ZoneFile(name)
      read[name] = zone
      return zone
    }
  }

  private init?(_ name: String) {
    for folder in Self.folders {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)"),
        let zone = ZoneFile(Array(data))
      else { continue }
      self = zone
      return
    }
    return nil
  }

  /// Returns the possible offsets at an instant, in seconds: one, or several after the last listed transition.
  func offsets(at date: Date) -> Set<Int> {
    let seconds = Int64(max(-1e15, min(1e15, date.timeIntervalSince1970.rounded(.down))))
    let next = transitions.firstIndex { $0 > seconds } ?? transitions.count
    if next == 0 { return transitions.isEmpty ? laterOffsets : [firstOffset] }
    return next == transitions.count ? laterOffsets.union([offsets[next - 1]]) : [offsets[next - 1]]
  }

  private init?(_ bytes: [UInt8]) {
    guard let old = Header(bytes[...]), old.version >= 0x32,
      let header = Header(bytes.dropFirst(44 + old.size(ofTime: 4)))
    else { return nil }
    let start = 44 + old.size(ofTime: 4) + 44
    let end = start + header.size(ofTime: 8)
    guard end <= bytes.count, header.types > 0 else { return nil }
    func number(_ place: Int, _ count: Int) -> Int64 {
      let bits = bytes[place..<place + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return count == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
    }
    let types = start + header.times * 9
    let offsetOfType = (0..<header.types).map { Int(number(types + $0 * 6, 4)) }
    transitions = (0..<header.times).map { number(start + $0 * 8, 8) }
    var offsets: [Int] = []
    for index in 0..<header.times {
      let type = Int(bytes[start + header.times * 8 + index])
      guard type < header.types else { return nil }
      offsets.append(offsetOfType[type])
    }
    self.offsets = offsets
    firstOffset = offsetOfType[0]
    let rule = String(decoding: bytes[end...], as: UTF8.self)
    laterOffsets = Self.offsets(ofRule: rule) ?? [offsets.last ?? firstOffset]
  }

  /// The counts at the start of a block.
  private struct Header {
    let version: UInt8
    let times: Int
    let types: Int
    private let counts: [Int]

    init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count >= 44, bytes.starts(with: "TZif".utf8) else { return nil }
      let start = bytes.startIndex
      version = bytes[start + 4]
      counts = (0..<6).map { index in
        bytes[start + 20 + index * 4..<start + 24 + index * 4].reduce(0) { $0 << 8 | Int($1) }
      }
      (times, types) = (counts[3], counts[4])
      if counts.contains(where: { $0 > 1_000_000 }) { return nil }
    }

    /// Returns the size of the block in bytes.
    ///
    /// - Parameter width: The size of a time in bytes.
    func size(ofTime width: Int) -> Int {
      times * (width + 1) + types * 6 + counts[5] + counts[2] * (width + 4) + counts[1] + counts[0]
    }
  }

  /// Returns the offsets in a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; `nil` for an invalid rule.
  private static func offsets(ofRule text: String) -> Set<Int>? {
    var rest = text.utf8.drop { $0 == 0x0A }
    func name() -> Bool {
      let start = rest.count
      if rest.first == UInt8(ascii: "<") {
        rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst()
      } else {
        rest = rest.drop { ($0 | 0x20) &- 0x61 < 26 }
      }
      return rest.count < start
    }
    func offset() -> Int? {
      let sign = rest.first == UInt8(ascii: "-") ? 1 : -1
      if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      }
      let text = rest.prefix { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ":") }
      rest = rest.dropFirst(text.count)
      let parts = String(decoding: text, as: UTF8.self).split(separator: ":").compactMap { Int($0) }
      guard let hours = parts.first else { return nil }
      let minutes = parts.dropFirst().first ?? 0, seconds = parts.dropFirst(2).first ?? 0
      return sign * (hours * 3_600 + minutes * 60 + seconds)
    }
    guard name(), let usual = offset() else { return nil }
    guard name() else { return [usual] }
    return [usual, offset() ?? usual + 3_600]
  }
}
