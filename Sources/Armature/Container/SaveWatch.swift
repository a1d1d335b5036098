import ArmatureModel
import Dispatch

/// Looks whether others have saved to a store: when they say so, and now and then in any case, since a notice may be
/// lost.
///
/// `@unchecked Sendable`: what is written is behind the lock, or belongs to the thread of the watch.
final class SaveWatch: @unchecked Sendable {
  private let store: any PersistentStore
  private let interval: Duration
  private let points: AsyncStream<PersistentHistoryToken>.Continuation
  private let lock = Lock()
  private var isOver = false
  /// What the watch waits for where nobody tells.
  private let end = DispatchSemaphore(value: 0)
  /// The point that was looked at last; `nil` before the first look.
  private var last: PersistentHistoryToken?
  /// Whether the store could not be asked for some time.
  private var wasLost = false
  /// Whether the store can be told, as far as is known.
  private var isToldOf = true

  /// How long the watch waits before it looks whether it is over.
  private static let slice: Duration = .milliseconds(50)

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
    DispatchQueue(label: "Armature.SaveWatch").async { self.run() }
  }

  /// Ends the watch, soon.
  func stop() {
    lock.withLock { isOver = true }
    end.signal()
  }

  private var isStopped: Bool { lock.withLock { isOver } }

  private func run() {
    var notices: (any StoreNotices)?
    while !isStopped {
      // Before the look, so that no save is behind it that nobody has heard of.
      if notices == nil, isToldOf { notices = listen() }
      look()
      do {
        try wait(notices)
      } catch {
        (notices, wasLost) = (nil, true)
      }
    }
  }

  private func listen() -> (any StoreNotices)? {
    do {
      let notices = try (store as? any NoticedStore)?.makeNotices()
      isToldOf = notices != nil
      return notices
    } catch {
      wasLost = true
      return nil
    }
  }

  /// Waits for a notice, for the next look, or for the end.
  private func wait(_ notices: (any StoreNotices)?) throws {
    guard let notices else {
      let (seconds, attoseconds) = interval.components
      let nanoseconds = min(seconds, 1_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
      _ = end.wait(timeout: .now() + .nanoseconds(Int(nanoseconds)))
      return
    }
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
      if haveOthersSaved || wasLost { points.yield(token) }
      (last, wasLost) = (token, false)
    } catch PersistentStoreError.modelDiffers {
      // Nobody can read it here any more, which whoever watches is told by his next fetch.
      points.finish()
    } catch {
      wasLost = true
    }
  }
}
