import Foundation

/// A measured comparison in printable form.
struct Figure {
  let name: String
  var oursNanoseconds: Double?
  var limitNanoseconds: Double?
  var peerNanoseconds: Double?
  /// The baseline: the limit or the peer.
  var peer: String?
  /// The library's time divided by the limit's, or the peer's divided by the library's.
  var ratio: Double?
  var goal: String?
  var met: Bool?
  /// The library's figure in ``unit``, unless it is a time per operation.
  var value: Double?
  var unit: Unit?
  /// The reason for missing numbers, or a remark about a difference between the sides.
  var note: String?
}

extension Figure: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, peer, ratio, goal, met, value, unit, note
    case oursNanoseconds = "ours_ns"
    case limitNanoseconds = "limit_ns"
    case peerNanoseconds = "peer_ns"
  }

  // Written by hand, so that the agreed keys exist even without values.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(oursNanoseconds, forKey: .oursNanoseconds)
    if peerNanoseconds == nil {
      try container.encode(limitNanoseconds, forKey: .limitNanoseconds)
    } else {
      try container.encode(peerNanoseconds, forKey: .peerNanoseconds)
    }
    try container.encode(peer, forKey: .peer)
    try container.encode(ratio, forKey: .ratio)
    try container.encode(goal, forKey: .goal)
    try container.encode(met, forKey: .met)
    try container.encodeIfPresent(value, forKey: .value)
    try container.encodeIfPresent(unit, forKey: .unit)
    try container.encodeIfPresent(note, forKey: .note)
  }

  /// The figure as one line of JSON.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  init(json: String) throws {
    self = try JSONDecoder().decode(Figure.self, from: Data(json.utf8))
  }
}

extension Figure {
  private static let widths = [44, 12, 12, 40, 8, 12, 5]

  static let tableHeader =
    row(["name", "ours", "reference", "compared with", "ratio", "goal", "met", "note"])

  /// The figure as one line of the table, in the columns of ``tableHeader``.
  var tableRow: String {
    let ours =
      value.flatMap { value in unit.map { "\(value.short) \($0.rawValue)" } }
      ?? oursNanoseconds.map { $0.short + " ns" }
    let reference = (limitNanoseconds ?? peerNanoseconds).map { $0.short + " ns" }
    return Self.row([
      name, ours ?? "-", reference ?? "-", peer ?? "-", ratio?.fixed(2) ?? "-", goal ?? "-",
      met.map { $0 ? "yes" : "NO" } ?? "-", note ?? "",
    ])
  }

  private static func row(_ cells: [String]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      line += cell
      guard index < widths.count else { break }
      line += String(repeating: " ", count: max(1, widths[index] - cell.count))
    }
    return line
  }
}
