import ArmatureModel

/// Passes on the progress of a migration if its percentage has changed, or if a second has passed.
///
/// A long statement reports its progress often, so that the closure can stop it. Most of these reports are the same.
///
/// `@unchecked Sendable`: the lock protects the last report.
final class ProgressFilter: @unchecked Sendable {
  private let progress: @Sendable (MigrationProgress) throws -> Void
  private let lock = Lock()
  private var last: (percentage: Int, version: String, time: ContinuousClock.Instant)?

  init(_ progress: @escaping @Sendable (MigrationProgress) throws -> Void) {
    self.progress = progress
  }

  func pass(_ report: MigrationProgress) throws {
    let isNew = lock.withLock {
      let now = ContinuousClock.now
      if let last, last.percentage == report.percentage, last.version == report.version,
        now - last.time < .seconds(1)
      {
        return false
      }
      last = (report.percentage, report.version, now)
      return true
    }
    if isNew { try progress(report) }
  }
}
