import ArmatureModel
import Dispatch

/// Watches a store for saves by other processes. The watch uses notices and polling, because a notice may be lost.
///
/// `@unchecked Sendable`: mutable state is behind the lock, or belongs to the timer's queue.
final class SaveWatch: @unchecked Sendable {
  private let store: any PersistentStore
  private let interval: Duration
  private let points: AsyncStream<PersistentHistoryToken>.Continuation
  private let lock = Lock()
  private var isOver = false
  /// Starts the next poll of a store without notices, so that no thread blocks for it: threads are limited.
  private let timer = DispatchSource.makeTimerSource(
    queue: DispatchQueue(label: "Armature.SaveWatch"))
  private var notices: (any StoreNotices)?
  /// The position at the last poll; `nil` before the first.
  private var last: PersistentHistoryToken?
  /// True if the store was unreachable for some time.
  private var wasLost = false
  /// False if the store is known to send no notices.
  private var isToldOf = true

  /// The longest wait before the watch checks whether it is over.
  private static let slice: Duration = .milliseconds(50)
  /// The longest time before a failed attempt to listen is repeated.
  private static let timeBetweenTries: Duration = .seconds(1)

  /// - Parameter points: Receives the position of the store when others have saved.
  init(
    _ store: any PersistentStore, every interval: Duration,
    _ points: AsyncStream<PersistentHistoryToken>.Continuation
  ) {
    (self.store, self.interval, self.points) = (store, max(interval, .milliseconds(1)), points)
    do { last = try store.reader().token() } catch { wasLost = true }
  }

  /// Watches until the end, on a thread that may block.
  func start() {
    timer.setEventHandler { self.run() }
    timer.schedule(deadline: .now())
    timer.activate()
  }

  /// Ends the watch soon.
  func stop() {
    lock.withLock { isOver = true }
    timer.cancel()
  }

  private var isStopped: Bool { lock.withLock { isOver } }

  /// Polls once, and again after each notice. Without notices, schedules the next poll.
  private func run() {
    // Listening starts before the poll, so that no save in between is missed.
    let pause = listen()
    while !isStopped {
      look()
      guard let notices else { return schedule(in: pause) }
      do {
        try wait(notices)
      } catch {
        (self.notices, wasLost) = (nil, true)
        return schedule(in: min(interval, Self.slice))
      }
    }
    notices = nil
  }

  /// Starts to listen, if the store sends notices.
  ///
  /// - Returns: The time until the next poll without notices.
  private func listen() -> Duration {
    if !isToldOf { return interval }
    do {
      notices = try (store as? any NotifyingStore)?.makeNotices()
      isToldOf = notices != nil
      return interval
    } catch {
      return min(interval, Self.timeBetweenTries)
    }
  }

  private func schedule(in time: Duration) {
    timer.schedule(deadline: .now() + min(time, .seconds(1_000_000_000)) / .seconds(1))
  }

  /// Waits for a notice, the next poll, or the end.
  private func wait(_ notices: any StoreNotices) throws {
    let deadline = ContinuousClock.now + interval
    while !isStopped {
      let left = deadline - .now
      if try left <= .zero || notices.wait(min(left, Self.slice)) { return }
    }
  }

  /// Reports that another process has saved since the last poll, or may have saved while the store was unreachable.
  private func look() {
    do {
      let reader = try store.reader()
      guard let token = try reader.token() else { return }
      let haveOthersSaved =
        try last.map { try token != $0 && reader.remoteChanges(since: $0) != .none } ?? false
      if haveOthersSaved || wasLost { points.yield(try reader.historyToken() ?? token) }
      (last, wasLost) = (token, false)
    } catch PersistentStoreError.modelDiffers {
      // The rows have another model now. The reader's next fetch throws that error.
      points.finish()
    } catch {
      wasLost = true
    }
  }
}
