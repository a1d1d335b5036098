/// An error of a journal file.
enum JournalError: Error, CustomStringConvertible {
  case noJournal(path: String)
  case newerFormat(path: String, Int)
  case notWritten(reason: String)

  var description: String {
    switch self {
    case .noJournal(let path):
      "\(path) must be a journal, but its first line names no store. Give the path of another file."
    case .newerFormat(let path, let format):
      "\(path) must be a journal of format 1, but is one of format \(format). Open it with the program that made it."
    case .notWritten(let reason):
      "Every change must be written, but one was not (\(reason)). Open the store again."
    }
  }
}
