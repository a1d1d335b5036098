import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The missing required values that a rule or a hook has read.
///
/// Rules and hooks run on data that may be incomplete, so reading a missing value must not end the program. The read
/// returns a placeholder instead, and the result of the rule or hook is then ignored.
struct AbsentReads: Error, CustomStringConvertible {
  /// True if a rule is running, and false for a hook. A hook reads `nil` for a missing object, so that it can set the
  /// relationship.
  let isInRule: Bool
  /// True if the reads are reported.
  private let isTold: Bool
  private(set) var texts: [String] = []

  init(isInRule: Bool, isTold: Bool = true) {
    self.isInRule = isInRule
    self.isTold = isTold
  }

  /// Reads that are not reported. They return placeholders for objects as well.
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
  /// Returns a placeholder for a missing value while a rule or a hook runs, and records the read. The value may be
  /// missing because another context has deleted the object, or because its store fails.
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

  /// Returns the value of another object, for a type whose values only its own code can create. The first 1,000 objects
  /// of the entity are searched.
  private func valueOfAnother<Value: PropertyConvertible>(
    _ property: StoredProperty, in graph: ObjectGraph
  ) -> Value? {
    guard !property.isLink else { return nil }
    let index = shape.index
    return graph.keys.extents[index].handles.prefix(1_000).lazy
      .compactMap { graph.slots.object($0) }
      .compactMap { Value.from($0.value(property)) }.first
  }

  /// Returns a placeholder for the missing object of a required relationship while a rule runs.
  ///
  /// Traps if the context of the object no longer exists.
  @usableFromInline @inline(never) final func absentEnd(_ place: RowPlace) -> ManagedObject? {
    guard let graph else {
      requireContext(place)
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
  /// A value of this type whose bits are all zero, or `nil` if the type contains references.
  ///
  /// It serves as the placeholder for a missing value of a type that Armature doesn't know, such as a structure of
  /// numbers. Zero bits are a valid value of every numeric type, and of every enumeration that has at least one case.
  /// They are not a valid reference, so types with references are excluded.
  fileprivate static var zeros: Self? {
    guard _isPOD(Self.self), !(Self.self is AnyClass) else { return nil }
    return withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { buffer in
      UnsafeMutableRawBufferPointer(buffer).initializeMemory(as: UInt8.self, repeating: 0)
      return buffer.baseAddress?.pointee
    }
  }
}
