extension FetchExpression {
  /// Those of the objects that satisfy a condition, made by a closure over one of them.
  func filtered(_ condition: (FetchPath) -> FetchPredicate) -> FetchExpression {
    .subquery(self, where: Self.resolved(condition))
  }

  /// A condition on the objects, made by a closure over one of them.
  func quantified(
    _ quantifier: FetchPredicate.Quantifier, _ condition: (FetchPath) -> FetchPredicate
  ) -> FetchPredicate {
    let condition = Self.resolved(condition)
    if let short = short(quantifier, condition) { return short }
    let matches = FetchExpression.subquery(self, where: quantifier == .all ? !condition : condition)
    return .comparison(
      .aggregate(.count, of: matches), quantifier == .any ? .greater : .equal, .constant(.int(0)))
  }

  /// The condition that a closure makes, with paths that start at each of the objects.
  private static func resolved(_ condition: (FetchPath) -> FetchPredicate) -> FetchPredicate {
    FetchPath.Mark.unique { mark in
      condition(FetchPath(mark: mark)).mapPaths { path, depth in
        var path = path
        if path.mark == mark {
          path.mark = nil
          path.level = depth
        } else if path.mark == nil, path.level >= depth {
          // It starts outside of the closure, and now lies one subquery deeper.
          path.level += 1
        }
        return path
      }
    }
  }

  /// `ANY books.pages > 100`: one test of one property of the objects needs no subquery.
  private func short(
    _ quantifier: FetchPredicate.Quantifier, _ condition: FetchPredicate
  ) -> FetchPredicate? {
    guard case .keyPath = self,
      case .comparison(.keyPath(let tested), let comparison, let right, let options, .one) =
        condition, tested.level == 0, tested.mark == nil
    else { return nil }
    // What contains something else than text may be several objects, and no quantifier looks there.
    if comparison == .contains {
      guard case .constant(.string) = right else { return nil }
    }
    var readsObjects = false
    let outside = right.mapPaths { path, depth in
      guard path.mark == nil, path.level >= depth else { return path }
      if path.level == depth { readsObjects = true }
      return FetchPath(path.names, level: path.level - 1)
    }
    if readsObjects { return nil }
    return .comparison(
      appending(tested.names), comparison, outside, options: options, quantifier: quantifier)
  }
}
