/// Memory that is filled from a file and becomes a ``JSONText`` without a copy.
struct ReadBuffer: ~Copyable {
  /// The number of bytes read.
  private(set) var count = 0
  private var memory: UnsafeMutablePointer<UInt8>
  /// The number of bytes that fit, without the padding of a text.
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    memory = .allocate(capacity: self.capacity + JSONText.padding)
  }

  deinit { memory.deallocate() }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

  var isFull: Bool { count == capacity }

  /// Reads until the buffer is full or the file ends.
  mutating func fill(from file: borrowing FileInput) throws(FileReadError) {
    count += try file.read(into: memory + count, count: capacity - count)
  }

  /// Doubles the capacity, up to a limit that it must not have reached yet.
  mutating func double(upTo limit: Int) {
    precondition(capacity < limit)
    var larger = ReadBuffer(capacity: capacity > limit / 2 ? limit : capacity * 2)
    larger.append(bytes)
    self = larger
  }

  /// Copies bytes to the end; they must fit.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    precondition(bytes.count <= capacity - count)
    guard let source = bytes.baseAddress else { return }
    (memory + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  /// Turns the memory into a text of the first `length` bytes.
  consuming func text(_ length: Int, name: String, origin: JSONText.Origin) -> JSONText {
    (memory + length).update(repeating: 0, count: JSONText.padding)
    let text = JSONText(owning: memory, count: length, name: name, origin: origin)
    // The text owns the memory now: no deinit here.
    discard self
    return text
  }
}
