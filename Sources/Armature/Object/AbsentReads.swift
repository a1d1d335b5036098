import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The missing required values that a rule or hook has read.
///
/// User code runs on data that may be incomplete. Reading a missing value must not end the program, so it yields a
/// stand-in, and the result of the code is then ignored.
struct AbsentReads: Error, CustomStringConvertible {
  /// True if a rule reads. Hooks get no stand-in for a missing object, so that they can fill it in.
  let isInRule: Bool
  /// True if the reads are reported.
  private let isTold: Bool
  private(set) var texts: [String] = []

  init(isInRule: Bool, isTold: Bool = true) {
    self.isInRule = isInRule
    self.isTold = isTold
  }

  /// Unreported reads, which yield stand-ins for objects as well.
  static let unnoticed = AbsentReads(isInRule: true, isTold: false)

  /// The maximum number of reported reads.
  private static let limit = 5

  /// True if one more read would be reported.
  var takesMore: Bool { isTold && texts.count < Self.limit }

  mutating func note(_ text: String) {
    if !texts.contains(text) { texts.append(text) }
  }

  var description: String { texts.joined(separator: " ") }
}

extension ManagedObject {
  /// Returns a stand-in for a missing value while a rule or hook runs, which records the read. Also for an object
  /// that others have deleted, or whose store fails.
  final func standIn<Value: PropertyConvertible>(_ name: PropertyName) -> Value? {
    guard let graph = graph ?? graphOfDeletion ?? formerGraph,
      graph.userCode.absentReads != nil || isOutOfReach,
      let property = runtime.property(named: name)
    else { return nil }
    let values: [PropertyValue]
    switch property.description {
    case .attribute(let attribute): values = attribute.standIns.map { .attribute($0) }
    case .relationship(let relationship) where !relationship.isToMany:
      let standIn = graph.userCode.standIn(ofEntity: relationship.destination, in: graph)
      values = standIn.map { [.object($0)] } ?? []
    default: values = []
    }
    guard
      let made = values.lazy.compactMap(Value.from).first ?? Value.zeros
        ?? valueOfAnother(property, in: graph)
    else { return nil }
    graph.userCode.noteAbsentRead(property, of: self)
    return made
  }

  /// Returns the value of another object, for a type that only its own code can create. Looks at the first few objects.
  private func valueOfAnother<Value: PropertyConvertible>(
    _ property: StoredProperty, in graph: ObjectGraph
  ) -> Value? {
    guard !property.isLink else { return nil }
    let index = shape.pointee.index
    return graph.keys.extents[index].handles.prefix(1_000).lazy
      .compactMap { graph.slots.pointee.object($0) }
      .compactMap { Value.from($0.value(property)) }.first
  }

  /// The object in place of an absent one at the end of a required relationship, while a rule runs.
  ///
  /// Traps if the object has outlived its context.
  @usableFromInline @inline(never) final func absentEnd(_ place: RowPlace) -> ManagedObject? {
    guard let graph else {
      requireContext()
      return nil
    }
    guard graph.userCode.absentReads?.isInRule == true, isFilled() else { return nil }
    let property = runtime.properties[Int(place.index)]
    guard let relationship = property.description.asRelationship, !relationship.isOptional,
      let object = graph.userCode.standIn(ofEntity: relationship.destination, in: graph)
    else { return nil }
    graph.userCode.noteAbsentRead(property, of: self)
    return object
  }
}

extension PropertyConvertible {
  /// A value with all bits zero, for types without references: a structure of numbers, or the first case of an
  /// enumeration without a known list of cases.
  ///
  /// Safe for the values of attributes: zero bits are valid for every numeric type and every enumeration with at
  /// least one case. Types of one word or more that must not be zero are references.
  fileprivate static var zeros: Self? {
    guard _isPOD(Self.self), !(Self.self is AnyClass) else { return nil }
    return withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { buffer in
      UnsafeMutableRawBufferPointer(buffer).initializeMemory(as: UInt8.self, repeating: 0)
      return buffer.baseAddress?.pointee
    }
  }
}
