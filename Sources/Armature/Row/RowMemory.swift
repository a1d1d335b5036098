import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory that rows are in: of their own, or a part of a block.
///
/// In front of each row stands the address of its block, or 0. Memory comes from `malloc` itself: what `allocate` calls
/// for it takes 20 ns more.
enum RowMemory {
  /// What stands in front of a row; rows are aligned to 16 bytes.
  fileprivate static let prefixBytes = 16

  /// Memory for one row.
  static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let memory = allocateBytes(prefixBytes + byteCount)
    memory.storeBytes(of: 0, as: UInt.self)
    return memory + prefixBytes
  }

  /// Frees the memory of a row.
  static func free(_ base: UnsafeMutableRawPointer) {
    let memory = base - prefixBytes
    guard let block = UnsafeMutableRawPointer(bitPattern: memory.load(as: UInt.self)) else {
      return deallocate(memory)
    }
    RowBlock(start: block).release(1)
  }

  fileprivate static func allocateBytes(_ byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = malloc(byteCount) else { programmerError("There is no memory left.") }
    return memory
  }
}

/// Frees what `malloc` has given, which a function called `free` hides elsewhere in this file.
private func deallocate(_ memory: UnsafeMutableRawPointer) { free(memory) }

/// Memory for rows that are made one after the other, which is freed when the last of them is.
///
/// Rows may be freed by any thread, so what is left is counted by an atomic number: at first of more rows than there is
/// room for, and from the end on of those that were given.
private struct RowBlock {
  let start: UnsafeMutableRawPointer

  static let headerBytes = 16
  /// More than there is room for.
  static let mostRows = 1 << 32

  init(_ byteCount: Int) {
    start = RowMemory.allocateBytes(byteCount)
    start.initializeMemory(as: Atomic<Int>.self, to: Atomic(Self.mostRows))
  }

  init(start: UnsafeMutableRawPointer) { self.start = start }

  /// Counts rows that are freed, or that will never be.
  func release(_ count: Int) {
    let left = start.assumingMemoryBound(to: Atomic<Int>.self)
    if left.pointee.subtract(count, ordering: .acquiringAndReleasing).newValue == 0 {
      deallocate(start)
    }
  }
}

/// Gives memory for rows that belong together: those of a fetch are made one after the other, and mostly freed together.
///
/// A tenth of the time of a fetch of a million went into the memory of each row by itself. The blocks grow, so that one row
/// takes no more memory than it needs, and one that is kept of many keeps no more than 16 KB.
struct RowSupply: ~Copyable {
  private var block: RowBlock?
  private var place: UnsafeMutableRawPointer?
  private var left = 0
  /// How many rows of the block were given.
  private var count = 0
  private var blockBytes = 0

  private static let mostBlockBytes = 16 << 10

  /// Memory for the next row.
  mutating func next(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let rowBytes = RowMemory.prefixBytes + (byteCount + 15) & ~15
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
    place.storeBytes(of: UInt(bitPattern: block.start), as: UInt.self)
    self.place = place + rowBytes
    left -= rowBytes
    count += 1
    return place + RowMemory.prefixBytes
  }

  private mutating func beginBlock(_ byteCount: Int) {
    let block = RowBlock(byteCount)
    self.block = block
    place = block.start + RowBlock.headerBytes
    (left, count, blockBytes) = (byteCount - RowBlock.headerBytes, 0, byteCount)
  }

  /// Ends the block: it goes with the last of its rows.
  private func end() { block?.release(RowBlock.mostRows - count) }

  deinit { end() }
}
