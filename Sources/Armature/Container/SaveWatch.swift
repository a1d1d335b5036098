import ArmatureModel
import Dispatch

/// Looks whether others have saved to a store: when they say so, and now and then in any case, since a notice may be
/// lost.
///
/// `@unchecked Sendable`: what is written is behind the lock, or belongs to the queue of the timer.
final class SaveWatch: @unchecked Sendable {
  private let store: any PersistentStore
  private let interval: Duration
  private let points: AsyncStream<PersistentHistoryToken>.Continuation
  private let lock = Lock()
  private var isOver = false
  /// Begins the next look where nobody tells, so that no thread waits for it: a program has only so many.
  private let timer = DispatchSource.makeTimerSource(
    queue: DispatchQueue(label: "Armature.SaveWatch"))
  private var notices: (any StoreNotices)?
  /// The point that was looked at last; `nil` before the first look.
  private var last: PersistentHistoryToken?
  /// Whether the store could not be asked for some time.
  private var wasLost = false
  /// Whether the store can be told, as far as is known.
  private var isToldOf = true

  /// How long the watch waits before it looks whether it is over.
  private static let slice: Duration = .milliseconds(50)
  /// After so long at most, somebody who could not listen tries again.
  private static let timeBetweenTries: Duration = .seconds(1)

  /// - Parameter points: Gets the points that the store is at when others have saved.
  init(
    _ store: any PersistentStore, every interval: Duration,
    _ points: AsyncStream<PersistentHistoryToken>.Continuation
  ) {
    (self.store, self.interval, self.points) = (store, max(interval, .milliseconds(1)), points)
    do { last = try store.reader().token() } catch { wasLost = true }
  }

  /// Watches until the end, on a thread that may wait.
  func start() {
    timer.setEventHandler { self.run() }
    timer.schedule(deadline: .now())
    timer.activate()
  }

  /// Ends the watch, soon.
  func stop() {
    lock.withLock { isOver = true }
    timer.cancel()
  }

  private var isStopped: Bool { lock.withLock { isOver } }

  /// Looks once, and again whenever somebody tells; begins anew later where nobody can.
  private func run() {
    // Before the look, so that no save is behind it that nobody has heard of.
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

  /// Listens, if the store can be told.
  ///
  /// - Returns: How long to wait for the next look if nobody tells.
  private func listen() -> Duration {
    if !isToldOf { return interval }
    do {
      notices = try (store as? any NoticedStore)?.makeNotices()
      isToldOf = notices != nil
      return interval
    } catch {
      return min(interval, Self.timeBetweenTries)
    }
  }

  private func schedule(in time: Duration) {
    timer.schedule(deadline: .now() + min(time, .seconds(1_000_000_000)) / .seconds(1))
  }

  /// Waits for a notice, for the next look, or for the end.
  private func wait(_ notices: any StoreNotices) throws {
    let deadline = ContinuousClock.now + interval
    while !isStopped {
      let left = deadline - .now
      if try left <= .zero || notices.wait(min(left, Self.slice)) { return }
    }
  }

  /// Tells what others have saved since the last look; after a time in which nobody could look, that they may have.
  private func look() {
    do {
      let reader = try store.reader()
      guard let token = try reader.token() else { return }
      let haveOthersSaved =
        try last.map { try token != $0 && reader.changesOfOthers(since: $0) != .none } ?? false
      if haveOthersSaved || wasLost { points.yield(try reader.historyToken() ?? token) }
      (last, wasLost) = (token, false)
    } catch PersistentStoreError.modelDiffers {
      // Nobody can read it here any more, which whoever watches is told by his next fetch.
      points.finish()
    } catch {
      wasLost = true
    }
  }
}
