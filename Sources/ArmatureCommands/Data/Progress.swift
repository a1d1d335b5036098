/// Shows progress on one line of a terminal, starting after one second.
struct Progress: Sendable {
  private let start = ContinuousClock.now

  /// Returns `nil` if the output is not a terminal or is quiet.
  init?(_ session: Session) {
    if session.loudness == .quiet || !session.talk.isTerminal { return nil }
  }

  func show(_ text: String) { write("\r\(text) …\u{1B}[K") }

  /// Removes the line.
  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    guard ContinuousClock.now - start > .seconds(1) else { return }
    let output = Output(descriptor: 2)
    output.write(text)
    output.flush()
  }
}
