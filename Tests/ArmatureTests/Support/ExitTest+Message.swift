import Testing

/// Expects that a program ended with a sentence, and that the sentence is all of its message; behind the
/// file and a line of the call that is at fault, where a file is given.
func expect(
  _ result: ExitTest.Result?, says message: String, of file: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  #expect(text.contains("Fatal error: \(message)\n"), "\(text)", sourceLocation: sourceLocation)
  let isCited = text.split(separator: "\n").contains {
    $0.hasPrefix(file) && $0.hasSuffix("Fatal error: \(message)")
  }
  #expect(isCited || message.contains("\n"), "\(text)", sourceLocation: sourceLocation)
}
