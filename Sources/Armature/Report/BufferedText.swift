/// Text for a stream, collected into portions.
struct BufferedText<Stream: TextOutputStream> {
  var text = ""
  private var isFirstLine = true

  init() {}

  /// Starts a line; only the first one needs no line break before it.
  mutating func beginLine() {
    if !isFirstLine { text += "\n" }
    isFirstLine = false
  }

  mutating func line(_ content: String) {
    beginLine()
    text += content
  }

  /// Writes the text to a stream if it has reached a limit.
  mutating func passOn(to stream: inout Stream, atLeast limit: Int = 65_536) {
    guard text.utf8.count >= limit else { return }
    stream.write(text)
    text.removeAll(keepingCapacity: true)
  }
}
