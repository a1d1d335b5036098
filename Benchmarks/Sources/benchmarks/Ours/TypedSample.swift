import Armature
import Foundation

/// The sample in the typed tier and its entity for access by name.
struct TypedSample: EntityType {
  static let schema = TypedSample()
  let i0 = Attribute<Int>().default(1)
  let i1 = Attribute<Int>().default(2)
  let i2 = Attribute<Int>().default(3)
  let i3 = Attribute<Int>().default(4)
  let s0 = Attribute<String>().default("A string longer than fifteen 0")
  let s1 = Attribute<String>().default("A string longer than fifteen 1")
  let s2 = Attribute<String>().default("A string longer than fifteen 2")
  let s3 = Attribute<String>().default("A string longer than fifteen 3")
  let d0 = Attribute<Double>().default(1.0)
  let b0 = Attribute<Bool>().default(true)
  let t0 = Attribute<Date>().default(Date(timeIntervalSince1970: 0))
  let u0 = Attribute<UUID>().default(.uuid)
}

func typedSubject(_ operation: AttributeOperation, _ samples: Samples) -> Subject {
  let count = operation.iterations
  let object = samples.typed
  let texts = AttributeOperation.texts
  return operation.subject(OurAttributes.typedView) {
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
      let objects = samples.many { try samples.context.insert(TypedSample.self) }
      repeatRead(count) { sumInts(opaque(objects)) }
    case .runtimeNameGetInt: break
    }
  }
}

@inline(never)
private func getInts(_ object: Managed<TypedSample>) -> Int {
  object.i0 &+ object.i1 &+ object.i2 &+ object.i3
}

@inline(never)
private func setInts(_ object: Managed<TypedSample>, _ value: Int) {
  object.i0 = value
  object.i1 = value
  object.i2 = value
  object.i3 = value
}

@inline(never)
private func getStrings(_ object: Managed<TypedSample>) -> Int {
  eat(object.s0) &+ eat(object.s1) &+ eat(object.s2) &+ eat(object.s3)
}

@inline(never)
private func setStrings(_ object: Managed<TypedSample>, _ value: String) {
  object.s0 = value
  object.s1 = value
  object.s2 = value
  object.s3 = value
}

@inline(never)
private func sumInts(_ objects: [Managed<TypedSample>]) -> Int {
  var sum = 0
  for object in objects { sum &+= object.i0 }
  return sum
}

@inline(never) private func getDouble(_ object: Managed<TypedSample>) -> Int { eat(object.d0) }
@inline(never) private func setDouble(_ object: Managed<TypedSample>, _ value: Double) {
  object.d0 = value
}
@inline(never) private func getBool(_ object: Managed<TypedSample>) -> Int { eat(object.b0) }
@inline(never) private func setBool(_ object: Managed<TypedSample>, _ value: Bool) {
  object.b0 = value
}
@inline(never) private func getDate(_ object: Managed<TypedSample>) -> Int { eat(object.t0) }
@inline(never) private func setDate(_ object: Managed<TypedSample>, _ value: Date) {
  object.t0 = value
}
@inline(never) private func getUUID(_ object: Managed<TypedSample>) -> Int { eat(object.u0) }
@inline(never) private func setUUID(_ object: Managed<TypedSample>, _ value: UUID) {
  object.u0 = value
}
