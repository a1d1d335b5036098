/// A buffer in the server's binary format: big-endian numbers and values preceded by their length.
///
/// The memory grows, and is kept when the buffer is emptied, so that a repeated statement allocates nothing.
final class ByteBuffer {
  @exclusivity(unchecked) private(set) var start: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var capacity: Int

  init(capacity: Int = 256) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  func removeAll() { count = 0 }

  /// Removes the bytes after a position.
  func truncate(to count: Int) { self.count = count }

  private func reserve(_ more: Int) {
    if count + more <= capacity { return }
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }

  func append<Number: FixedWidthInteger>(_ number: Number) {
    let size = MemoryLayout<Number>.size
    reserve(size)
    UnsafeMutableRawPointer(start + count).storeBytes(of: number.bigEndian, as: Number.self)
    count += size
  }

  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).update(from: base, count: bytes.count)
    count += bytes.count
  }

  /// Appends a value preceded by its length, which is filled in afterwards.
  func appendField(_ body: () -> Void) {
    let place = count
    append(Int32(0))
    body()
    let length = Int32(clamping: count - place - 4)
    UnsafeMutableRawPointer(start + place).storeBytes(of: length.bigEndian, as: Int32.self)
  }

  /// Appends a number preceded by its length.
  func appendField<Number: FixedWidthInteger>(_ number: Number) {
    append(Int32(MemoryLayout<Number>.size))
    append(number)
  }

  /// Appends bytes preceded by their count.
  func appendField(_ bytes: UnsafeBufferPointer<UInt8>) {
    append(Int32(clamping: bytes.count))
    append(bytes)
  }

  /// Appends the length that represents null.
  func appendNull() { append(Int32(-1)) }

  /// Returns the number at a position.
  func number(at place: Int) -> Int32 {
    Int32(bigEndian: UnsafeRawPointer(start + place).loadUnaligned(as: Int32.self))
  }

  /// Returns the positions of consecutive values, each preceded by its length.
  func places(from start: Int, count: Int) -> [Int] {
    var place = start
    return (0..<count).map { _ in
      defer { place += 4 + Int(max(0, number(at: place))) }
      return place
    }
  }

  /// Returns the eight-byte number at a position.
  func integer(at place: Int) -> Int64 {
    Int64(bigEndian: UnsafeRawPointer(start + place).loadUnaligned(as: Int64.self))
  }
}
