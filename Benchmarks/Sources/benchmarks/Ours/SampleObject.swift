import Armature
import Foundation

/// The sample in the class tier.
final class SampleObject: ManagedObject {
  @Property("i0") var i0: Int
  @Property("i1") var i1: Int
  @Property("i2") var i2: Int
  @Property("i3") var i3: Int
  @Property("s0") var s0: String
  @Property("s1") var s1: String
  @Property("s2") var s2: String
  @Property("s3") var s3: String
  @Property("d0") var d0: Double
  @Property("b0") var b0: Bool
  @Property("t0") var t0: Date
  @Property("u0") var u0: UUID

  static var entity: Entity {
    Entity("SampleObject", class: SampleObject.self) {
      Attribute("i0", Int.self).default(1)
      Attribute("i1", Int.self).default(2)
      Attribute("i2", Int.self).default(3)
      Attribute("i3", Int.self).default(4)
      Attribute("s0", String.self).default("A string longer than fifteen 0")
      Attribute("s1", String.self).default("A string longer than fifteen 1")
      Attribute("s2", String.self).default("A string longer than fifteen 2")
      Attribute("s3", String.self).default("A string longer than fifteen 3")
      Attribute("d0", Double.self).default(1.0)
      Attribute("b0", Bool.self).default(true)
      Attribute("t0", Date.self).default(Date(timeIntervalSince1970: 0))
      Attribute("u0", UUID.self).default(.uuid)
    }
  }
}

func classSubject(_ operation: AttributeOperation, _ samples: Samples) -> Subject {
  let count = operation.iterations
  let object = samples.custom
  let texts = AttributeOperation.texts
  return operation.subject(OurAttributes.customClass) {
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
      let objects = samples.many { try samples.context.insert(SampleObject.self) }
      repeatRead(count) { sumInts(opaque(objects)) }
    case .runtimeNameGetInt: break
    }
  }
}

@inline(never)
private func getInts(_ object: SampleObject) -> Int {
  object.i0 &+ object.i1 &+ object.i2 &+ object.i3
}

@inline(never)
private func setInts(_ object: SampleObject, _ value: Int) {
  object.i0 = value
  object.i1 = value
  object.i2 = value
  object.i3 = value
}

@inline(never)
private func getStrings(_ object: SampleObject) -> Int {
  eat(object.s0) &+ eat(object.s1) &+ eat(object.s2) &+ eat(object.s3)
}

@inline(never)
private func setStrings(_ object: SampleObject, _ value: String) {
  object.s0 = value
  object.s1 = value
  object.s2 = value
  object.s3 = value
}

@inline(never)
private func sumInts(_ objects: [SampleObject]) -> Int {
  var sum = 0
  for object in objects { sum &+= object.i0 }
  return sum
}

@inline(never) private func getDouble(_ object: SampleObject) -> Int { eat(object.d0) }
@inline(never) private func setDouble(_ object: SampleObject, _ value: Double) { object.d0 = value }
@inline(never) private func getBool(_ object: SampleObject) -> Int { eat(object.b0) }
@inline(never) private func setBool(_ object: SampleObject, _ value: Bool) { object.b0 = value }
@inline(never) private func getDate(_ object: SampleObject) -> Int { eat(object.t0) }
@inline(never) private func setDate(_ object: SampleObject, _ value: Date) { object.t0 = value }
@inline(never) private func getUUID(_ object: SampleObject) -> Int { eat(object.u0) }
@inline(never) private func setUUID(_ object: SampleObject, _ value: UUID) { object.u0 = value }
