import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Changes a store's answers at random into ones that no store may give.
struct StoreLies {
  let model: ManagedObjectModel
  let identifier: UUID
  /// Returns a random number below a bound.
  let below: (Int) -> Int

  /// Returns whether to change this answer.
  private func isLie() -> Bool { below(4) == 0 }

  func keys(_ keys: Range<Int64>) -> Range<Int64> {
    guard isLie() else { return keys }
    // Returning the same keys to two contexts would be undetectable.
    return below(2) == 0 ? 0..<0 : -5 ..< -2
  }

  func count(_ count: Int) -> Int { isLie() ? [-1, .max, 0, count + 1][below(4)] : count }

  /// Returns a valid or an invalid part of a request to answer.
  func part(of request: FetchRequest) -> FetchRequest {
    var part = request.part { below(2) == 0 }
    guard isLie() else { return part }
    switch below(5) {
    case 0: part.entity = model.entities[below(model.entities.count)].name
    case 1: part.predicate = .constant(false)
    case 2: part.orderedBy.append(.ascending("n"))
    case 3: part.limit = below(3)
    default: part.includesSubentities.toggle()
    }
    return part
  }

  private func rows(_ rows: [StoreRow]) -> [StoreRow] {
    guard isLie() else { return rows }
    var rows = rows
    switch below(5) {
    case 0: rows.append(stranger())
    case 1: if let row = rows.last { rows.append(row) }
    case 2: rows.reverse()
    case 3: if !rows.isEmpty { rows.remove(at: below(rows.count)) }
    default: if !rows.isEmpty { rows[below(rows.count)] = spoilt(rows[below(rows.count)]) }
    }
    return rows
  }

  /// Returns rows, some of them value by value, in invalid ways.
  func give(_ found: [StoreRow], to rows: StoreRows) {
    for row in self.rows(found) {
      if below(2) == 0 {
        rows.append(row)
        continue
      }
      let entity = isLie() ? below(model.entities.count + 2) - 1 : position(row.id.entityName)
      // A store may ignore whether values are wanted.
      if !rows.begin(key: row.id.key, entity: entity, version: row.version), !isLie() { continue }
      for (index, value) in row.values.enumerated() {
        if isLie(), below(8) == 0 { continue }
        give(value, to: rows, at: isLie() ? below(row.values.count + 2) - 1 : index)
      }
    }
  }

  private func give(_ value: AttributeValue, to rows: StoreRows, at index: Int) {
    switch value {
    case .null: rows.setNull(at: index)
    case .int(let value): rows.set(value, at: index)
    case .double(let value): rows.set(value, at: index)
    case .bool(let value): rows.set(value, at: index)
    case .date(let value): rows.set(value, at: index)
    case .string(let value):
      let bytes = Array(value.utf8) + (isLie() ? [0xFF] : [])
      bytes.withUnsafeBufferPointer { rows.setText(utf8: $0, at: index) }
    case .data(let value): value.withUnsafeBytes { rows.setData($0, at: index) }
    case .object(let id):
      rows.setLink(key: id.key, entity: position(id.entityName), at: index)
    default: rows.set(value, at: index)
    }
  }

  private func position(_ entity: String) -> Int {
    model.entities.firstIndex { $0.name == entity } ?? -1
  }

  func links(_ links: [[ManagedObjectID]]) -> [[ManagedObjectID]] {
    guard isLie() else { return links }
    var links = links
    let place = links.isEmpty ? nil : below(links.count)
    switch below(5) {
    case 0: links.append([])
    case 1: if !links.isEmpty { links.removeLast() }
    case 2: if let place { links[place].append(id()) }
    case 3: if let place { links[place] += links[place] }
    default: if let place { links[place] = [] }
    }
    return links
  }

  func versions(_ versions: [UInt32]) -> [UInt32] {
    guard isLie() else { return versions }
    switch below(3) {
    case 0: return versions + [1]
    case 1: return versions.dropLast()
    default: return versions.map { _ in 0 }
    }
  }

  /// Returns an unfounded error for a transaction.
  func refusal(_ transaction: StoreTransaction) -> (any Error)? {
    guard isLie(), below(3) == 0 else { return nil }
    let change =
      transaction.changes.isEmpty ? nil : transaction.changes[below(transaction.changes.count)]
    switch below(4) {
    case 0: return StoreConflicts([])
    case 1: return StoreConflicts([StoreConflicts.Conflict(id(), current: nil)])
    case 2:
      return StoreConflicts([StoreConflicts.Conflict(change?.id ?? id(), current: stranger())])
    default: return StoreConflicts([StoreConflicts.Conflict(change?.id ?? id(), current: nil)])
    }
  }

  /// Returns an ID with arbitrary content.
  private func id() -> ManagedObjectID {
    let names = model.entities.map(\.name) + ["Nobody"]
    return ManagedObjectID(
      entityName: names[below(names.count)], key: [-1, 0, 1, 2, 3, 5, 8, .max][below(8)],
      storeID: below(5) == 0 ? UUID() : identifier)
  }

  private func stranger() -> StoreRow {
    let id = id()
    let count = model[id.entityName]?.persistentProperties.count ?? below(4)
    return StoreRow(
      id, version: UInt32(below(4)), values: (0..<count + below(8) / 7).map { _ in value() })
  }

  private func spoilt(_ row: StoreRow) -> StoreRow {
    var values = row.values
    if !values.isEmpty { values[below(values.count)] = value() }
    if below(4) == 0 { values.append(.null) }
    return StoreRow(row.id, version: below(4) == 0 ? 0 : row.version, values: values)
  }

  private func value() -> AttributeValue {
    switch below(6) {
    case 0: .null
    case 1: .int(Int64(below(9)))
    case 2: .string("x")
    case 3: .double(0.5)
    case 4: .objects([id()])
    default: .object(id())
    }
  }
}
