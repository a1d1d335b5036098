import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory of rows. A row either has its own memory or is part of a block.
///
/// The address shows which case it is: a row with its own memory is aligned to 16 bytes, as `malloc` guarantees. A row
/// in a block starts 8 bytes later, because the address of the block comes first. The memory is allocated by `malloc`
/// itself, because Swift's `allocate` takes 20 ns more.
enum RowMemory {
  /// The bytes before a row in a block.
  static let prefixBytes = 8

  /// Allocates memory for one row or for a block.
  static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = malloc(byteCount) else { programmerError("There is no memory left.") }
    precondition(UInt(bitPattern: memory) & 15 == 0, "Memory must be aligned to 16 bytes.")
    return memory
  }

  /// Frees the memory of a row.
  static func deallocate(_ base: UnsafeMutableRawPointer) {
    if UInt(bitPattern: base) & 15 == 0 { return free(base) }
    Block(start: (base - prefixBytes).load(as: UnsafeMutableRawPointer.self)).release(1)
  }
}

extension RowMemory {
  /// Memory for rows that are created one after the other. It is freed together with the last row.
  ///
  /// An atomic counter contains the number of remaining rows, because rows may be freed on any thread. The final number
  /// is not known at first, so the counter starts with a number that is too large. It is corrected when the block is
  /// full.
  struct Block {
    let start: UnsafeMutableRawPointer

    static let headerBytes = 16
    /// More rows than fit.
    static let mostRows = 1 << 20

    init(_ byteCount: Int) {
      start = RowMemory.allocate(byteCount)
      start.initializeMemory(as: Atomic<Int>.self, to: Atomic(Self.mostRows))
    }

    init(start: UnsafeMutableRawPointer) { self.start = start }

    /// Subtracts rows that are freed, or that will never exist.
    func release(_ count: Int) {
      let left = start.assumingMemoryBound(to: Atomic<Int>.self)
      if left.pointee.subtract(count, ordering: .acquiringAndReleasing).newValue == 0 {
        free(start)
      }
    }
  }
}
