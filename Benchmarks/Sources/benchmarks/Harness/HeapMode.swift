import Foundation

/// The allocator's treatment of memory at the top of the heap.
enum HeapMode {
  /// The system's default.
  case standard
  /// glibc without trimming.
  ///
  /// glibc returns free memory at the top of the heap to the kernel and requests it again, one page fault at a time.
  /// This cost hits whichever side frees memory there last.
  case untrimmed

  private static let tunables =
    "glibc.malloc.trim_threshold=8589934592:glibc.malloc.top_pad=268435456"

  /// Whether this process already runs in the mode, which can only be set at its start.
  var isActive: Bool {
    #if canImport(Glibc)
      switch self {
      case .standard: true
      case .untrimmed: ProcessInfo.processInfo.environment["GLIBC_TUNABLES"] == Self.tunables
      }
    #else
      true
    #endif
  }

  /// Runs the benchmark in a new process of this executable with the mode.
  func figuresFromChild(
    _ benchmark: Benchmark, _ comparisons: [Comparison]
  ) throws -> [Figure] {
    let child = try ChildProcess.run(
      ChildProcess.ownPath, ["--json", benchmark.name],
      environment: ["GLIBC_TUNABLES": Self.tunables])
    guard child.status == 0 else {
      throw Skipped(reason: "the run with an untrimmed heap ended with \(child.status)")
    }
    let names = Set(comparisons.map(benchmark.figureName))
    return try child.output.split(separator: "\n")
      .map { try Figure(json: String($0)) }
      .filter { names.contains($0.name) }
  }
}
