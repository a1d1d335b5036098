import ArmatureModel

/// The decisions by unique values and their invalidation.
extension ObjectGraph {
  /// Returns the duplicate values in a report.
  func sharedValues(_ report: ValidationReport) -> [SharedValues] {
    report.compactMap { failure in
      guard case .rule(.unique(let properties), _, _, _) = failure.kind,
        let object = failure.objectID.flatMap(object(for:)),
        let number = constraint(over: properties, of: object)
      else { return nil }
      let places = object.shape.places
      return SharedValues(
        constraint: number,
        values: model.constraints[number].positions.map { object.storedValue(places[$0]) })
    }
  }

  /// Returns the number of the constraint over some properties of an object.
  func constraint(over properties: [String], of object: ManagedObject) -> Int? {
    model.constraints.firstIndex {
      $0.properties == properties && $0.orders.contains(object.shape.order)
    }
  }

  /// Records that an object is removed because another context has deleted it. The links to the object are also
  /// removed.
  ///
  /// - Complexity: O(*n*) in the number of decisions.
  func noteLost(_ object: ManagedObject) {
    if decisions.isEmpty { return }
    let handle = object.row.handle
    var isEnd = false
    for (position, finding) in decisions.findings.enumerated() where finding.handle == handle {
      isEnd = isEnd || finding.use == .end
      if finding.use != .end, finding.isUnchanged || object.row.state.contains(.updated) {
        decisions.lostUpdates.insert(position)
      }
    }
    if !isEnd { return }
    for (position, link) in decisions.links.enumerated()
    where decisions.findings[Int(link.finding)].handle == handle && leads(link) {
      decisions.lostLinks.insert(position)
    }
  }

  /// Returns whether a link that was decided still leads to its object.
  func leads(_ link: IdentityDecisions.FoundLink) -> Bool {
    guard let owner = slots.object(link.owner), !owner.row.state.contains(.fault) else {
      return false
    }
    let (row, place) = (owner.row, owner.runtime.properties[Int(link.property)].place)
    let end = decisions.findings[Int(link.finding)].handle
    if place.kind == .object { return row.link(place).handle == end }
    let list = row.list(place)
    return list.isLoaded ? list.contains(end) : list.edit(of: end) == .added
  }
}
