#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The bytes of a JSON text, with the name of its file and its position in the file.
///
/// Invariant: at least ``padding`` zero bytes follow the content. A scanner can therefore read a few bytes from any
/// place without checking for the end, and every search stops at the first zero.
// `@unchecked Sendable`: `start` is the only reference to the memory, which is only written before the object exists,
// and freed in `deinit`.
package final class JSONText: @unchecked Sendable {
  /// The path or another name of the text, for messages.
  package let name: String
  /// The number of bytes, including a byte order mark.
  package let count: Int
  /// The position of the first byte, for a text that is a part of a file.
  package let origin: Origin
  /// The bytes, followed by the zeros.
  let start: UnsafePointer<UInt8>

  /// The number of zero bytes after the content.
  static let padding = 16

  /// The position of a text in its file, always the start of a line.
  package struct Origin: Hashable, Sendable {
    /// The number of bytes before the text.
    package let offset: Int
    /// The number of lines before the text.
    package let line: Int

    package init(offset: Int = 0, line: Int = 0) {
      self.offset = offset
      self.line = line
    }
  }

  /// Takes ownership of memory with zeros after its content, as the invariant requires.
  init(
    owning memory: UnsafeMutablePointer<UInt8>, count: Int, name: String, origin: Origin = Origin()
  ) {
    assert((0..<Self.padding).allSatisfy { memory[count + $0] == 0 })
    self.name = name
    self.count = count
    self.origin = origin
    start = UnsafePointer(memory)
  }

  deinit { start.deallocate() }

  /// Copies bytes.
  package convenience init(_ bytes: [UInt8], name: String = "JSON") {
    self.init(owning: bytes.withUnsafeBytes(Self.copy), count: bytes.count, name: name)
  }

  /// Copies the UTF-8 bytes of a string.
  package convenience init(_ string: String, name: String = "JSON") {
    var string = string
    let memory = string.withUTF8 { Self.copy(UnsafeRawBufferPointer($0)) }
    self.init(owning: memory, count: string.utf8.count, name: name)
  }

  /// Copies data.
  package convenience init(_ data: Data, name: String = "JSON") {
    self.init(owning: data.withUnsafeBytes(Self.copy), count: data.count, name: name)
  }

  /// Calls a closure with the bytes without the zeros; the pointer is only valid inside the closure.
  package func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(self) { () throws(Failure) -> Result in try body(bytes) }
  }

  /// The bytes without the zeros, for functions that receive the text as an argument.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// Returns the text of a range of byte offsets in the file, clamped to this text; for messages.
  package func string(in range: Range<Int>) -> String {
    let lower = min(max(range.lowerBound - origin.offset, 0), count)
    let upper = min(max(range.upperBound - origin.offset, lower), count)
    return String(decoding: bytes[lower..<upper], as: UTF8.self)
  }

  /// Returns a copy of the text before a byte offset in the file.
  func prefix(upTo offset: Int) -> JSONText {
    let count = offset - origin.offset
    if count == self.count { return self }
    let memory = Self.copy(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count]))
    return JSONText(owning: memory, count: count, name: name, origin: origin)
  }

  /// The offset of the first character in ``bytes``: 3 after a byte order mark, or else 0.
  var contentOffset: Int {
    let isMarked = count >= 3 && start[0] == 0xEF && start[1] == 0xBB && start[2] == 0xBF
    return isMarked && origin.offset == 0 ? 3 : 0
  }

  /// The encoding indicated by the first bytes, if it is not UTF-8.
  var otherEncoding: String? {
    let bytes = bytes
    guard bytes.count >= 2 else { return nil }
    let isWide = bytes.count >= 4 && bytes[2] == 0 && bytes[3] == 0
    return switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): isWide ? "UTF-32" : "UTF-16"
    case (0xFE, 0xFF): "UTF-16"
    default: nil
    }
  }

  /// Returns uninitialized memory for a content, followed by zeros.
  static func memory(for count: Int) -> UnsafeMutablePointer<UInt8> {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + padding)
    (memory + count).initialize(repeating: 0, count: padding)
    return memory
  }

  private static func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutablePointer<UInt8> {
    let memory = memory(for: bytes.count)
    if let source = bytes.baseAddress, bytes.count > 0 {
      UnsafeMutableRawPointer(memory).copyMemory(from: source, byteCount: bytes.count)
    }
    return memory
  }
}

