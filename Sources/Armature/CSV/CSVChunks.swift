/// Reads a table in chunks, so that the memory does not grow with the file.
///
///     while let text = try chunks.next() {
///       … as many rows as are whole …
///       try chunks.keep(text, from: offset)
///     }
struct CSVChunks: ~Copyable {
  private let file: FileInput
  private let name: String
  private let chunkSize: Int
  private let longestRow: Int
  /// The beginning of an incomplete row.
  private var rest: [UInt8] = []
  private var origin = JSONText.Origin()
  private let encoding: CSVFormat.Encoding?
  /// The decoder of the bytes, once the first ones are known.
  private var decoder: CSVDecoder?
  /// True if the last portion is the end of the file.
  private(set) var isLast = false

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - chunkSize: The number of bytes to read at a time.
  ///   - longestRow: The maximum number of bytes of a row, 64 MiB, which limits the memory.
  init(
    path: String, encoding: CSVFormat.Encoding? = nil, chunkSize: Int = 1 << 20,
    longestRow: Int = 1 << 26
  ) throws(FileReadError) {
    file = try FileInput(path: path)
    name = path
    self.encoding = encoding
    self.chunkSize = max(chunkSize, 1)
    self.longestRow = longestRow
  }

  /// Returns the kept bytes and more after them; `nil` at the end.
  mutating func next() throws(FileReadError) -> JSONText? {
    if isLast { return nil }
    // Twice as much for a row longer than a portion.
    var buffer = ReadBuffer(capacity: rest.count + max(chunkSize, rest.count))
    rest.withUnsafeBufferPointer { buffer.append($0) }
    try buffer.fill(from: file)
    isLast = !buffer.isFull
    let start = rest.count
    rest = []
    var decoder = self.decoder ?? CSVDecoder(encoding, start: buffer.bytes)
    if !decoder.isIdentity {
      let decoded = decoder.decode(buffer.bytes[start...], isLast: isLast)
      var whole = ReadBuffer(capacity: start + decoded.count)
      whole.append(UnsafeBufferPointer(rebasing: buffer.bytes[..<start]))
      decoded.withUnsafeBufferPointer { whole.append($0) }
      buffer = whole
    }
    self.decoder = decoder
    let count = buffer.count
    return buffer.text(count, name: name, origin: origin)
  }

  /// Keeps the bytes from an offset on for the next portion.
  mutating func keep(_ text: JSONText, from offset: Int) throws(FileReadError) {
    if isLast { return }
    let start = offset - text.origin.offset
    if text.count - start > longestRow {
      throw FileReadError(
        path: name, reason: .lineTooLong(line: origin.line + 1, limit: longestRow))
    }
    rest = Array(text.bytes[start...])
    let done = UnsafeBufferPointer(rebasing: text.bytes[..<start])
    origin = JSONText.Origin(
      offset: offset, line: origin.line + LineCount.breaks(in: done))
  }
}
