import Foundation

/// The command `benchmarks`: measures the selected figures and prints each on a line.
@main
struct Benchmarks {
  /// In the order of the table. Benchmarks that depend on the state of the heap come first.
  private static func benchmarks(_ options: Options) -> [Benchmark] {
    if options.debugRows { return debugBenchmarks() }
    return creationBenchmarks() + attributeBenchmarks() + validationBenchmarks()
      + reportBenchmarks() + jsonBenchmarks() + loadShapeBenchmarks() + textBenchmarks()
      + documentBenchmarks() + searchBenchmarks(options.sizes)
      + csvBenchmarks() + lineBenchmarks() + parseBenchmarks()
      + graphBenchmarks(options.sizes)
      + queryBenchmarks(options.sizes) + storeBenchmarks(options.sizes) + scalingBenchmarks()
      + declarationBenchmarks()
      + generationBenchmarks() + toolBenchmarks() + commandBenchmarks()
  }

  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      guard !options.help else { return print(Options.usage, terminator: "") }
      try run(options)
    } catch let error as Options.UsageError {
      fail("\(error.message)\n\n\(Options.usage)", status: 64)
    } catch {
      fail("\((error as? Skipped)?.reason ?? "\(error)")\n", status: 1)
    }
  }

  private static func run(_ options: Options) throws {
    let benchmarks = benchmarks(options)
    let selected = benchmarks.compactMap { benchmark -> (Benchmark, [Comparison])? in
      let comparisons = benchmark.comparisons.filter {
        options.filter.isEmpty || benchmark.figureName($0).contains(options.filter)
      }
      return comparisons.isEmpty ? nil : (benchmark, comparisons)
    }
    guard !selected.isEmpty else {
      var names: [String] = []
      for benchmark in benchmarks {
        for name in benchmark.comparisons.map(benchmark.figureName) where !names.contains(name) {
          names.append(name)
        }
      }
      fail(
        "No figure has '\(options.filter)' in its name. The figures are:\n"
          + names.map { "  \($0)\n" }.joined(), status: 64)
    }
    let runner = Runner(python: PythonPeers())
    if !options.json { print(Figure.tableHeader) }
    for (benchmark, comparisons) in selected {
      for figure in try runner.figures(benchmark, comparisons) {
        print(options.json ? try figure.json : figure.tableRow)
      }
      // Flush, so that the reader of a pipe sees each benchmark immediately.
      fflush(nil)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data(message.utf8))
    exit(status)
  }
}
