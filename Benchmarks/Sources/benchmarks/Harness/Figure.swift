import Foundation

/// One measured comparison, as it is printed.
struct Figure {
  let name: String
  var oursNanoseconds: Double?
  var limitNanoseconds: Double?
  var peerNanoseconds: Double?
  /// What ours is compared with: the limit or the peer.
  var peer: String?
  /// Ours divided by the limit, or the peer divided by ours.
  var ratio: Double?
  var goal: String?
  var met: Bool?
  /// Ours in ``unit``, for what is not a time per operation.
  var value: Double?
  var unit: Unit?
  /// Why numbers are missing, or what one side leaves out.
  var note: String?
}

extension Figure: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, peer, ratio, goal, met, value, unit, note
    case oursNanoseconds = "ours_ns"
    case limitNanoseconds = "limit_ns"
    case peerNanoseconds = "peer_ns"
  }

  // By hand, so that the agreed keys are there even when they hold nothing.
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

  /// One line of JSON.
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

  /// One line of the table, in the columns of ``tableHeader``.
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
