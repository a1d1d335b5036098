extension String {
  /// The text quoted as one word of a shell command.
  var shellWord: String {
    let isPlain = !isEmpty && utf8.allSatisfy { Self.plainBytes.contains($0) }
    return isPlain ? self : "'\(replacing("'", with: "'\\''"))'"
  }

  private static let plainBytes = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./=-".utf8)
}
