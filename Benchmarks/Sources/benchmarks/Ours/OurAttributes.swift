import Armature
import Foundation

/// The library's side of attribute access: saved objects in a context, so that writes are tracked.
enum OurAttributes {
  static let byName = "by-name"
  static let typedView = "typed-view"
  static let customClass = "custom-class"
  /// Access by a `String` known only at run time.
  static let byKey = "by-key"

  /// Returns one subject for each tier that supports the operation, like `PlainSample.subject(_:)`.
  static func subjects(_ operation: AttributeOperation) -> [Subject] {
    let samples = expect { try Samples() }
    if operation == .runtimeNameGetInt {
      let names = AttributeOperation.runtimeNames
      return [
        operation.subject(byKey) {
          repeatRead(operation.iterations) { sumKeys(samples.dynamic, names) }
        }
      ]
    }
    return [
      byNameSubject(operation, samples), typedSubject(operation, samples),
      classSubject(operation, samples),
    ]
  }
}

/// Objects in all tiers, kept alive by one context.
struct Samples {
  let context: ManagedObjectContext
  let dynamic: ManagedObject
  let typed: Managed<TypedSample>
  let custom: SampleObject

  init() throws {
    let model = try ManagedObjectModel("Samples") {
      TypedSample.self
      SampleObject.entity
    }
    context = ManagedObjectContext(model: model)
    dynamic = try context.insert("TypedSample")
    typed = try context.insert(TypedSample.self)
    custom = try context.insert(SampleObject.self)
    try context.save()
  }

  /// Returns further saved objects of each kind, for loops.
  func many<Object>(_ make: () throws -> Object) -> [Object] {
    expect {
      let objects = try (0..<AttributeOperation.loopCount).map { _ in try make() }
      try context.save()
      return objects
    }
  }
}

@inline(never)
private func sumKeys(
  _ object: ManagedObject, _ names: (String, String, String, String)
) -> Int {
  expect {
    let first = try object.value(forKey: names.0, as: Int.self) ?? 0
    let second = try object.value(forKey: names.1, as: Int.self) ?? 0
    let third = try object.value(forKey: names.2, as: Int.self) ?? 0
    let fourth = try object.value(forKey: names.3, as: Int.self) ?? 0
    return first &+ second &+ third &+ fourth
  }
}

// MARK: By name

private func byNameSubject(_ operation: AttributeOperation, _ samples: Samples) -> Subject {
  let count = operation.iterations
  let object = samples.dynamic
  let texts = AttributeOperation.texts
  return operation.subject(OurAttributes.byName) {
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
      let objects = samples.many { try samples.context.insert("TypedSample") }
      repeatRead(count) { sumInts(opaque(objects)) }
    case .runtimeNameGetInt: break
    }
  }
}

@inline(never)
private func getInts(_ object: ManagedObject) -> Int {
  (object.i0 ?? 0) &+ (object.i1 ?? 0) &+ (object.i2 ?? 0) &+ (object.i3 ?? 0)
}

@inline(never)
private func setInts(_ object: ManagedObject, _ value: Int) {
  object.i0 = value
  object.i1 = value
  object.i2 = value
  object.i3 = value
}

@inline(never)
private func getStrings(_ object: ManagedObject) -> Int {
  eat(object.s0 ?? "") &+ eat(object.s1 ?? "") &+ eat(object.s2 ?? "") &+ eat(object.s3 ?? "")
}

@inline(never)
private func setStrings(_ object: ManagedObject, _ value: String) {
  object.s0 = value
  object.s1 = value
  object.s2 = value
  object.s3 = value
}

@inline(never)
private func sumInts(_ objects: [ManagedObject]) -> Int {
  var sum = 0
  for object in objects { sum &+= object.i0 ?? 0 }
  return sum
}

@inline(never) private func getDouble(_ object: ManagedObject) -> Int { eat(object.d0 ?? 0.0) }
@inline(never) private func setDouble(_ object: ManagedObject, _ value: Double) {
  object.d0 = value
}
@inline(never) private func getBool(_ object: ManagedObject) -> Int { eat(object.b0 ?? false) }
@inline(never) private func setBool(_ object: ManagedObject, _ value: Bool) { object.b0 = value }
@inline(never) private func getDate(_ object: ManagedObject) -> Int {
  eat(object.t0 ?? .distantPast)
}
@inline(never) private func setDate(_ object: ManagedObject, _ value: Date) { object.t0 = value }
@inline(never) private func getUUID(_ object: ManagedObject) -> Int {
  guard let value: UUID = object.u0 else { return 0 }
  return eat(value)
}
@inline(never) private func setUUID(_ object: ManagedObject, _ value: UUID) { object.u0 = value }
