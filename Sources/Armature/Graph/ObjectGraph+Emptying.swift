import ArmatureModel

/// Giving values up, to be read again, and telling what could not be read.
extension ObjectGraph {
  /// Drops the values of an unchanged object, which are filled again when they are next asked for.
  func turnIntoFault(_ object: ManagedObject) {
    guard store != nil, object.row.state.isDisjoint(with: .fault | .gone | .inserted | .deleted)
    else { return }
    listeners.noteEmptying(object.row.handle)
    indexes.remove(object)
    for link in object.shape.pointee.links where link.isToMany {
      if let opening = object.row.list(link.place).pointee.openingOfHoles {
        ListLoader(self).noteHoles(opening, object, link.place)
      }
    }
    object.row.empty(object.shape)
    pass(object, .emptying)
  }

  /// Throws what kept the store from giving values to a read that could not throw, if anything did; lists
  /// that could not be read are asked for again.
  func throwStoreError() throws {
    guard let (error, lists) = source.takeError() else { return }
    unload(lists)
    throw error
  }

  /// Does something that reads and can throw, and throws what keeps the store from giving values meanwhile: lists that
  /// could not be read before are asked for again.
  func tellingReads<Result>(_ body: () throws -> Result) throws -> Result {
    let former = source.takeError()
    if let former { unload(former.lists) }
    defer { if let former, source.lastError == nil { source.lastError = former.error } }
    let result: Result
    do {
      result = try body()
    } catch {
      // It has been told.
      if let (_, lists) = source.takeError() { unload(lists) }
      throw error
    }
    try throwStoreError()
    return result
  }

  private func unload(_ lists: [(handle: Handle, place: RowPlace)]) {
    for (handle, place) in lists {
      slots.pointee[handle].object?._withUnsafeGuaranteedRef {
        if !$0.row.state.contains(.fault) { ListLoader(self).unload($0, place) }
      }
    }
  }
}

extension Row {
  /// Makes every property absent, and every access one that fills the row again.
  fileprivate func empty(_ shape: UnsafePointer<EntityShape>) {
    if let committed {
      committed.deallocate(shape.pointee.managed)
      self.committed = nil
    }
    dropLinks(shape, isKnown: true)
    for place in shape.pointee.places where place.kind != .object && place.kind != .objects {
      clear(place)
    }
    for index in 0..<shape.pointee.maskCount { setChanged(index, 0) }
    tableMask = 0
  }
}
