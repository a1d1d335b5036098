/// Warnings of the server.
extension PostgreSQLConnection {
  private static let warning = "01000"

  /// Notes warnings from now on. A COMMIT succeeds with a warning if the server has given up waiting for a standby.
  func noteWarnings() {
    let receive: PostgreSQLLibrary.Receiver = { connection, notice in
      guard let connection else { return }
      Unmanaged<PostgreSQLConnection>.fromOpaque(connection).takeUnretainedValue().note(notice)
    }
    _ = library.setNoticeReceiver(handle, receive, Unmanaged.passUnretained(self).toOpaque())
  }

  private func note(_ notice: PostgreSQLLibrary.Result?) {
    let state = library.resultField(notice, PostgreSQLCode.sqlState).map { String(cString: $0) }
    if state == Self.warning { isWarned = true }
  }
}

/// Notifications from other connections.
extension PostgreSQLConnection {
  /// Waits until a notification arrives or for some time.
  ///
  /// - Returns: The payloads of the notifications since the last call.
  /// - Throws: An error if the connection is lost.
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
      // The payload follows the name of the channel and a number.
      let text = notice.load(
        fromByteOffset: 2 * MemoryLayout<UnsafeRawPointer?>.size, as: UnsafePointer<CChar>?.self)
      words.append(text.map { String(cString: $0) } ?? "")
    }
    return words
  }
}
