/// The options of the command line.
struct Options {
  static let usage = """
    Usage: benchmarks [--json] [--quick | --full] [--debug-rows] [[--only] filter]

      --json         Print one JSON object per figure and line instead of a table.
      --only filter  Run only the figures whose name contains this text; so does the text alone.
      --quick        Use a tenth of the sizes in the figures of the graph.
      --full         Load 2,000,000 records with references instead of 200,000.
      --debug-rows   Run the few figures that are meant for a debug build, and no others.

    """

  var json = false
  var help = false
  var debugRows = false
  var sizes = Sizes()
  var filter = ""

  /// An error in the command line.
  struct UsageError: Error {
    let message: String
  }

  /// - Throws: ``UsageError`` if an option is unknown or a second filter is given.
  init(_ arguments: some Sequence<String>) throws {
    var filters: [String] = []
    var last = ""
    for argument in arguments {
      switch argument {
      case "--json": json = true
      case "--help", "-h": help = true
      case "--quick": sizes.isQuick = true
      case "--full": sizes.isFull = true
      case "--debug-rows": debugRows = true
      case "--only": break
      case _ where argument.hasPrefix("-"):
        throw UsageError(message: "Unknown option '\(argument)'.")
      default: filters.append(argument)
      }
      last = argument
    }
    if last == "--only" { throw UsageError(message: "There must be a filter after '--only'.") }
    guard filters.count <= 1 else {
      throw UsageError(message: "There can be one filter, but there are \(filters.count).")
    }
    guard !(sizes.isQuick && sizes.isFull) else {
      throw UsageError(message: "There can be '--quick' or '--full', but there are both.")
    }
    filter = filters.first ?? ""
  }
}
