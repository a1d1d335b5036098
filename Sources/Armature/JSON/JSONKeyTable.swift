/// The keys of one kind of record in JSON form, ready to compare and copy.
///
/// Each key is stored as `"title": `, escaped, and followed by at least 8 readable bytes.
// `@unchecked Sendable`: the memory is only written in `init`, and freed in `deinit`.
package final class JSONKeyTable: @unchecked Sendable {
  /// The keys in the given order, valid as long as the table: behind a pointer that never changes, which saves the
  /// retains of an array.
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

  /// A key, valid as long as the table.
  package subscript(index: Int) -> JSONKey { keys[index] }
}
