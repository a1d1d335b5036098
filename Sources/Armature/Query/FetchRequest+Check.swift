import ArmatureModel

extension FetchRequest {
  /// Checks the names of the request against a model, and returns a request in which the meaning of each name is known.
  ///
  /// For example, `count` in a condition can mean the number of members, or a property with this name.
  ///
  /// - Parameters:
  ///   - isSectioned: True if the first order determines the sections of the result.
  ///   - isStored: True if a store runs the request.
  /// - Throws: ``FetchRequestError`` with all issues of the request.
  func resolved(
    for runtime: ModelRuntime, isSectioned: Bool = false, isStored: Bool
  ) throws(FetchRequestError) -> FetchRequest {
    guard let entity = runtime.tree.entity(named: entity) else {
      let error = ManagedObjectError.unknownEntity(
        name: entity, suggestion: nearMiss(entity, in: runtime.entities.map(\.name)))
      throw FetchRequestError(entity: self.entity, issues: ["\(error)"] + pageIssues)
    }
    if isLookup(of: entity), pageIssues.isEmpty { return self }
    var request = self
    var issues: [String] = []
    let lookup = runtime.tree.entity(named:)
    if predicate.isTooDeep {
      issues += FetchPredicateError(entity: self.entity, isTooDeep: true).lines
    } else {
      let resolution = MemberResolution(of: runtime.tree)
      request.predicate = resolution.resolve(predicate, about: self.entity) ?? predicate
      issues += request.predicate.issues(entity: entity, lookup: lookup).map(\.message)
      if isStored { issues += request.predicate.transientIssues(self.entity, runtime.tree) }
      issues += FetchPredicateError(entity: self.entity, unbound: predicate.variables).lines
    }
    for (position, order) in orderedBy.enumerated() {
      if order.expression.isRelevance {
        switch request.ranking(runtime.tree, isSectioned: isSectioned && position == 0) {
        case .success(let ranking): request.orderedBy[position].expression = ranking.expression
        case .failure(let issue): issues.append(issue.text)
        }
        continue
      }
      let part =
        isSectioned && position == 0 ? "sectionedBy \(order.expression)" : "The order by \(order)"
      var found = order.issues(entity: entity, runtime.tree)
      if found.isEmpty, isStored { found = order.transientIssues(self.entity, runtime.tree) }
      issues += found.map { "\(part): \($0)" }
    }
    for path in prefetching {
      issues += prefetchIssues(path, runtime.tree).map { "Prefetching \(path): \($0)" }
    }
    issues += pageIssues
    if !issues.isEmpty { throw FetchRequestError(entity: self.entity, issues: issues) }
    return request
  }

  /// Returns whether the request only compares an attribute of strings or integers with a value of that type. Such a
  /// request is always valid. Checking it would take a fifth of the time for finding an object in a store.
  private func isLookup(of entity: EntityDescription) -> Bool {
    guard orderedBy.isEmpty, prefetching.isEmpty,
      case .comparison(.keyPath(let path), .equal, .constant(let value), [], .one) = predicate,
      path.level == 0, path.names.count == 1,
      let attribute = entity.property(named: path.names[0])?.asAttribute, !attribute.isTransient
    else { return false }
    return switch (attribute.type, value) {
    case (.string, .string), (.int64, .int): true
    default: false
    }
  }

  private var pageIssues: [String] {
    var issues: [String] = []
    if let limit, limit < 0 {
      issues.append("The limit must be at least 0, but is \(limit). Use nil for all objects.")
    }
    if offset < 0 { issues.append("The offset must be at least 0, but is \(offset).") }
    if batchSize < 0 {
      issues.append(
        "The batch size must be at least 0, but is \(batchSize). Use 0 for all objects at once.")
    }
    return issues
  }

  /// Returns the reasons why the objects of a key path cannot be loaded with the result.
  private func prefetchIssues(_ path: String, _ tree: EntityTree) -> [String] {
    do {
      let end = try tree.follow(
        path.components, from: entity, of: path, includesSubentities: false)
      return end.type.map { ["It must lead to objects, but leads to \($0.phrase)."] } ?? []
    } catch {
      return ["\(error)"]
    }
  }
}

extension FetchPredicate {
  /// Returns the reasons why a store cannot test the condition.
  fileprivate func transientIssues(_ entity: String, _ tree: EntityTree) -> [String] {
    FetchNode.predicate(self).transientPaths(from: entity, tree).map {
      "The condition reads \($0), which is transient, so the store does not have it. Remove it, "
        + "and filter the objects found."
    }
  }
}

extension FetchOrder {
  /// Returns the reasons why a store cannot sort in this order.
  fileprivate func transientIssues(_ entity: String, _ tree: EntityTree) -> [String] {
    FetchNode.expression(expression).transientPaths(from: entity, tree).map {
      "It must lead to a stored value, but \($0) is transient. Sort the objects found."
    }
  }

  /// Returns the reasons why objects of an entity cannot be sorted in this order.
  fileprivate func issues(entity: EntityDescription, _ tree: EntityTree) -> [String] {
    guard case .keyPath(let path) = expression, path.level == 0 else {
      return expression.issuesOfComputed(entity, tree)
    }
    do {
      let end = try tree.follow(
        path.names, from: entity.name, of: "\(path)", includesSubentities: false)
      if let relationship = end.toMany {
        return [
          "It must lead to one value, but \(relationship.quotedForMessage) leads to several"
            + " objects. Sort by an aggregate of them, such as their count."
        ]
      }
      guard let type = end.type else {
        let example = tree.entity(named: end.entity)?.attributes.first.map { "\(path).\($0.name)" }
        return [
          "It must lead to a value with an order, but leads to an object of \(end.entity)."
            + (example.map { " Sort by one of its properties, such as \($0)." } ?? "")
        ]
      }
      if end.isOfAnyKind { return [] }
      if let text = type.phraseWithoutOrder {
        return ["It must lead to a value with an order, but leads to \(text)."]
      }
      return optionIssues(type)
    } catch {
      return ["\(error)"]
    }
  }

  private func optionIssues(_ type: AttributeType) -> [String] {
    if isByBytes || type.storage == .string { return [] }
    let way = comparator == nil ? "with options" : "by a comparator"
    return ["It must lead to text to be sorted \(way), but leads to \(type.phrase)."]
  }
}

extension FetchExpression {
  /// Returns the reasons why an order or a column cannot be computed for each object.
  func issuesOfComputed(_ entity: EntityDescription, _ tree: EntityTree) -> [String] {
    let condition = FetchPredicate.comparison(self, .equal, .variable("VALUE"))
    if condition.isTooDeep { return ["It must be nested at most 200 deep, but is deeper."] }
    return issues(entity: entity, lookup: tree.entity(named:)).map(\.message)
      + variables.map { "It must have no variables, but has $\($0)." }
  }
}

extension AttributeType {
  /// The type in a sentence, if its values have no order.
  fileprivate var phraseWithoutOrder: String? {
    switch storage {
    case .composite, .list, .json: phrase
    default: nil
    }
  }
}
