/// Reusable memory for one string at a time.
struct JSONScratch: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private var count = 0

  /// The appended bytes, valid until the next change.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafePointer(memory), count: count)
  }

  mutating func removeAll() { count = 0 }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    let room = room(for: bytes.count)
    room.update(from: source, count: bytes.count)
    count += bytes.count
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    let room = room(for: 4)
    var length = 0
    for byte in String(scalar).utf8 {
      room[length] = byte
      length += 1
    }
    count += length
  }

  deinit { memory?.deallocate() }

  /// Returns the place after the content, with room for a number of bytes.
  private mutating func room(for more: Int) -> UnsafeMutablePointer<UInt8> {
    if let memory, count + more <= capacity { return memory + count }
    let grown = max(256, capacity * 2, count + more)
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: grown)
    if let memory {
      new.update(from: memory, count: count)
      memory.deallocate()
    }
    memory = new
    capacity = grown
    return new + count
  }
}
