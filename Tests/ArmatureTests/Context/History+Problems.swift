import ArmatureModel
import TestSupport

@testable import Armature

/// Compares the context of a history with its reference.
extension History {
  /// Returns the problems after a step, including a problem in the step's line.
  func problems(after line: String, isLast: Bool) -> [String] {
    problems(fillsFaults: isLast) + (line.contains("WRONG") ? ["the outcome of the step"] : [])
  }

  /// Returns the differences between the context and the reference.
  ///
  /// - Parameter fillsFaults: Whether to check objects that were never read, too.
  func problems(fillsFaults: Bool) -> [String] {
    var problems: [String] = []
    let present = reference.present
    let found = context.registeredObjects.map(\.graphKey)
    let missing = Set(present).subtracting(found).filter { $0 < Self.firstKey }
    if !missing.isEmpty || !Set(found).isSubset(of: present) {
      problems.append("there are \(found), not \(present)")
    }
    for number in present {
      guard let object = object(number) else {
        problems.append("\(number) is not there")
        continue
      }
      if !fillsFaults, object.row.state.contains(.fault) { continue }
      problems += self.problems(of: object, number, fillsFaults: fillsFaults)
    }
    // A removed object may have been restored.
    let requests = source.requests.filter { source.rows[$0] != nil }
    if Set(requests).count != requests.count { problems.append("a row was asked for twice") }
    return problems + brokenInvariants(of: context, fillsFaults: fillsFaults)
  }

  private func problems(
    of object: ManagedObject, _ number: Int, fillsFaults: Bool
  ) -> [String] {
    guard let node = reference.nodes[number] else { return [] }
    var problems: [String] = []
    for name in ["n", "t"] where object[name] ?? .null != node.values[name] ?? .null {
      problems.append("\(number).\(name) is \(object[name] ?? .null)")
    }
    for relationship in reference.relationships(of: number) {
      let name = relationship.name
      // Lists that are not loaded stay so, because later changes to them must be correct as well.
      if !fillsFaults, let place = object.runtime.property(named: name)?.place,
        place.kind == .objects, !object.row.list(place).isLoaded
      {
        continue
      }
      let found = relationship.isToMany ? object.many(name) : [object.one(name)].compactMap { $0 }
      let expected = reference.targets(number, name)
      if found.map(\.graphKey) != expected {
        problems.append("\(number).\(name) leads to \(found.map(\.graphKey)), not \(expected)")
      }
      if let property = object.runtime.property(named: name), property.kind == .objects,
        object.memberCount(property.place) != expected.count
      {
        problems.append("\(number).\(name) has a wrong count")
      }
    }
    if let text = node.values["t"], !text.isNull,
      context.model[node.entity]?.uniquenessConstraints.contains(where: { $0.properties == ["t"] })
        == true
    {
      let found = context.graph.object(of: node.entity, where: "t", is: text)
      if found.map({ $0["t"] != text }) ?? true {
        problems.append("\(number) is not found by \(text)")
      }
    }
    return problems
  }
}
