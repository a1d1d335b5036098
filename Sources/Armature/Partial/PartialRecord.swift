/// A record of a document as far as it has arrived, with its object.
final class PartialRecord {
  let object: ManagedObject
  let plan: RecordPlan
  /// The byte offset of the record.
  let start: Int
  /// The places of the values that have ended, by the positions of their members.
  var values: [Int: Range<Int>] = [:]
  /// The nested records of relationships, by the positions of their members; `nil` for any other element.
  var nested: [Int: [PartialRecord?]] = [:]
  /// The members with rejected values.
  var refused: Set<String> = []
  var isClosed = false
  var hasEntityMark = false
  var hasNumber = false

  /// The relationship that leads back to the record around this one.
  private let inverse: String?

  /// - Parameter link: The relationship in which the record is nested.
  init(
    _ object: ManagedObject, _ plan: RecordPlan, start: Int, in link: RelationshipDescription? = nil
  ) {
    (self.object, self.plan, self.start, inverse) = (object, plan, start, link?.inverse)
  }

  /// Returns whether a member has begun already.
  func hasBegun(_ member: Int) -> Bool { values[member] != nil || nested[member] != nil }

  /// Returns whether the value at a path has ended, or can no longer arrive.
  func isFinal(_ path: ArraySlice<PathElement>) -> Bool {
    guard let first = path.first else { return isClosed }
    guard let member = plan.members.firstIndex(where: { $0.name == first.name }) else {
      return false
    }
    if isClosed || values[member] != nil { return true }
    guard let ends = nested[member] else { return false }
    let isToMany = plan.members[member].isToMany
    if isToMany && first.indices.isEmpty { return false }
    let index = first.indices.first ?? 0
    guard ends.indices.contains(index) else { return false }
    return ends[index]?.isFinal(path.dropFirst()) ?? true
  }

  /// Returns whether the rest of the document cannot change the values at a path of property names.
  ///
  /// The objects of a relationship are known if all of them are nested here, and if no other record can refer to any of
  /// the objects.
  func knows(_ path: ArraySlice<String>) -> Bool {
    guard let name = path.first, !name.hasPrefix("@") else { return true }
    guard let position = plan.members.firstIndex(where: { $0.name == name }) else { return false }
    let member = plan.members[position]
    if let attribute = member.attribute { return attribute.derivation == nil }
    guard hasNoReferences, name != inverse else { return false }
    guard let ends = nested[position] else { return values[position] == nil }
    return ends.allSatisfy { end in
      guard let end else { return false }
      return end.isClosed && end.hasNoReferences && end.knows(path.dropFirst())
    }
  }

  private var hasNoReferences: Bool { plan.identity == nil && !hasNumber }

  /// Adds the paths of all values that have ended.
  func addFinalPaths(from prefix: String, to paths: inout [String]) {
    for (position, member) in plan.members.enumerated() {
      let path = prefix + member.name
      for (index, record) in (nested[position] ?? []).enumerated() {
        let end = member.isToMany ? "\(path)[\(index)]" : path
        record?.addFinalPaths(from: end + ".", to: &paths)
        if member.isToMany, record?.isClosed ?? true { paths.append(end) }
      }
      if values[position] != nil { paths.append(path) }
    }
  }
}
