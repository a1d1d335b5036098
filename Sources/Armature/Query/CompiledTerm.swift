import ArmatureModel

/// One node of a numeric, date or Boolean expression, as plain data.
///
/// Nodes are in one list, and refer to their operands by position.
struct CompiledTerm {
  enum Operation {
    /// A value in the object's row, or at the end of a path over to-one relationships.
    case place, way
    case constant, arithmetic
    /// An aggregate of the members of a relationship.
    case aggregate
  }

  let operation: Operation
  /// The kind of the value, if it is present.
  let kind: ScalarValue.Kind
  var place = RowPlace.none
  /// The position of the path, or of the member loop.
  var reference = 0
  var constant = ScalarValue.absent
  var arithmetic = FetchExpression.Arithmetic.add
  /// The positions of the operands.
  var (left, right) = (0, 0)

  init(_ operation: Operation, _ kind: ScalarValue.Kind) {
    (self.operation, self.kind) = (operation, kind)
  }
}
