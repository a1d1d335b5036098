/// Which things of a new version are which of an old one, by names and earlier names.
struct RenamingMatch {
  /// For each new thing the position of the old one.
  let oldPositions: [Int?]
  /// The positions of the old things that are gone.
  let removed: [Int]
  /// For each old thing that is still there, its new name.
  let newNames: [String: String]

  /// A thing with a name, and with the name that it had earlier, if that was another.
  typealias Named = (name: String, identifier: String?)

  init(new: [Named], old: [Named]) {
    var byIdentifier: [String: Int] = [:]
    var byName: [String: Int] = [:]
    for (position, thing) in old.enumerated() {
      byName[thing.name] = position
      if let identifier = thing.identifier { byIdentifier[identifier] = position }
    }
    var oldPositions: [Int?] = Array(repeating: nil, count: new.count)
    var taken: Set<Int> = []
    func take(_ position: Int?, for thing: Int) {
      guard let position, oldPositions[thing] == nil, taken.insert(position).inserted else {
        return
      }
      oldPositions[thing] = position
    }
    // First what says what it was called, then the rest: a new thing may have the name of an old
    // one that was renamed.
    for (index, thing) in new.enumerated() {
      guard let identifier = thing.identifier else { continue }
      take(byIdentifier[identifier], for: index)
      take(byName[identifier], for: index)
    }
    for (index, thing) in new.enumerated() { take(byName[thing.name], for: index) }
    // Last the other direction: the older version is the one that has the earlier name.
    for (index, thing) in new.enumerated() { take(byIdentifier[thing.name], for: index) }
    self.init(oldPositions, new: new, old: old)
  }

  private init(_ oldPositions: [Int?], new: [Named], old: [Named]) {
    self.oldPositions = oldPositions
    let taken = Set(oldPositions.compactMap(\.self))
    removed = old.indices.filter { !taken.contains($0) }
    var newNames: [String: String] = [:]
    for (index, position) in oldPositions.enumerated() {
      if let position { newNames[old[position].name] = new[index].name }
    }
    self.newNames = newNames
  }

  /// Which things of each version are which of the one before it.
  static func steps(_ versions: [[Named]]) -> [RenamingMatch] {
    zip(versions.dropFirst(), versions).map { RenamingMatch(new: $0, old: $1) }
  }

  /// Which things of the last version are which of the first one, as the steps from each to the next say.
  ///
  /// - Parameter versions: At least one.
  init(along versions: [[Named]], _ steps: [RenamingMatch]) {
    let (old, new) = (versions[0], versions[versions.count - 1])
    let oldPositions = new.indices.map { index in
      steps.reversed().reduce(index) { (position: Int?, step) in
        position.flatMap { step.oldPositions[$0] }
      }
    }
    self.init(oldPositions, new: new, old: old)
  }
}
