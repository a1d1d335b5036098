import Foundation

/// The limit of attribute access: stored properties of a class of this module.
final class PlainSample {
  var i0 = 1
  var i1 = 2
  var i2 = 3
  var i3 = 4
  var s0 = "A string longer than fifteen 0"
  var s1 = "A string longer than fifteen 1"
  var s2 = "A string longer than fifteen 2"
  var s3 = "A string longer than fifteen 3"
  var d0 = 1.0
  var b0 = true
  var t0 = Date(timeIntervalSince1970: 0)
  var u0 = UUID()
}

extension PlainSample {
  static let subjectName = "stored property"
  static let lookupName = "Dictionary lookup"

  static func subject(_ operation: AttributeOperation) -> Subject {
    let count = operation.iterations
    let object = PlainSample()
    let texts = AttributeOperation.texts
    let name = operation == .runtimeNameGetInt ? lookupName : subjectName
    return operation.subject(name) {
      switch operation {
      case .getInt: repeatRead(count) { getInts(object) }
      case .setInt: repeatWrite(count) { setInts(object, $0) }
      case .getString: repeatRead(count) { getStrings(object) }
      case .setString: repeatWrite(count) { setStrings(object, texts[$0 & 1]) }
      case .pairDouble:
        let value = opaque(1.5)
        repeatRead(count) {
          setDouble(object, value); return getDouble(object)
        }
      case .pairBool:
        let value = opaque(true)
        repeatRead(count) {
          setBool(object, value); return getBool(object)
        }
      case .pairDate:
        let value = opaque(Date(timeIntervalSince1970: 1e9))
        repeatRead(count) {
          setDate(object, value); return getDate(object)
        }
      case .pairUUID:
        let value = opaque(UUID())
        repeatRead(count) {
          setUUID(object, value); return getUUID(object)
        }
      case .loopGetInt:
        let objects = (0..<AttributeOperation.loopCount).map { _ in PlainSample() }
        repeatRead(count) { sumInts(opaque(objects)) }
      case .runtimeNameGetInt:
        let offsets = ["i0": 0, "i1": 1, "i2": 2, "i3": 3]
        let names = AttributeOperation.runtimeNames
        repeatRead(count) { sumOffsets(offsets, names) }
      }
    }
  }
}

@inline(never)
private func getInts(_ object: PlainSample) -> Int {
  object.i0 &+ object.i1 &+ object.i2 &+ object.i3
}

@inline(never)
private func setInts(_ object: PlainSample, _ value: Int) {
  object.i0 = value
  object.i1 = value
  object.i2 = value
  object.i3 = value
}

@inline(never)
private func getStrings(_ object: PlainSample) -> Int {
  eat(object.s0) &+ eat(object.s1) &+ eat(object.s2) &+ eat(object.s3)
}

@inline(never)
private func setStrings(_ object: PlainSample, _ value: String) {
  object.s0 = value
  object.s1 = value
  object.s2 = value
  object.s3 = value
}

@inline(never)
private func sumInts(_ objects: [PlainSample]) -> Int {
  var sum = 0
  for object in objects { sum &+= object.i0 }
  return sum
}

/// Classes cannot be accessed by run-time names; one dictionary lookup is the minimum.
@inline(never)
private func sumOffsets(
  _ offsets: [String: Int], _ names: (String, String, String, String)
) -> Int {
  (offsets[names.0] ?? 0) &+ (offsets[names.1] ?? 0) &+ (offsets[names.2] ?? 0)
    &+ (offsets[names.3] ?? 0)
}

@inline(never) private func getDouble(_ object: PlainSample) -> Int { eat(object.d0) }
@inline(never) private func setDouble(_ object: PlainSample, _ value: Double) { object.d0 = value }
@inline(never) private func getBool(_ object: PlainSample) -> Int { eat(object.b0) }
@inline(never) private func setBool(_ object: PlainSample, _ value: Bool) { object.b0 = value }
@inline(never) private func getDate(_ object: PlainSample) -> Int { eat(object.t0) }
@inline(never) private func setDate(_ object: PlainSample, _ value: Date) { object.t0 = value }
@inline(never) private func getUUID(_ object: PlainSample) -> Int { eat(object.u0) }
@inline(never) private func setUUID(_ object: PlainSample, _ value: UUID) { object.u0 = value }
