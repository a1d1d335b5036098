/// Gives memory for rows that belong together: those of a fetch are made one after the other, and mostly freed together.
///
/// With memory for each row by itself, a fetch of a million from a file took a quarter more time, and one from memory twice
/// as much. The blocks grow, so that one row takes no more memory than it needs, and one that is kept of many keeps no more
/// than 16 KB.
struct RowSupply: ~Copyable {
  private var block: RowMemory.Block?
  private var place: UnsafeMutableRawPointer?
  private var left = 0
  /// How many rows of the block were given.
  private var count = 0
  private var blockBytes = 0

  private static let mostBlockBytes = 16 << 10

  /// Memory for the next row.
  mutating func next(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let rowBytes = (RowMemory.prefixBytes + byteCount + 15) & ~15
    if left < rowBytes {
      // The first row, and each that is as large as a block, is by itself.
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

  /// Ends the block: it goes with the last of its rows.
  private func end() { block?.release(RowMemory.Block.mostRows - count) }

  deinit { end() }
}