extension JSONText {
  /// Reads a file, a pipe, or a device such as `/dev/stdin` to its end.
  ///
  /// - Parameters:
  ///   - name: The name for messages. The default is the path.
  ///   - sizeLimit: The maximum number of bytes of the file.
  ///   - isDocument: True if the file contains a single JSON value. Such a file never starts with a NUL byte. If it
  ///     does, reading stops at once, because the file may be `/dev/zero`, which has no end.
  package static func file(
    _ path: String, name: String? = nil, sizeLimit: Int = 1 << 31, isDocument: Bool = true
  ) throws(FileReadError) -> JSONText {
    let name = name ?? path
    return try file(
      FileInput(path: path, name: name), name: name, sizeLimit: sizeLimit, isDocument: isDocument)
  }

  /// Reads an open file to its end; the parameters are as above.
  static func file(
    _ file: borrowing FileInput, name: String, sizeLimit: Int = 1 << 31, isDocument: Bool = true
  ) throws(FileReadError) -> JSONText {
    let limit = min(max(sizeLimit, 0), 1 << 62)
    // One byte more than expected, so that one call finds the end.
    var buffer = ReadBuffer(capacity: min(max(file.size, 1 << 16), limit) + 1)
    if file.size <= limit { try buffer.fill(from: file) }
    while buffer.isFull, buffer.count <= limit, !isDocument || buffer.bytes[0] != 0 {
      buffer.double(upTo: limit + 1)
      try buffer.fill(from: file)
    }
    if max(buffer.count, file.size) > limit {
      throw FileReadError(path: name, reason: .tooLarge(limit: limit))
    }
    let count = buffer.count
    return buffer.text(count, name: name, origin: Origin())
  }
}

extension JSONText {
  /// Returns the place of the value at the end of a path of keys, or of the nearest enclosing value.
  ///
  /// The index of an element may follow a key in brackets, as in `lines[2]`.
  ///
  /// The object at the start of the path must have been read before. If a key occurs twice, the first one counts.
  func place(
    of keys: [String], from start: Int, depthLimit: Int = JSONCursor.defaultDepthLimit
  ) -> (offset: Int, isExact: Bool) {
    var offset = start
    for key in keys {
      // A text that was read before has no syntax error.
      guard let next = try? place(ofPart: key, from: offset, depthLimit: depthLimit) else {
        return (offset, false)
      }
      offset = next
    }
    return (offset, true)
  }

  /// Returns the place of a member, or of an element inside of it; `nil` if it is missing.
  private func place(
    ofPart key: String, from offset: Int, depthLimit: Int
  ) throws(JSONSyntaxError) -> Int? {
    var cursor = JSONCursor(self, at: offset, depthLimit: depthLimit)
    // A key may itself end like an index.
    if try cursor.enter(key) { return cursor.offset }
    let part = PathElement(key)
    if part.indices.isEmpty { return nil }
    cursor = JSONCursor(self, at: offset, depthLimit: depthLimit)
    if !part.name.isEmpty {
      guard try cursor.enter(part.name) else { return nil }
    }
    for index in part.indices {
      guard try cursor.enter(elementAt: index) else { return nil }
    }
    return cursor.offset
  }
}

extension JSONCursor {
  /// Enters an array and moves to an element; returns false if it is missing.
  fileprivate mutating func enter(elementAt index: Int) throws(JSONSyntaxError) -> Bool {
    guard try peek() == .array else { return false }
    var isMore = try enterArray()
    for _ in 0..<index where isMore {
      try skipValue()
      isMore = try nextElement()
    }
    if isMore { _ = try peek() }
    return isMore
  }

  /// Enters an object and moves to the value of a key; returns false if the key is missing.
  mutating func enter(_ key: String) throws(JSONSyntaxError) -> Bool {
    guard try peek() == .object else { return false }
    var isMore = try enterObject()
    while isMore {
      let isFound = try self.key().bytes.elementsEqual(key.utf8)
      _ = try peek()
      if isFound { return true }
      try skipValue()
      isMore = try nextMember()
    }
    return false
  }
}
