import Armature
import Foundation

/// What the ledger is after each number of steps, by one in memory.
final class LedgerReference {
  private let ledger: Ledger
  private var texts: [String]

  init() throws {
    let container = try PersistentContainer(model: Ledger.model(), store: InMemoryStore())
    ledger = try Ledger(container.makeContext())
    texts = [try ledger.text()]
  }

  /// All that is saved after so many steps.
  func text(after steps: Int) throws -> String {
    while texts.count <= steps {
      try ledger.takeStep()
      try ledger.context.save()
      texts.append(try ledger.text())
    }
    return texts[steps]
  }

  /// Opens a store anew, and tells how many steps have been taken in it.
  ///
  /// - Throws: ``Failure`` if what is in it is not what so many steps make.
  func steps(in path: String, _ kind: StoreKind) throws -> Int {
    let ledger = try Ledger(kind.open(path).context)
    let steps = try ledger.steps
    let (found, expected) = (try ledger.text(), try text(after: steps))
    if found != expected {
      throw Failure("after \(steps) steps there is\n\(found)\ninstead of\n\(expected)")
    }
    return steps
  }

  /// Waits for the end of a process that was killed while it took steps, and tells how many have been taken.
  ///
  /// - Parameters:
  ///   - last: How many there were before, at least.
  ///   - moment: When it was killed, for messages.
  /// - Throws: ``Failure`` if it has ended by itself, or a step is missing that it has told of.
  func stepsAfterEnd(
    of worker: Worker, _ last: Int, in path: String, _ kind: StoreKind, _ moment: String
  ) throws -> Int {
    let least = max(worker.lastNumber() ?? last, last)
    guard worker.process.terminationReason == .uncaughtSignal,
      worker.process.terminationStatus == SIGKILL
    else { throw Failure("\(moment): the process ended by itself") }
    let steps = try steps(in: path, kind)
    // The save after the last one that was told may be there, too.
    guard (least...least + 1).contains(steps) else {
      throw Failure("\(moment): \(least) steps were told as saved, but \(steps) are there")
    }
    return steps
  }
}
