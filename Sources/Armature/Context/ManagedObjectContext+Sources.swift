import ArmatureModel

/// Reading again what derived values are computed from.
extension ManagedObjectContext {
  /// A derived attribute on the way along its path: an object that was reached, and what follows.
  private struct Way: Hashable {
    let object: Handle
    let path: ArraySlice<String>
    /// Whether what follows may be older than what is derived from it.
    let isOlder: Bool
  }

  /// Reads objects again from which others are derived, where they may be older than these are.
  ///
  /// Whoever has saved such a row has computed its values of rows that this context may not have; to
  /// compute them again of older ones would take these back, and the version of the row would not tell. So it
  /// is done for what lies behind an object that was read since it was last derived here, and behind new links.
  ///
  /// - Throws: What the store throws.
  /// - Complexity: A round trip for each entity and each step of the paths, if there is anything to read.
  func readSources(of objects: [ManagedObject]) throws {
    if graph.store == nil { return }
    var seen: Set<Handle> = []
    // One that is only now filled is newer than all that was read before.
    var objects = objects.filter { $0.isFilled() }
    while !objects.isEmpty {
      try readSources(along: objects.flatMap(ways), &seen)
      // What one is derived from may be derived itself, and was read just now.
      objects.removeAll { !$0.row.state.contains(.unreadSources) }
    }
  }

  /// The ways to what an object is derived from, which counts as read from now on.
  private func ways(_ object: ManagedObject) -> [Way] {
    let isOlder = object.isInserted || object.row.state.contains(.unreadSources)
    object.row.state.remove(.unreadSources)
    return object.runtime.derivedProperties.flatMap { property in
      (property.description.asAttribute?.derivation?.paths ?? []).filter { $0.count > 1 }
        .map { Way(object: object.row.handle, path: $0[...], isOlder: isOlder) }
    }
  }

  private func readSources(along ways: [Way], _ seen: inout Set<Handle>) throws {
    var (ways, known) = (ways, Set(ways))
    while !ways.isEmpty {
      var (next, older) = ([Way](), [ManagedObject]())
      for way in ways {
        guard let (ends, added) = graph.object(way.object).flatMap({ $0.ends(of: way.path) }) else {
          continue
        }
        for end in ends {
          let isOlder = way.isOlder || added.contains(end.row.handle)
          if isOlder, end.savesNoValue, seen.insert(end.row.handle).inserted { older.append(end) }
          if way.path.count == 2 { continue }
          let rest = Way(object: end.row.handle, path: way.path.dropFirst(), isOlder: isOlder)
          if known.insert(rest).inserted { next.append(rest) }
        }
      }
      try graph.throwStoreError()
      if !older.isEmpty { try RowRebase(graph).readAgain(older) }
      ways = next
    }
  }
}

extension ManagedObject {
  /// Where the first relationship of a path leads, and which of that have come since the last save; `nil` if
  /// the path ends with an attribute.
  fileprivate final func ends(
    of path: ArraySlice<String>
  ) -> (ends: [ManagedObject], added: Set<Handle>)? {
    guard let property = path.first.flatMap({ runtime.property(named: $0) }), property.isLink else {
      return nil
    }
    let (ends, place) = (related(property.place), property.place)
    guard row.isChanged(place) else { return (ends, []) }
    return place.kind == .objects
      ? (ends, Set(row.list(place).pointee.editedMembers.added)) : (ends, [row.link(place).handle])
  }

  /// Whether a save would not find out that others have changed the object: it has at most members of its
  /// to-many relationships to save.
  final var savesNoValue: Bool {
    if !row.state.isDisjoint(with: .inserted | .deleted | .fault | .gone) { return false }
    return !row.state.contains(.updated)
      || shape.pointee.persistent.allSatisfy { place in
        place.kind == .objects || !row.isChanged(place) || isAsCommitted(place)
      }
  }
}
