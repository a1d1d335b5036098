#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Returns the CPU time of this thread in nanoseconds, which excludes other programs.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Returns the CPU time of child processes that end during the work, in nanoseconds.
func childTime(_ body: () throws -> Void) rethrows -> Double {
  func time() -> Double {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_CHILDREN, &usage)
    #else
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #endif
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
    return Double(seconds) * 1e9 + Double(microseconds) * 1e3
  }
  let start = time()
  try body()
  return time() - start
}

/// Returns the time of one call of `body`.
@inline(__always)
func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = now()
  try body()
  return now() - start
}

/// Returns the elapsed time in nanoseconds, for work in which other processes take part.
func elapsed(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start) / .nanoseconds(1)
}

extension [Double] {
  /// The median, or the upper one of two middle values. The array must not be empty.
  var median: Double { sorted()[count / 2] }
}

extension Double {
  /// The number with about three significant digits, and without decimals if it is large.
  var short: String {
    if self == rounded() { return String(Int(self)) }
    if magnitude >= 1000 { return fixed(0) }
    if magnitude >= 10 || (self * 10).rounded() == self * 10 { return fixed(1) }
    return fixed(2)
  }

  /// Returns decimal notation with a fixed number of decimals, rounded half away from zero.
  func fixed(_ places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((magnitude * Double(scale)).rounded())
    let sign = self < 0 && scaled != 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: places - fraction.count)
    return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
  }
}
