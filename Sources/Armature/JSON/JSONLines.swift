/// Reads a file of lines in chunks of whole lines, so that the memory does not grow with the file.
///
///     while let text = try lines.next() {
///       var cursor = JSONCursor(linesOf: text)
///       while cursor.nextLine() { … }
///     }
package struct JSONLines: ~Copyable {
  private let file: FileInput
  private let name: String
  private let chunkSize: Int
  private let longestLine: Int
  /// The beginning of an incomplete line.
  private var rest: [UInt8] = []
  private var origin = JSONText.Origin()
  private var isAtEnd = false

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - name: The name for messages; by default the path.
  ///   - chunkSize: The number of bytes to read at a time.
  ///   - longestLine: The maximum number of bytes of a line, 64 MiB, which limits the memory.
  package init(
    path: String, name: String? = nil, chunkSize: Int = 1 << 20, longestLine: Int = 1 << 26
  ) throws(FileReadError) {
    file = try FileInput(path: path)
    self.name = name ?? path
    self.chunkSize = max(chunkSize, 1)
    self.longestLine = min(max(longestLine, 1), .max - 1)
  }

  /// Returns the next lines as one text, which knows its position in the file; `nil` at the end.
  package mutating func next() throws(FileReadError) -> JSONText? {
    var buffer = ReadBuffer(capacity: rest.count + chunkSize)
    rest.withUnsafeBufferPointer { buffer.append($0) }
    rest = []
    while true {
      // The bytes already in the buffer contain no line break.
      let searched = buffer.count
      if !isAtEnd { try buffer.fill(from: file) }
      isAtEnd = isAtEnd || !buffer.isFull
      if buffer.count == 0 { return nil }
      let last = buffer.bytes[searched...].lastIndex(of: 0x0A)
      let end = isAtEnd ? buffer.count : last.map { $0 + 1 } ?? 0
      if end > 0 {
        let position = origin
        let lines = UnsafeBufferPointer(rebasing: buffer.bytes[..<end])
        try checkLengths(of: lines)
        origin = JSONText.Origin(
          offset: position.offset + end, line: position.line + LineCount.breaks(in: lines))
        rest = Array(buffer.bytes[end...])
        return buffer.text(end, name: name, origin: position)
      }
      if buffer.count > longestLine { throw tooLong(origin.line + 1) }
      buffer.double(upTo: longestLine + 1)
    }
  }

  /// Checks that no line is too long. Only lines longer than a portion can be.
  private func checkLengths(of lines: UnsafeBufferPointer<UInt8>) throws(FileReadError) {
    if lines.count <= longestLine { return }
    var (start, line) = (0, origin.line + 1)
    while start < lines.count {
      let end = lines[start...].firstIndex(of: 0x0A) ?? lines.count
      if end - start > longestLine { throw tooLong(line) }
      (start, line) = (end + 1, line + 1)
    }
  }

  private func tooLong(_ line: Int) -> FileReadError {
    FileReadError(path: name, reason: .lineTooLong(line: line, limit: longestLine))
  }
}
