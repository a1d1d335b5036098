import Armature
import Foundation

/// Lets system calls fail, one after the other: each failure must be reported, no data may be lost, and the next save
/// must succeed.
struct FaultCheck {
  let kind: StoreKind
  private let faults: InjectedFaults
  private let reference: LedgerReference

  /// An encrypted file has large data in its rows, so a save makes thousands of calls. Some of them fail after each
  /// number of steps.
  private static let encryptedStep = 11

  init(_ kind: StoreKind) throws {
    self.kind = kind
    faults = try InjectedFaults()
    reference = try LedgerReference()
  }

  /// Injects all failures into saves of several steps, until a number of calls have failed.
  func run(_ wanted: Int) throws -> String {
    var (injected, refused) = (0, 0)
    var failures: [String] = []
    // Step 10 is larger than a page; in step 4, two values are swapped.
    for start in [3, 9, 21, 29, 39, 49, 60, 77, 99, 119] where injected < wanted {
      let folder = try ledger(start)
      for fault in Fault.all {
        for isFromOpening in [false, true] {
          var call = kind == .encrypted ? 1 + start % Self.encryptedStep : 1
          while true {
            do {
              let result = try attempt(fault, call, folder.copy(), start, isFromOpening)
              if result.injected == 0 { break }
              injected += 1
              refused += result.isRejected ? 1 : 0
            } catch {
              failures.append("\(error)")
              if failures.count == 50 { throw Failure(failures.joined(separator: "\n")) }
            }
            call += kind == .encrypted ? Self.encryptedStep : 1
          }
        }
      }
    }
    if !failures.isEmpty { throw Failure(failures.joined(separator: "\n")) }
    return "\(injected) calls failed, \(refused) saves refused, nothing lost"
  }

  /// Returns a file after a number of steps.
  private func ledger(_ steps: Int) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let ledger = try Ledger(kind.open(folder.path).context)
    while try ledger.steps < steps {
      try ledger.takeStep()
      try ledger.context.save()
    }
    return folder
  }

  private func attempt(
    _ fault: Fault, _ call: Int, _ folder: ScratchFolder, _ start: Int, _ isFromOpening: Bool
  ) throws -> (injected: Int, isRejected: Bool) {
    let place =
      "\(fault), call \(call)\(isFromOpening ? " since the opening" : ""), after \(start) steps"
    do {
      if isFromOpening { faults.arm(folder.path, fault, call) }
      var ledger = try? Ledger(kind.open(folder.path).context)
      if !isFromOpening { faults.arm(folder.path, fault, call) }
      var refusal: (any Error)?
      do {
        try ledger?.takeStep()
        try ledger?.context.save()
      } catch {
        refusal = error
      }
      let injected = faults.disarm()
      let isSaved = ledger != nil && refusal == nil
      let steps = try reference.steps(in: folder.path, kind)
      // If a new file was renamed into place and this cannot be reverted, it stays although the save has failed.
      let mayStay = fault.lasts && fault.calls == [.rename, .sync]
      guard steps == (isSaved ? start + 1 : start) || steps == start + 1 && mayStay else {
        throw Failure(
          "\(steps) steps are in the file, and the save \(refusal.map { "threw \($0)" } ?? "succeeded")"
        )
      }
      if ledger == nil { ledger = try Ledger(kind.open(folder.path).context) }
      if let ledger, !isSaved {
        // If the step itself failed, it is repeated, as a program would do.
        if !isWhole(ledger, start) {
          ledger.context.rollback()
          try ledger.context.refreshAll()
          try ledger.takeStep()
        }
        try ledger.context.save()
      }
      try expect(start + 1, in: folder)
      try ledger?.takeStep()
      try ledger?.context.save()
      try expect(start + 2, in: folder)
      return (injected, !isSaved)
    } catch {
      throw Failure("\(place): \(error)")
    }
  }

  /// Returns whether the context contains the complete step.
  private func isWhole(_ ledger: Ledger, _ start: Int) -> Bool {
    (try? ledger.text() == reference.text(after: start + 1)) ?? false
  }

  private func expect(_ steps: Int, in folder: ScratchFolder) throws {
    let found = try reference.steps(in: folder.path, kind)
    if found != steps {
      throw Failure("\(steps) steps must be saved, but \(found) are in the file")
    }
  }
}
