import ArmatureSQL
import Foundation
import Synchronization

/// Data outside of rows, in memory. Data of more than four bytes do not fit into a row.
final class TrialFiles: SQLExternalData {
  private struct State {
    var files: [String: Data] = [:]
    var dropped: [String] = []
  }

  private let state = Mutex(State())

  var dropped: [String] { state.withLock(\.dropped) }

  func keep(_ data: Data) -> String? {
    if data.count <= 4 { return nil }
    return state.withLock { state in
      let name = "file-\(state.files.count + 1)"
      state.files[name] = data
      return name
    }
  }

  func drop(_ reference: String) { state.withLock { $0.dropped.append(reference) } }

  func data(of reference: String) throws -> Data {
    guard let data = state.withLock({ $0.files[reference] }) else {
      throw SQLExternalDataError(path: reference, reason: "the file is missing")
    }
    return data
  }
}
