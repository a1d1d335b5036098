import Foundation
import TestSupport
import Testing

@testable import Armature

/// Memory of rows, from blocks and separate.
@Suite struct RowMemoryTests {
  /// The memory of a row, filled with one byte.
  private struct Filled: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let byteCount: Int
    let byte: UInt8

    init(_ base: UnsafeMutableRawPointer, _ byteCount: Int, _ byte: UInt8) {
      (self.base, self.byteCount, self.byte) = (base, byteCount, byte)
      base.initializeMemory(as: UInt8.self, repeating: byte, count: byteCount)
    }

    var isWhole: Bool {
      UnsafeRawBufferPointer(start: base, count: byteCount).allSatisfy { $0 == byte }
    }
  }

  private func rows(_ random: inout SplitMix64) -> [Filled] {
    // The supply is released before the first of its rows.
    var allocator = RowAllocator()
    return (0..<600).map { number in
      let byteCount =
        random.oneIn(20) ? random.below(20_000) + 1 : [40, 48, 56, 200][number / 50 % 4]
      let base =
        random.oneIn(10) ? RowMemory.allocate(byteCount) : allocator.next(byteCount)
      return Filled(base, byteCount, UInt8(truncatingIfNeeded: number))
    }
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func `rows of all sizes keep what they have until any thread frees them, in any order`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let rows = rows(&random).shuffled(using: &random)
    #expect(rows.allSatisfy { Int(bitPattern: $0.base).isMultiple(of: 8) })
    DispatchQueue.concurrentPerform(iterations: 4) { part in
      for row in rows[(150 * part)..<(150 * part + 150)] {
        #expect(row.isWhole)
        // Other rows would show a write to memory that was freed too early.
        row.base.initializeMemory(as: UInt8.self, repeating: row.byte, count: row.byteCount)
        RowMemory.deallocate(row.base)
      }
    }
  }
}
