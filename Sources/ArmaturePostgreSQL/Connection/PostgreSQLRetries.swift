/// The number of retries after conflicts with other transactions and the waits in between.
enum PostgreSQLRetries {
  static let most = 12

  /// Waits longer after each try, and randomly, so that competing clients do not retry at the same moment.
  static func wait(after tries: Int) {
    let longest = min(1000, 4 << min(tries, 8))
    PostgreSQLSocket.sleep(.milliseconds(Int.random(in: 1...longest)))
  }
}
