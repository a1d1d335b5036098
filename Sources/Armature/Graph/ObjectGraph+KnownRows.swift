extension ObjectGraph: KnownRows {
  var isEmpty: Bool { slots.count == 1 }

  func hasRow(_ key: Int64, ofEntityAt entity: Int, _ version: UInt32) -> Bool {
    guard let handle = keys.handle(forKey: key), let object = slots[handle].object else {
      return false
    }
    return object._withUnsafeGuaranteedRef { object in
      if object.shape.index != entity || object.row.state.contains(.fault) { return false }
      if !object.row.state.isDisjoint(with: .inserted | .updated | .deleted) { return true }
      // The objects of a parent change without a version.
      return object.row.version == version && source.parent == nil
    }
  }
}
