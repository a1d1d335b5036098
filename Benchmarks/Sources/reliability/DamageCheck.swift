import Armature
import Foundation

/// Damages store files: each must be rejected with an error or opened, and reading it must not crash.
struct DamageCheck {
  let kind: StoreKind
  private let bytes: Data

  init(_ kind: StoreKind) throws {
    self.kind = kind
    let folder = try ScratchFolder()
    do {
      let ledger = try Ledger(kind.open(folder.path).context)
      for _ in 0..<40 {
        try ledger.takeStep()
        try ledger.context.save()
      }
    }
    bytes = try Data(contentsOf: URL(filePath: folder.path))
  }

  func run(_ count: Int, seed: UInt64) throws -> String {
    var random = SplitMix64(seed: seed)
    var refused = 0
    for _ in 0..<count {
      let folder = try ScratchFolder()
      try damaged(&random).write(to: URL(filePath: folder.path))
      do {
        let ledger = try Ledger(kind.open(folder.path).context)
        _ = try ledger.text()
        try ledger.takeStep()
        try ledger.context.save()
      } catch {
        refused += 1
      }
    }
    return "\(count) damaged files, \(refused) refused, the others opened"
  }

  /// Returns the file with a part removed, bits flipped, or a piece overwritten by zeros or another piece.
  private func damaged(_ random: inout SplitMix64) -> Data {
    var copy = bytes
    let start = random.below(copy.count)
    let length = min(copy.count - start, 1 + random.below(random.oneIn(2) ? 8 : 4_096))
    switch random.below(4) {
    case 0: copy.removeLast(length)
    case 1:
      for _ in 0...random.below(20) {
        copy[random.below(copy.count)] ^= 1 << UInt8(random.below(8))
      }
    case 2: copy.resetBytes(in: start..<start + length)
    default:
      let other = random.below(copy.count - length + 1)
      copy.replaceSubrange(start..<start + length, with: bytes[other..<other + length])
    }
    return copy
  }
}
