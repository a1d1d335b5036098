import ArmatureModel

/// Reads one column of the objects of a request, directly from their rows if possible.
///
/// A class, because a copy would count several references for each object.
final class ColumnReader {
  private enum Source {
    /// The object itself, which always exists.
    case object
    case way(RowPath)
    case expression(FetchExpression)
  }

  private let source: Source
  private let date: EvaluationDate
  private let isSaved: Bool
  /// The storage kind of the value; `nil` for a computed value.
  let kind: StorageKind?

  init(
    _ expression: FetchExpression, of entity: String, _ graph: ObjectGraph, _ date: EvaluationDate,
    isSaved: Bool
  ) {
    (self.date, self.isSaved) = (date, isSaved)
    if case .keyPath(let path) = expression, path.names.isEmpty, path.level == 0 {
      (source, kind) = (.object, nil)
    } else if !isSaved, case .keyPath(let path) = expression,
      let way = RowPath(path, of: entity, graph.model.tree), way.kind != .object,
      way.kind != .objects
    {
      (source, kind) = (.way(way), way.kind)
    } else {
      (source, kind) = (.expression(expression), nil)
    }
  }

  /// The position of the property in the entity of the objects, if the column has its whole numbers.
  var integerPosition: Int? {
    guard case .way(let way) = source, way.isDirect else { return nil }
    switch way.kind {
    case .int64, .int32, .int16: return way.position
    default: return nil
    }
  }

  private func evaluator(_ object: ManagedObject) -> PredicateEvaluator {
    PredicateEvaluator(object: object, date: date, isSaved: isSaved)
  }

  /// Returns the value for an object; null if there are several values.
  @inline(__always) func value(of object: Unmanaged<ManagedObject>) -> AttributeValue {
    switch source {
    case .object: return .object(object._withUnsafeGuaranteedRef { $0.objectID })
    case .way(let way):
      guard let owner = way.owner(from: object) else { return .null }
      return owner._withUnsafeGuaranteedRef { owner in
        owner.row.value(owner.shape.places[way.position])
      }
    case .expression(let expression):
      return evaluator(object.takeUnretainedValue()).value(of: expression)
    }
  }

  /// Adds the values of an object to an aggregate.
  @inline(__always) func add(_ object: Unmanaged<ManagedObject>, to state: inout AggregateState) {
    switch source {
    case .object: state.addOne()
    case .way(let way):
      guard let owner = way.owner(from: object) else { return }
      owner._withUnsafeGuaranteedRef { owner in
        state.add(owner.row, owner.shape.places[way.position])
      }
    case .expression(let expression):
      for value in evaluator(object.takeUnretainedValue()).values(of: expression) {
        state.add(value.element, value.ways)
      }
    }
  }
}
