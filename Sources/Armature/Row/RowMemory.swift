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
  /// What stands in front of a row, which is aligned to 8 bytes: so `malloc` takes no more memory for it.
  static let prefixBytes = 8

  /// Memory for one row.
  static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let memory = allocateBytes(prefixBytes + byteCount)
    memory.storeBytes(of: 0, as: UInt.self)
    return memory + prefixBytes
  }

  /// Frees the memory of a row.
  static func deallocate(_ base: UnsafeMutableRawPointer) {
    let memory = base - prefixBytes
    guard let block = UnsafeMutableRawPointer(bitPattern: memory.load(as: UInt.self)) else {
      return free(memory)
    }
    Block(start: block).release(1)
  }

  fileprivate static func allocateBytes(_ byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = malloc(byteCount) else { programmerError("There is no memory left.") }
    return memory
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
      start = RowMemory.allocateBytes(byteCount)
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
