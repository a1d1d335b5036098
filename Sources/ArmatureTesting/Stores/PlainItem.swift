import Armature

/// A plain row, for conditions that are written as closures.
struct PlainItem {
  let rows: PlainRows
  let key: Int64

  init(_ rows: PlainRows, _ key: Int64) {
    self.rows = rows
    self.key = key
  }

  func value(_ name: String) -> AttributeValue { rows.objects[key]?.values[name] ?? .null }

  func int(_ name: String) -> Int64? {
    if case .int(let value) = value(name) { value } else { nil }
  }

  func text(_ name: String) -> String? {
    if case .string(let value) = value(name) { value } else { nil }
  }

  func one(_ name: String) -> PlainItem? { many(name).first }

  func many(_ name: String) -> [PlainItem] { rows.list(key, name).map { PlainItem(rows, $0) } }
}
