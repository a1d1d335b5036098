import ArmatureModel

/// A generator of keys that no other program gets: blocks of a sequence. Unused keys are skipped.
///
/// Scattered keys consist of bit 62, then 32 bits of the block number in reverse order, and then 30 bits for the keys
/// of the block. Consecutive blocks are therefore far apart, and no scattered block overlaps with a rising one.
///
/// `@unchecked Sendable`: the lock guards the rest of the last block.
final class PostgreSQLKeys: @unchecked Sendable {
  /// Requests blocks on a connection in exclusive use.
  private typealias Question = (PostgreSQLConnection) throws -> Range<Int64>?
  private let ask: (Question) throws -> Range<Int64>?
  private let server: String
  private let isScattered: Bool
  /// Whether the keys are used in other transactions than the one that reserves them.
  private let isShared: Bool
  private let lock = Lock()
  private var rest: Range<Int64> = 0..<0

  static let sequence = "_armature_keys"
  /// The number of keys for each number of the sequence.
  static let blockSize: Int64 = 1000

  private static let firstScattered: Int64 = 1 << 62
  private static let scatteredBits = 30

  init(_ pool: PostgreSQLPool, isScattered: Bool) {
    (server, self.isScattered, isShared) = (pool.connector.address.name, isScattered, true)
    ask = { question in
      let lease = try pool.take()
      defer { pool.giveBack(lease) }
      return try question(lease.connection)
    }
  }

  /// Creates a generator of rising keys on one connection.
  init(_ connection: PostgreSQLConnection) {
    (server, isScattered, isShared) = (connection.server, false, false)
    ask = { try $0(connection) }
  }

  /// Returns consecutive keys.
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

  /// Returns a key as the number of a transaction. No row has it.
  func one() throws -> Int64 { try take(1).lowerBound }

  /// Returns the version of rows changed by a transaction, which no row has had.
  static func version(of number: Int64) -> UInt32 { max(1, UInt32(truncatingIfNeeded: number)) }

  /// Returns a block far from the last one. It uses only the first keys of the block's range, so that the next keys are
  /// far away again.
  private func scattered(_ count: Int64) throws -> Range<Int64> {
    let number = try reserve(blocksFor: 1).lowerBound / Self.blockSize
    guard let place = UInt32(exactly: number), count <= 1 << Self.scatteredBits else {
      throw PostgreSQLStoreError.unusableDatabase(
        server: server,
        reason: "its sequence \(Self.sequence) has no more scattered keys",
        remedies: [.useConsecutiveKeys])
    }
    let first = Self.firstScattered | Int64(place.bitReversed) << Self.scatteredBits
    return first..<(first + max(count, Self.blockSize))
  }

  /// Returns consecutive blocks. This may take several tries if others take blocks in between.
  private func reserve(blocksFor keyCount: Int64) throws -> Range<Int64> {
    let count = (keyCount + Self.blockSize - 1) / Self.blockSize
    while true {
      let blocks = try ask { connection in
        if isShared {
          do {
            return try Self.blocks(count, connection, writing: true)
          } catch PostgreSQLStoreError.database(_, "42501", _, _) {
            // A user who may not write cannot save objects with the keys.
          }
        }
        return try Self.blocks(count, connection, writing: false)
      }
      if let blocks { return blocks }
    }
  }

  /// Writes something in the same transaction, so that the answer arrives only after the server and its standbys have the
  /// new state of the sequence. A transaction that only takes numbers may not wait, and if the server is lost, its
  /// successor could give the same numbers to another program.
  private static func write(_ connection: PostgreSQLConnection) throws {
    let (table, number) = (PostgreSQLState.transactions, -Int64.random(in: 1...Int64.max))
    try connection.send("INSERT INTO \"\(table)\" VALUES (\(number), FALSE)")
    try connection.send("DELETE FROM \"\(table)\" WHERE \"number\" = \(number)")
  }

  /// Returns consecutive blocks; `nil` if others have taken some in between.
  private static func blocks(
    _ count: Int64, _ connection: PostgreSQLConnection, writing isWriting: Bool
  ) throws -> Range<Int64>? {
    var starts: [Int64] = []
    try connection.send("SELECT nextval('\"\(sequence)\"') FROM generate_series(1, \(count))")
    connection.whenAnswered { starts = $0.integers(0) }
    if isWriting { try write(connection) }
    try connection.receiveFine()
    guard let first = starts.first, starts.count == count, first > 0,
      (starts.max() ?? 0) <= Int64.max - blockSize
    else {
      throw connection.unusable("its sequence \(sequence) gives no keys", .restoreBackup)
    }
    let isUnbroken = zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 == blockSize }
    return isUnbroken ? first..<(first + count * blockSize) : nil
  }
}

extension UInt32 {
  /// The bits in reverse order.
  fileprivate var bitReversed: UInt32 {
    (0..<32).reduce(0) { $0 | (self >> $1 & 1) << (31 - $1) }
  }
}
