/// A check of the log next to a store for damage. SQLite itself stops reading at the first damaged frame without an
/// error.
///
/// SQLite's "The WAL-mode File Format" describes the format. A log starts with a header of 32 bytes. Each frame
/// consists of a header of 24 bytes and a page. Checksums are cumulative: each continues the checksum before it. Frames
/// of an earlier log may follow. They were already copied into the database, and have other salts.
struct CoreDataLogCheck {
  /// A description of the damage, written so that it can end a sentence. It is `nil` if the log is intact.
  private(set) var damage: String?
  /// The number of pages at the end that belong to an unfinished save.
  private(set) var unfinishedCount = 0

  private static let headerSize = 32
  private static let frameHeaderSize = 24
  /// The maximum age of a frame from an earlier log, counted in logs. An older frame counts as damage.
  private static let oldest: UInt32 = 1 << 24

  init(_ bytes: UnsafeRawBufferPointer) {
    // All pages of an empty log are already in the database.
    if bytes.isEmpty { return }
    guard bytes.count >= Self.headerSize else {
      damage = "it has \(bytes.count) bytes, and its header alone has \(Self.headerSize)"
      return
    }
    let (magic, pageSize) = (Self.word(bytes, 0), Int(Self.word(bytes, 8)))
    guard magic & ~1 == 0x377F_0682, Self.word(bytes, 4) == 3_007_000,
      (512...65_536).contains(pageSize), pageSize.nonzeroBitCount == 1
    else {
      damage = "it does not begin like a log"
      return
    }
    var sum = Checksum(isBigEndian: magic & 1 == 1)
    sum.add(bytes, from: 0, to: 24)
    guard sum.isWritten(in: bytes, at: 24) else {
      damage = "the checksum of its header is wrong"
      return
    }
    checkFrames(bytes, pageSize, &sum)
  }

  private mutating func checkFrames(
    _ bytes: UnsafeRawBufferPointer, _ pageSize: Int, _ sum: inout Checksum
  ) {
    let size = Self.frameHeaderSize + pageSize
    let count = (bytes.count - Self.headerSize) / size
    func start(_ frame: Int) -> Int { Self.headerSize + frame * size }
    func salts(_ offset: Int) -> (count: UInt32, random: UInt32) {
      (Self.word(bytes, offset), Self.word(bytes, offset + 4))
    }
    let own = salts(16)
    func isCurrent(_ frame: Int) -> Bool { salts(start(frame) + 8) == own }
    // The first salt is incremented with each log.
    func isOlder(_ frame: Int) -> Bool {
      let salts = salts(start(frame) + 8)
      return (1...Self.oldest).contains(own.count &- salts.count) && salts.random != own.random
    }
    var frame = 0
    while frame < count, isCurrent(frame) {
      sum.add(bytes, from: start(frame), to: start(frame) + 8)
      sum.add(bytes, from: start(frame) + Self.frameHeaderSize, to: start(frame) + size)
      guard sum.isWritten(in: bytes, at: start(frame) + 16), Self.word(bytes, start(frame)) != 0
      else {
        damage = "page \(frame + 1) of \(count) in it has a wrong checksum"
        return
      }
      // Only the last frame of a save has a nonzero database size.
      let isLast = Self.word(bytes, start(frame) + 4) != 0
      unfinishedCount = isLast ? 0 : unfinishedCount + 1
      frame += 1
    }
    if let odd = (frame..<count).first(where: { !isOlder($0) }) {
      damage = "page \(odd + 1) of \(count) in it belongs neither to this log nor to an earlier one"
    } else if start(count) != bytes.count {
      damage = "it ends within page \(count + 1)"
    }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The cumulative checksum of SQLite's log header and frames.
  private struct Checksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// Adds bytes. Their number must be a multiple of 8.
    mutating func add(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) {
      var offset = start
      while offset < end {
        first &+= word(bytes, offset) &+ second
        second &+= word(bytes, offset + 4) &+ first
        offset += 8
      }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    func isWritten(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
      CoreDataLogCheck.word(bytes, offset) == first
        && CoreDataLogCheck.word(bytes, offset + 4) == second
    }
  }
}
