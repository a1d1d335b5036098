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
/// Memory of its own is aligned to 16 bytes, as all that `malloc` gives. A row of a block lies 8 bytes behind a multiple of
/// 16, which tells the two apart, and the address of its block stands in these 8 bytes. Memory comes from `malloc` itself:
/// what `allocate` calls for it takes 20 ns more.
enum RowMemory {
  /// What stands in front of a row of a block.
  static let prefixBytes = 8

  /// Memory for one row, or for a block.
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
  /// Memory for rows that are made one after the other, which is freed when the last of them is.
  ///
  /// Rows may be freed by any thread, so what is left is counted by an atomic number: at first of more rows than there is
  /// room for, and from the end on of those that were given.
  struct Block {
    let start: UnsafeMutableRawPointer

    static let headerBytes = 16
    /// More than there is room for.
    static let mostRows = 1 << 20

    init(_ byteCount: Int) {
      start = RowMemory.allocate(byteCount)
      start.initializeMemory(as: Atomic<Int>.self, to: Atomic(Self.mostRows))
    }

    init(start: UnsafeMutableRawPointer) { self.start = start }

    /// Counts rows that are freed, or that will never be.
    func release(_ count: Int) {
      let left = start.assumingMemoryBound(to: Atomic<Int>.self)
      if left.pointee.subtract(count, ordering: .acquiringAndReleasing).newValue == 0 {
        free(start)
      }
    }
  }
}
