/// The keys of one kind of record as the bytes that JSON has for them, ready to compare and copy.
///
/// Each key stands in memory as `"title": `, escaped, with at least 8 bytes behind it that can be
/// read.
// Sendable without a check by the compiler: the memory is written in `init` alone, and freed in
// `deinit`.
package final class JSONKeyTable: @unchecked Sendable {
  /// The keys in the order given, valid while the table is: behind a pointer that never changes,
  /// which spares the retains of an array.
  let keys: UnsafeMutableBufferPointer<JSONKey>
  private let memory: UnsafeMutablePointer<UInt8>

  package init(_ names: [String]) {
    var output = JSONOutput()
    var ends: [Int] = []
    for name in names {
      output.string(name)
      output.raw(": ")
      ends.append(output.count)
    }
    let count = output.count
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + JSONText.padding)
    memory.initialize(repeating: 0, count: count + JSONText.padding)
    output.withBytes { bytes in
      if let source = bytes.baseAddress { memory.update(from: source, count: count) }
    }
    var start = 0
    keys = .allocate(capacity: ends.count)
    for (index, end) in ends.enumerated() {
      keys[index] = JSONKey(start: UnsafePointer(memory + start), count: end - start - 1)
      start = end
    }
    self.memory = memory
  }

  deinit {
    keys.deallocate()
    memory.deallocate()
  }

  /// The number of keys.
  package var count: Int { keys.count }

  /// A key, valid while the table is.
  package subscript(index: Int) -> JSONKey { keys[index] }
}
