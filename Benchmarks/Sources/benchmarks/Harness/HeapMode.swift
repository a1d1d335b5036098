import Foundation

/// How the allocator treats memory at the top of the heap.
enum HeapMode {
  /// As the system sets it.
  case standard
  /// glibc without trimming.
  ///
  /// glibc gives the top of the heap back to the kernel when it is free and asks for it again,
  /// page fault by page fault: that cost falls on whichever side happens to free there last.
  case untrimmed

  private static let tunables =
    "glibc.malloc.trim_threshold=8589934592:glibc.malloc.top_pad=268435456"

  /// Whether this process already runs so; only its start can change it.
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

  /// Runs the benchmark in a new process of this executable that is set up for the mode.
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
