import ArmatureModel

extension String {
  /// Calls a reader with memory that contains exactly the bytes of this text, so that the address sanitizer detects
  /// reads before or after them.
  func withExactBytes<Result, Failure: Error>(
    _ read: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: utf8.count)
    defer { memory.deallocate() }
    _ = memory.initialize(from: utf8)
    return try read(UnsafeBufferPointer(memory))
  }
}

/// The result of a number reader, in comparable form.
enum Reading<Value: Equatable & Sendable>: Equatable, Sendable {
  case value(Value)
  case failure(NumberText.Failure)

  init(_ read: () throws(NumberText.Failure) -> Value) {
    do throws(NumberText.Failure) {
      self = .value(try read())
    } catch {
      self = .failure(error)
    }
  }
}

/// Texts that are invalid numbers in JSON.
let notNumbers = [
  "", "-", "+1", "--1", "01", "-01", "00", "1.", ".5", "-.5", "1.e5", "1e", "1e+", "1E-", "e5",
  "1 ", " 1", "12abc", "1,5", "1.2.3", "1e5.5", "0x10", "1_000", "NaN", "inf", "Infinity", "∞",
  "१", "1\u{0}", "\u{0}", "1\n", "null", "\"1\"", "1e5e5", "--", "-e1",
]
