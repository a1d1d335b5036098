import ArmatureModel

extension FetchRowRequest {
  /// Returns the request with its names resolved in a model.
  ///
  /// - Parameter isStored: True if a store runs the request.
  /// - Throws: ``FetchRequestError`` with every issue of the request.
  func resolved(
    for runtime: ModelRuntime, isStored: Bool
  ) throws(FetchRequestError) -> FetchRowRequest {
    var request = self
    // Orders that name no column are checked and resolved as orders of objects.
    request.source.orderedBy =
      isGrouped || isDistinct ? [] : orderedBy.filter { column(of: $0) == nil }
    request.source.limit = limit
    request.source.offset = offset
    var issues: [String] = []
    do {
      request.source = try request.source.resolved(for: runtime, isStored: isStored)
    } catch {
      issues += error.issues
    }
    if let entity = runtime.tree.entity(named: source.entity) {
      issues += columnIssues(entity, runtime.tree)
      issues += havingIssues
    }
    if isGrouped || isDistinct {
      for order in orderedBy where column(of: order) == nil {
        let near = nearMiss("\(order.expression)", in: columns.map(\.name))
        issues.append(
          "The order by \(order): It must name a column if rows represent several objects."
            + (near.map { " Did you mean \($0.quotedForMessage)?" } ?? ""))
      }
    }
    if !issues.isEmpty { throw FetchRequestError(entity: source.entity, issues: issues) }
    return request
  }

  private func columnIssues(_ entity: EntityDescription, _ tree: EntityTree) -> [String] {
    var issues: [String] = []
    var seen: Set<String> = []
    if columns.isEmpty { issues.append("The request must have at least one column, but has none.") }
    for column in columns {
      if !seen.insert(column.name).inserted {
        issues.append(
          "Columns must have different names, but two are called \(column.name.quotedForMessage).")
      }
      issues += column.issues(entity, tree).map {
        "The column \(column.name.quotedForMessage): \($0)"
      }
    }
    return issues
  }

  private var havingIssues: [String] {
    if having == .constant(true) { return [] }
    if having.isTooDeep { return FetchPredicateError(entity: "", isTooDeep: true).lines }
    if !isGrouped {
      return [
        "The having condition must be about aggregates, but no column is one. Put it into where."
      ]
    }
    var issues: [String] = []
    FetchNode.predicate(having).forEach { node, depth in
      guard case .expression(.keyPath(let path)) = node, path.level == depth,
        column(at: path) == nil
      else { return }
      let near = nearMiss("\(path)", in: columns.map(\.name))
      issues.append(
        "The having condition reads \(path.dotted), but no column has"
          + " that name." + (near.map { " Did you mean \($0.quotedForMessage)?" } ?? ""))
    }
    return issues + FetchPredicateError(entity: "", unbound: having.variables).lines
  }
}

extension FetchColumn {
  /// Returns the reasons why the value cannot be computed for objects of an entity, one or two sentences each.
  func issues(_ entity: EntityDescription, _ tree: EntityTree) -> [String] {
    if aggregate == .distinct {
      return ["It must be one value, but distinct ones are several. Leave the aggregate out."]
    }
    guard case .keyPath(let path) = expression, path.level == 0 else {
      return expression.issuesOfComputed(entity, tree)
    }
    do {
      let end = try tree.follow(
        path.names, from: entity.name, of: "\(path)", includesSubentities: false)
      if aggregate == nil, let relationship = end.toMany {
        return [
          "It must lead to one value, but \(relationship.quotedForMessage) leads to several objects."
            + " Use an aggregate."
        ]
      }
      guard let aggregate, !end.suits(aggregate) else { return [] }
      let wanted =
        aggregate == .minimum || aggregate == .maximum ? "values with an order" : "numbers"
      return [
        "It must lead to \(wanted), but leads to \(end.type?.phrase ?? "an object of \(end.entity)")."
      ]
    } catch {
      return ["\(error)"]
    }
  }
}
