/// How often something is tried that others may be in the way of, and the waits in between.
enum PostgreSQLTries {
  static let most = 12

  /// Waits longer after each try, and not as long as others who have failed at the same moment.
  static func wait(after tries: Int) {
    let longest = min(1000, 4 << min(tries, 8))
    PostgreSQLSocket.sleep(.milliseconds(Int.random(in: 1...longest)))
  }
}
