/// What others tell those who listen.
extension PostgreSQLConnection {
  /// Waits until the server passes something on, or for some time.
  ///
  /// - Returns: What others have said since the last time.
  /// - Throws: Where the connection is gone.
  func awaitNotices(_ time: Duration) throws -> [String] {
    let known = takeNotices()
    if !known.isEmpty { return known }
    let outcome = PostgreSQLSocket.wait(
      library.socket(handle), until: .now + time, isCancellable: false)
    guard case .ready = outcome else { return [] }
    guard library.consumeInput(handle) == 1 else { throw lost() }
    return takeNotices()
  }

  private func takeNotices() -> [String] {
    var words: [String] = []
    while let notice = library.nextNotice(handle) {
      defer { library.freeMemory(notice) }
      // Behind the name of the channel and a number.
      let text = notice.load(
        fromByteOffset: 2 * MemoryLayout<UnsafeRawPointer?>.size, as: UnsafePointer<CChar>?.self)
      words.append(text.map { String(cString: $0) } ?? "")
    }
    return words
  }
}
