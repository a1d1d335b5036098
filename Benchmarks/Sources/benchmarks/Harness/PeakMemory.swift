import Foundation

/// The resident memory of this process on Linux.
enum PeakMemory {
  /// Returns the increase of peak memory during some work, in bytes.
  ///
  /// - Throws: ``Skipped`` if the system does not report it; errors of the work.
  static func growth(_ work: () throws -> Void) throws -> Int {
    // Resets the peak to the current value.
    guard let control = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else {
      throw Skipped(reason: "the peak of memory is not known here")
    }
    try control.write(contentsOf: Data("5".utf8))
    try control.close()
    let before = try kilobytes("VmRSS")
    try work()
    return max(0, try kilobytes("VmHWM") - before) * 1024
  }

  private static func kilobytes(_ key: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(key):") }
    guard
      let value = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
    else { throw Skipped(reason: "the system does not tell \(key)") }
    return value
  }
}
