import ArmatureModel

/// Discarding values to be read again, and reporting failed reads.
extension ObjectGraph {
  /// Discards the values of an unchanged object. They are loaded again on the next access.
  func turnIntoFault(_ object: ManagedObject) {
    guard store != nil,
      object.row.state.isDisjoint(with: .fault | .invalidated | .inserted | .deleted)
    else { return }
    listeners.noteEmptying(object.row.handle)
    indexes.remove(object)
    for link in object.shape.links where link.isToMany {
      if let opening = object.row.list(link.place).openingOfHoles {
        ListLoader(self).noteHoles(opening, object, link.place)
      }
    }
    object.row.empty(object.shape)
    pass(object, .emptying)
  }

  /// Throws the error of an earlier read that could not throw, if such an error was recorded. Lists that could not be
  /// read are requested again.
  func throwStoreError() throws {
    guard let (error, lists) = source.takeError() else { return }
    unload(lists)
    throw error
  }

  /// Runs a closure that can throw, and also throws the errors of reads within it that cannot throw. Lists that could
  /// not be read before are requested again.
  func tellingReads<Result>(_ body: () throws -> Result) throws -> Result {
    let former = source.takeError()
    if let former { unload(former.lists) }
    defer { if let former, source.lastError == nil { source.lastError = former.error } }
    let result: Result
    do {
      result = try body()
    } catch {
      // The body has already reported the error.
      if let (_, lists) = source.takeError() { unload(lists) }
      throw error
    }
    try throwStoreError()
    return result
  }

  private func unload(_ lists: [(handle: Handle, place: RowPlace)]) {
    for (handle, place) in lists {
      slots[handle].object?._withUnsafeGuaranteedRef {
        if !$0.row.state.contains(.fault) { ListLoader(self).unload($0, place) }
      }
    }
  }
}

extension Row {
  /// Clears every property and makes the next access load the row again.
  fileprivate func empty(_ shape: EntityShape) {
    if let committed {
      committed.deallocate(shape.managed)
      self.committed = nil
    }
    dropLinks(shape, isKnown: true)
    for place in shape.places where place.kind != .object && place.kind != .objects {
      clear(place)
    }
    for index in 0..<shape.maskCount { setChanged(index, 0) }
    tableMask = 0
  }
}
