import ArmatureModel

/// One node of an expression of numbers, dates and truth values, as plain data.
///
/// Nodes stand in one list, and name their parts by their numbers there.
struct CompiledTerm {
  enum Operation {
    /// The value at a place of the object itself, or at the end of a way over to-one relationships.
    case place, way
    case constant, arithmetic
    /// An aggregate of the members of a relationship.
    case aggregate
  }

  let operation: Operation
  /// The kind of the value, if there is a value.
  let kind: ScalarValue.Kind
  var place = RowPlace.none
  /// The number of the way, or of the members.
  var reference = 0
  var constant = ScalarValue.absent
  var arithmetic = FetchExpression.Arithmetic.add
  /// The numbers of the parts.
  var (left, right) = (0, 0)

  init(_ operation: Operation, _ kind: ScalarValue.Kind) {
    (self.operation, self.kind) = (operation, kind)
  }
}
