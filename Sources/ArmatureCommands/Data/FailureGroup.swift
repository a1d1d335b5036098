import Armature

/// The failures of one property that have one code.
struct FailureGroup: Encodable {
  let entity: String
  let property: String?
  let code: String
  var count = 0
  /// The first three places, as `file:line:column`.
  var places: [String] = []

  /// The groups of a report, the largest first, else in the order of their first failures.
  static func groups(of report: ValidationReport, limit: Int?) -> [FailureGroup] {
    var groups: [FailureGroup] = []
    var indices: [[String?]: Int] = [:]
    for failure in report {
      let key = [failure.entity, failure.property, failure.code]
      let index = indices[key] ?? groups.count
      if index == groups.count {
        indices[key] = index
        groups.append(
          FailureGroup(entity: failure.entity, property: failure.property, code: failure.code))
      }
      groups[index].count += 1
      if groups[index].places.count < 3, let source = failure.source {
        groups[index].places.append(source.description)
      }
    }
    let sorted = groups.indices.sorted { (-groups[$0].count, $0) < (-groups[$1].count, $1) }
    return sorted.prefix(limit ?? .max).map { groups[$0] }
  }

  /// A line per group: its count, what it is about, and its places.
  static func text(_ groups: [FailureGroup]) -> String {
    let width = groups.map { String($0.count).count }.max() ?? 0
    return groups.map { group in
      let count = String(group.count)
      let name = group.property.map { "\(group.entity).\($0)" } ?? group.entity
      let places = group.places.isEmpty ? "" : " at " + group.places.joined(separator: ", ")
      let blanks = String(repeating: " ", count: width - count.count)
      return "\(blanks)\(count) \(name.displayEscaped()) [\(group.code)]\(places)\n"
    }.joined()
  }
}
