import Foundation

/// The resident memory of this process, as Linux tells it.
enum PeakMemory {
  /// How many bytes more than before were in use at the peak of some work.
  ///
  /// - Throws: ``Skipped`` where the system does not tell; and what the work throws.
  static func growth(_ work: () throws -> Void) throws -> Int {
    // Makes the peak that of now.
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
