import Testing

/// Expects that a program trapped with exactly this message; if a file is given, after the file and line of the faulty
/// call.
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
