/// A part of a condition that can have parts of its own.
enum NestedPart {
  case node(FetchNode)
  case value(AttributeValue)

  /// The parts of which it consists, values without parts left out.
  var parts: [NestedPart] {
    switch self {
    case .node(.expression(.constant(let value))): Self.values([value])
    case .node(let node): node.children.map(NestedPart.node)
    case .value(.composite(let elements)): Self.values(elements.values.map(Optional.some))
    case .value(.list(let values)): Self.values(values)
    case .value: []
    }
  }

  /// Those of some values that have parts: composites and lists.
  static func values(_ values: some Sequence<AttributeValue?>) -> [NestedPart] {
    values.compactMap { value in
      switch value {
      case .composite?, .list?: value.map(NestedPart.value)
      default: nil
      }
    }
  }
}

extension FetchPredicate {
  /// Whether the predicate is nested too deep for what walks it.
  package var isTooDeep: Bool {
    Nesting.isTooDeep([NestedPart.node(.predicate(self))]) { $0.parts }
  }
}
