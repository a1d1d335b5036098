/// What the command line asks for.
struct Options {
  static let usage = """
    Usage: benchmarks [--json] [filter]

      --json   Print one JSON object per figure and line instead of a table.
      filter   Run only the figures whose name contains this text.

    """

  var json = false
  var help = false
  var filter = ""

  /// A command line that cannot be understood.
  struct UsageError: Error {
    let message: String
  }

  /// - Throws: ``UsageError`` for an unknown option or a second filter.
  init(_ arguments: some Sequence<String>) throws {
    var filters: [String] = []
    for argument in arguments {
      switch argument {
      case "--json": json = true
      case "--help", "-h": help = true
      case _ where argument.hasPrefix("-"):
        throw UsageError(message: "Unknown option '\(argument)'.")
      default: filters.append(argument)
      }
    }
    guard filters.count <= 1 else {
      throw UsageError(message: "There can be one filter, but there are \(filters.count).")
    }
    filter = filters.first ?? ""
  }
}
