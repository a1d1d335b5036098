import Testing

/// Expects that a program ended with a sentence, and that the sentence is all of its message.
func expect(
  _ result: ExitTest.Result?, says message: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  #expect(text.contains("Fatal error: \(message)\n"), "\(text)", sourceLocation: sourceLocation)
}
