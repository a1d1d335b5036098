/// How far something is, on one line of a terminal, from the second second on.
struct Progress: Sendable {
  private let start = ContinuousClock.now

  /// Fails where nobody looks.
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
