package import Armature
import ArmatureModel

extension RandomRequest {
  /// Returns a request for aggregated or distinct rows.
  package mutating func rows() -> FetchRowRequest {
    var source = request()
    (source.orderedBy, source.limit, source.offset) = ([], nil, 0)
    if random.bool() { source.predicate = .constant(true) }
    let isGrouped = !random.oneIn(4)
    var columns = (0..<random.number((isGrouped ? 0 : 1)...2)).map { number in
      FetchColumn("key\(number)", value([.number, .text, .flag, .day, .decimal], source.entity))
    }
    if isGrouped {
      columns += (0..<random.number(1...3)).map { aggregate("aggregate\($0)", source.entity) }
    }
    let orders = columns.filter { _ in random.oneIn(4) }.map { column in
      FetchOrder(.keyPath([column.name]), isAscending: random.bool())
    }
    let names = columns.filter { $0.aggregate != nil }.map(\.name)
    let having = names.isEmpty || !random.oneIn(4) ? nil : random.pick(names)
    return FetchRowRequest(
      source, columns,
      having: { query in
        having.map { .comparison(.keyPath([$0]), .greater, .constant(.int(0))) } ?? .constant(true)
      },
      orderedBy: orders, limit: random.oneIn(4) ? random.below(4) : nil,
      offset: random.oneIn(4) ? random.below(3) : 0, distinct: !isGrouped)
  }

  private mutating func value(_ kinds: [Kind], _ entity: String) -> FetchExpression {
    let kind = random.pick(kinds)
    return random.oneIn(4) ? expression(kind, [entity], 2) : attribute(kind, [entity])
  }

  private mutating func aggregate(_ name: String, _ entity: String) -> FetchColumn {
    switch random.below(5) {
    case 0: .count(as: name)
    case 1: FetchColumn(name, value(Kind.allCases, entity), aggregate: .count)
    case 2:
      FetchColumn(
        name, value([.number, .text, .date, .decimal, .day], entity),
        aggregate: random.pick([.minimum, .maximum]))
    default:
      FetchColumn(
        name, value([.number, .decimal], entity), aggregate: random.pick([.sum, .average]))
    }
  }
}
