import ArmatureModel

extension ManagedObject {
  /// The objects that the object belongs to as a part.
  final var currentOwners: [ManagedObject] {
    runtime.owners.compactMap { end($0.place) }
  }

  /// Whether the object belongs to exactly one owner, and not to itself by any number of steps.
  final var hasOneOwner: Bool {
    let owners = currentOwners
    guard owners.count == 1 else { return false }
    // A second, slower walk meets the first one if there is a cycle around another object.
    var (owner, slow, isSlowStep) = (Optional(owners[0]), Optional(owners[0]), false)
    while let current = owner {
      if current === self { return false }
      owner = current.currentOwners.first
      if isSlowStep { slow = slow?.currentOwners.first }
      isSlowStep.toggle()
      if let owner, owner === slow { return true }
    }
    return true
  }

  /// Whether the object is a saved part that belonged to an owner, and now belongs to none.
  final var hasLostOwner: Bool {
    let owners = runtime.owners
    guard !owners.isEmpty, isFilled(), !row.state.contains(.inserted) else { return false }
    return owners.allSatisfy { end($0.place) == nil }
      && owners.contains { row.isChanged($0.place) && !row.savedEnd($0.place).isNone }
  }
}
