import Armature
import Foundation

/// The expected state after each step, from an in-memory store.
final class LedgerReference {
  private let ledger: Ledger
  private var texts: [String]

  init() throws {
    let container = try PersistentContainer(model: Ledger.model(), store: InMemoryStore())
    ledger = try Ledger(container.makeContext())
    texts = [try ledger.text()]
  }

  /// Returns the state after a number of steps.
  func text(after steps: Int) throws -> String {
    while texts.count <= steps {
      try ledger.takeStep()
      try ledger.context.save()
      texts.append(try ledger.text())
    }
    return texts[steps]
  }

  /// Reopens a store and returns the number of its completed steps.
  ///
  /// - Throws: ``Failure`` if its contents are not the state after these steps.
  func steps(in path: String, _ kind: StoreKind) throws -> Int {
    let ledger = try Ledger(kind.open(path).context)
    let steps = try ledger.steps
    let (found, expected) = (try ledger.text(), try text(after: steps))
    if found != expected {
      throw Failure("after \(steps) steps there is\n\(found)\ninstead of\n\(expected)")
    }
    return steps
  }

  /// Waits for the end of a process that was killed while taking steps; returns the number of completed steps.
  ///
  /// - Parameters:
  ///   - last: The number of steps before.
  ///   - moment: The moment of the kill, for messages.
  /// - Throws: ``Failure`` if the process was not killed or a confirmed step is missing.
  func stepsAfterEnd(
    of worker: Worker, _ last: Int, in path: String, _ kind: StoreKind, _ moment: String
  ) throws -> Int {
    let least = max(worker.lastNumber() ?? last, last)
    guard worker.process.terminationReason == .uncaughtSignal,
      worker.process.terminationStatus == SIGKILL
    else { throw Failure("\(moment): the process ended by itself") }
    let steps = try steps(in: path, kind)
    // The save after the last confirmed one may be complete, too.
    guard (least...least + 1).contains(steps) else {
      throw Failure("\(moment): \(least) steps were told as saved, but \(steps) are there")
    }
    return steps
  }
}
