/// A part of a predicate that may itself have parts.
enum NestedPart {
  case node(FetchNode)
  case value(AttributeValue)

  /// The direct parts, without values that have no parts.
  var parts: [NestedPart] {
    switch self {
    case .node(.expression(.constant(let value))): Self.values([value])
    case .node(let node): node.children.map(NestedPart.node)
    case .value(.composite(let elements)): Self.values(elements.values.map(Optional.some))
    case .value(.list(let values)): Self.values(values)
    case .value: []
    }
  }

  /// The values that have parts: composites and lists.
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
  /// Whether the predicate exceeds the nesting limit for recursive functions.
  package var isTooDeep: Bool {
    Nesting.isTooDeep([NestedPart.node(.predicate(self))]) { $0.parts }
  }
}
