/// Allocates the memory for the rows of a fetch. These rows are created one after the other, and most of them are freed
/// together.
///
/// The rows share blocks of memory. If each row had its own memory, a fetch of a million rows would take a quarter more
/// time from a file, and twice as much time from memory. The first blocks are small, so that a single row takes no more
/// memory than it needs. A row that is kept longer than the others keeps at most 16 KB alive.
struct RowAllocator: ~Copyable {
  private var block: RowMemory.Block?
  private var place: UnsafeMutableRawPointer?
  private var left = 0
  /// The number of rows taken from the block.
  private var count = 0
  private var blockBytes = 0

  private static let mostBlockBytes = 16 << 10

  /// Returns memory for the next row.
  mutating func next(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let rowBytes = (RowMemory.prefixBytes + byteCount + 15) & ~15
    if left < rowBytes {
      // The first row, and each row as large as a block, has individual memory.
      let nextBytes = min(Self.mostBlockBytes, max(2 * blockBytes, 4 * rowBytes))
      if blockBytes == 0 || 4 * rowBytes > nextBytes {
        blockBytes = max(blockBytes, rowBytes)
        return RowMemory.allocate(byteCount)
      }
      end()
      beginBlock(nextBytes)
    }
    guard let block, let place else { return RowMemory.allocate(byteCount) }
    place.storeBytes(of: block.start, as: UnsafeMutableRawPointer.self)
    self.place = place + rowBytes
    left -= rowBytes
    count += 1
    return place + RowMemory.prefixBytes
  }

  private mutating func beginBlock(_ byteCount: Int) {
    let block = RowMemory.Block(byteCount)
    self.block = block
    place = block.start + RowMemory.Block.headerBytes
    (left, count, blockBytes) = (byteCount - RowMemory.Block.headerBytes, 0, byteCount)
  }

  /// Ends the block, which is freed with the last of its rows.
  private func end() { block?.release(RowMemory.Block.mostRows - count) }

  deinit { end() }
}
