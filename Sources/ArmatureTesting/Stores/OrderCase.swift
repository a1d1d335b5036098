import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sort order of a request, with a closure of the same meaning.
struct OrderCase {
  let entity: String
  let orders: [FetchOrder]
  /// Returns true if the first row precedes the second, or `nil` if they are equal.
  let compare: (PlainItem, PlainItem) -> Bool?

  static var all: [OrderCase] {
    func value(_ name: String) -> (PlainItem) -> AttributeValue { { $0.value(name) } }
    var cases = [
      OrderCase(entity: "Book", orders: []) { _, _ in nil },
      OrderCase(entity: "Being", orders: []) { _, _ in nil },
    ]
    for name in ["pages", "title", "price", "weight", "isOut", "published"] {
      cases += both(.ascending(name), .descending(name), value(name))
    }
    cases += both(.ascending("author.name"), .descending("author.name")) {
      $0.one("author")?.value("name") ?? .null
    }
    cases += both(
      .ascending("name", options: .caseInsensitive), .descending("name", options: .caseInsensitive),
      of: "Tag"
    ) { .string(($0.text("name") ?? "").lowercased()) }
    cases += both(
      .ascending("name", comparator: LengthComparator()),
      .descending("name", comparator: LengthComparator()), of: "Tag"
    ) { .int(Int64(($0.text("name") ?? "").utf8.count)) }
    cases.append(
      OrderCase(entity: "Tag", orders: [.ascending("name", options: .numeric)]) { left, right in
        let (left, right) = (
          parts(of: left.text("name") ?? ""), parts(of: right.text("name") ?? "")
        )
        return left == right
          ? nil : left.lexicographicallyPrecedes(right) { $0.lexicographicallyPrecedes($1) }
      })
    cases += both(
      .ascending(DynamicQuery().tags.count), .descending(DynamicQuery().tags.count)
    ) { .int(Int64($0.many("tags").count)) }
    cases.append(
      OrderCase(
        entity: "Book",
        orders: [.descending("pages"), .ascending("author.name"), .descending("title")]
      ) { left, right in
        precedes(left.value("pages"), right.value("pages"), false)
          ?? precedes(
            left.one("author")?.value("name") ?? .null, right.one("author")?.value("name") ?? .null,
            true)
          ?? precedes(left.value("title"), right.value("title"), false)
      })
    return cases + [ranks(isAscending: true)]
  }

  /// Returns an order of beings by their ranks, and by their names in reverse for equal ranks.
  static func ranks(isAscending: Bool) -> OrderCase {
    var orders = [FetchOrder.ascending("rank"), .ascending("name")]
    orders[0].isAscending = isAscending
    orders[1].isAscending = !isAscending
    return OrderCase(entity: "Being", orders: orders) { left, right in
      precedes(left.value("rank"), right.value("rank"), isAscending)
        ?? precedes(left.value("name"), right.value("name"), !isAscending)
    }
  }

  /// Returns rows in this order.
  func sorted(_ keys: [Int64], _ rows: PlainRows) -> [Int64] {
    keys.sorted { left, right in
      compare(PlainItem(rows, left), PlainItem(rows, right)) ?? (left < right)
    }
  }

  private static func both(
    _ ascending: FetchOrder, _ descending: FetchOrder, of entity: String = "Book",
    _ value: @escaping (PlainItem) -> AttributeValue
  ) -> [OrderCase] {
    [(ascending, true), (descending, false)].map { order, isAscending in
      OrderCase(entity: entity, orders: [order]) { left, right in
        precedes(value(left), value(right), isAscending)
      }
    }
  }

  /// Returns the bytes of a text. A sequence of digits becomes the byte of 0 and the number.
  private static func parts(of text: String) -> [[Int]] {
    let zero = UInt8(ascii: "0")
    var parts: [[Int]] = []
    var isNumber = false
    for byte in text.utf8 {
      let isDigit = zero...zero + 9 ~= byte
      if !isDigit {
        parts.append([Int(byte)])
      } else if isNumber {
        parts[parts.count - 1][1] = parts[parts.count - 1][1] * 10 + Int(byte - zero)
      } else {
        parts.append([Int(zero), Int(byte - zero)])
      }
      isNumber = isDigit
    }
    return parts
  }

  private static func precedes(
    _ left: AttributeValue, _ right: AttributeValue, _ isAscending: Bool
  ) -> Bool? {
    switch left.compare(right) {
    case .ascending: isAscending
    case .descending: !isAscending
    case .same, nil: nil
    }
  }
}

/// A comparator that sorts short texts before long ones.
private struct LengthComparator: SortComparator {
  var order = SortOrder.forward

  func compare(_ left: String, _ right: String) -> ComparisonResult {
    let (left, right) = (left.utf8.count, right.utf8.count)
    if left == right { return .orderedSame }
    return (left < right) == (order == .forward) ? .orderedAscending : .orderedDescending
  }
}
