import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reading numbers and dates, which most records have, directly into their places.
///
/// Inlined into the loop over the members of a record, since a call for each would take a tenth of a load.
extension RecordReader {
  /// Reads a number; returns false, with a failure, if its type cannot represent the number.
  @inline(__always)
  func readNumber<Number>(
    _ cursor: inout JSONCursor, _ row: Row, _ place: RowPlace, _ index: Int, _ plan: RecordPlan,
    _ object: ManagedObject, _ record: Int, _ convert: (NumberText) -> Number?
  ) throws(JSONSyntaxError) -> Bool {
    let offset = cursor.offset
    let number = try cursor.number()
    guard let value = convert(number) else {
      reject(number, plan.members[index], plan, object, record, at: offset)
      return false
    }
    row[place, as: Number.self] = value
    return true
  }

  /// Reads a date; returns false, with a failure, if the string is not a date.
  @inline(__always)
  func readDate(
    _ cursor: inout JSONCursor, _ row: Row, _ place: RowPlace, _ index: Int, _ plan: RecordPlan,
    _ object: ManagedObject, _ record: Int
  ) throws(JSONSyntaxError) -> Bool {
    let offset = cursor.offset
    let string = try cursor.string()
    guard let (date, _) = DateText.parse(string.bytes) else {
      return readUnusualDate(
        String(decoding: string.bytes, as: UTF8.self), plan.members[index], plan, object, record,
        at: offset)
    }
    row[place, as: Date.self] = date
    return true
  }

  /// Reads a date in an unusual form; returns false, with a failure, if the string is not a date.
  private func readUnusualDate(
    _ text: String, _ member: RecordPlan.Member, _ plan: RecordPlan, _ object: ManagedObject,
    _ record: Int, at offset: Int
  ) -> Bool {
    guard let attribute = member.attribute else { return false }
    switch values.text.value(of: text, as: attribute.type) {
    case .value(let value): return member.set(value, in: object)
    case .failure(let kind, let value):
      fail(
        kind, entity: plan.name, record: record, object: object, keyPath: [member.name],
        value: value, at: offset)
      return false
    }
  }

  private func reject(
    _ number: NumberText, _ member: RecordPlan.Member, _ plan: RecordPlan,
    _ object: ManagedObject, _ record: Int, at offset: Int
  ) {
    guard let attribute = member.attribute,
      case .failure(let kind, let value) = values.text.value(of: number, as: attribute.type)
    else { return }
    fail(
      kind, entity: plan.name, record: record, object: object, keyPath: [member.name],
      value: value, at: offset)
  }
}
