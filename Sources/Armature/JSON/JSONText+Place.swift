extension JSONText {
  /// The place of the value that keys lead to from an object at an offset, or of the nearest around it.
  ///
  /// The object must have been read before. Of a key that is there twice, the first counts.
  func place(
    of keys: [String], from start: Int, depthLimit: Int = JSONCursor.defaultDepthLimit
  ) -> (offset: Int, isExact: Bool) {
    var cursor = JSONCursor(self, at: start, depthLimit: depthLimit)
    var offset = start
    for key in keys {
      // What has been read before has no error in it.
      guard (try? cursor.enter(key)) == true else { return (offset, false) }
      offset = cursor.offset
    }
    return (offset, true)
  }
}

extension JSONCursor {
  /// Goes into an object and to the value of a key; false if there is none.
  fileprivate mutating func enter(_ key: String) throws(JSONSyntaxError) -> Bool {
    guard try peek() == .object else { return false }
    var isMore = try enterObject()
    while isMore {
      let isFound = try self.key().bytes.elementsEqual(key.utf8)
      _ = try peek()
      if isFound { return true }
      try skipValue()
      isMore = try nextMember()
    }
    return false
  }
}
