import Foundation
import Testing

@testable import Armature

@Suite struct UUIDSourceTests {
  private func made(_ count: Int) -> [UUID] {
    let source = UUIDSource()
    return (0..<count).map { _ in source.next() }
  }

  @Test func `every identifier is a random one of version 4`() {
    for id in made(1_000) {
      #expect(id.uuid.6 >> 4 == 4, "version: \(id)")
      #expect(id.uuid.8 >> 6 == 0b10, "variant: \(id)")
    }
  }

  @Test func `no two are alike, within a source or between sources`() {
    let ids = (0..<20).flatMap { _ in made(1_000) }
    #expect(Set(ids).count == 20_000)
  }

  @Test func `every bit but those of version and variant is one in half of them`() {
    let count = 4_096
    var ones = [Int](repeating: 0, count: 128)
    for id in made(count) {
      let bytes = withUnsafeBytes(of: id.uuid) { Array($0) }
      for bit in 0..<128 where bytes[bit / 8] >> (7 - bit % 8) & 1 == 1 { ones[bit] += 1 }
    }
    let fixed: Set<Int> = [48, 49, 50, 51, 64, 65]
    for bit in 0..<128 where !fixed.contains(bit) {
      // Eight standard deviations of 32: a fair bit fails once in 10^15 runs.
      #expect(abs(ones[bit] - count / 2) < 256, "bit \(bit)")
    }
  }
}
