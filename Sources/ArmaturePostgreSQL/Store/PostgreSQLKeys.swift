import ArmatureModel

/// Keys that no other program gets: blocks of a sequence, of which what is not used is lost.
///
/// Scattered keys have the bit 62, then 32 bits of the number of their block, in reverse, and then 30 bits for its keys: two
/// blocks in a row are far from each other, and no block is one of those in a row.
///
/// `@unchecked Sendable`: the rest of the last block is behind the lock.
final class PostgreSQLKeys: @unchecked Sendable {
  /// Asks for blocks on a connection that nobody else uses meanwhile.
  private typealias Question = (PostgreSQLConnection) throws -> Range<Int64>?
  private let ask: (Question) throws -> Range<Int64>?
  private let server: String
  private let isScattered: Bool
  private let lock = Lock()
  private var rest: Range<Int64> = 0..<0

  static let sequence = "_armature_keys"
  /// How many keys a number of the sequence stands for.
  static let blockSize: Int64 = 1000

  private static let firstScattered: Int64 = 1 << 62
  private static let scatteredBits = 30

  init(_ pool: PostgreSQLPool, isScattered: Bool) {
    (server, self.isScattered) = (pool.connector.address.name, isScattered)
    ask = { question in
      let lease = try pool.take()
      defer { pool.giveBack(lease) }
      return try question(lease.connection)
    }
  }

  /// Keys in a row that are asked for on one connection.
  init(_ connection: PostgreSQLConnection) {
    (server, isScattered) = (connection.server, false)
    ask = { try $0(connection) }
  }

  /// Keys in a row.
  ///
  /// - Throws: ``PostgreSQLStoreError``.
  func take(_ count: Int) throws -> Range<Int64> {
    let count = Int64(max(1, count))
    let own = lock.withLock { () -> Range<Int64>? in
      guard rest.count >= count else { return nil }
      defer { rest = (rest.lowerBound + count)..<rest.upperBound }
      return rest.lowerBound..<(rest.lowerBound + count)
    }
    if let own { return own }
    let block = try isScattered ? scattered(count) : reserve(blocksFor: count)
    let (first, end) = (block.lowerBound, block.lowerBound + count)
    lock.withLock {
      let left = end..<block.upperBound
      if left.count > rest.count { rest = left }
    }
    return first..<end
  }

  /// A key that is the number of a transaction, and that no row has.
  func one() throws -> Int64 { try take(1).lowerBound }

  /// The version of rows that the transaction of such a number changes: no row had it.
  static func version(of number: Int64) -> UInt32 { max(1, UInt32(truncatingIfNeeded: number)) }

  /// A block far from the last one, of which only so many keys are taken that the next ones are elsewhere again.
  private func scattered(_ count: Int64) throws -> Range<Int64> {
    let number = try reserve(blocksFor: 1).lowerBound / Self.blockSize
    guard let place = UInt32(exactly: number), count <= 1 << Self.scatteredBits else {
      throw PostgreSQLStoreError.unfitDatabase(
        server: server,
        reason: "its sequence \(Self.sequence) has no more scattered keys",
        remedy: "Take them in a row: PostgreSQLStore(url, keys: .rising).")
    }
    let first = Self.firstScattered | Int64(place.bitReversed) << Self.scatteredBits
    return first..<(first + max(count, Self.blockSize))
  }

  /// Blocks in a row; others may have taken some in between, so it may take several tries.
  private func reserve(blocksFor keyCount: Int64) throws -> Range<Int64> {
    let count = (keyCount + Self.blockSize - 1) / Self.blockSize
    while true {
      if let blocks = try ask({ try Self.blocks(count, $0) }) { return blocks }
    }
  }

  /// Blocks in a row; `nil` if others have taken some in between.
  private static func blocks(
    _ count: Int64, _ connection: PostgreSQLConnection
  ) throws -> Range<Int64>? {
    try connection.send(
      "SELECT nextval('\"\(sequence)\"') FROM generate_series(1, \(count))")
    let starts = try connection.receiveFine().last?.integers(0) ?? []
    guard let first = starts.first, starts.count == count, first > 0,
      (starts.max() ?? 0) <= Int64.max - blockSize
    else {
      throw connection.unfit("its sequence \(sequence) gives no keys", "Go back to a backup.")
    }
    let isUnbroken = zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 == blockSize }
    return isUnbroken ? first..<(first + count * blockSize) : nil
  }
}

extension UInt32 {
  /// The same bits from the other end.
  fileprivate var bitReversed: UInt32 {
    (0..<32).reduce(0) { $0 | (self >> $1 & 1) << (31 - $1) }
  }
}
