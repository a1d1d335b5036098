/// The correspondence between the elements of two versions, by names and earlier names.
struct RenamingMatch {
  /// The position of the old element for each new element.
  let oldPositions: [Int?]
  /// The positions of removed elements.
  let removed: [Int]
  /// The new names of old elements that still exist.
  let newNames: [String: String]

  /// An element with its name and its earlier name.
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
    // Earlier names come first, since a new element may have the name of a renamed old element.
    for (index, thing) in new.enumerated() {
      guard let identifier = thing.identifier else { continue }
      take(byIdentifier[identifier], for: index)
      take(byName[identifier], for: index)
    }
    for (index, thing) in new.enumerated() { take(byName[thing.name], for: index) }
    // The reverse direction comes last, for an older version that has the earlier name.
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

  /// Returns the correspondence of each version with its predecessor.
  static func steps(_ versions: [[Named]]) -> [RenamingMatch] {
    zip(versions.dropFirst(), versions).map { RenamingMatch(new: $0, old: $1) }
  }

  /// Matches the elements of the last version with the elements of the first one, by following the steps between them.
  ///
  /// - Parameter versions: The versions. The array must not be empty.
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
