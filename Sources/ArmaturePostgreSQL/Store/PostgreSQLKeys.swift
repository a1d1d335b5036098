import ArmatureModel

/// Keys that no other program gets: blocks of a sequence, of which what is not used is lost.
///
/// `@unchecked Sendable`: the rest of the last block is behind the lock.
final class PostgreSQLKeys: @unchecked Sendable {
  private let pool: PostgreSQLPool
  private let lock = Lock()
  private var rest: Range<Int64> = 0..<0

  static let sequence = "_armature_keys"
  /// How many keys a number of the sequence stands for.
  static let blockSize: Int64 = 1000

  init(_ pool: PostgreSQLPool) { self.pool = pool }

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
    let block = try reserve((count + Self.blockSize - 1) / Self.blockSize)
    let (first, end) = (block.lowerBound, block.lowerBound + count)
    lock.withLock {
      let left = end..<block.upperBound
      if left.count > rest.count { rest = left }
    }
    return first..<end
  }

  /// A key that is the number of a transaction, and that no row has.
  func one() throws -> Int64 { try take(1).lowerBound }

  /// Blocks in a row; others may have taken some in between, so it may take several tries.
  private func reserve(_ count: Int64) throws -> Range<Int64> {
    while true {
      let lease = try pool.take()
      defer { pool.giveBack(lease) }
      try lease.connection.send(
        "SELECT nextval('\"\(Self.sequence)\"') FROM generate_series(1, \(count))")
      let starts = try lease.connection.receiveFine().last?.integers(0) ?? []
      guard let first = starts.first, starts.count == count, first > 0 else {
        throw lease.connection.unfit(
          "its sequence \(Self.sequence) gives no keys", "Go back to a backup.")
      }
      let isUnbroken = zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 == Self.blockSize }
      if isUnbroken { return first..<(first + count * Self.blockSize) }
    }
  }
}
