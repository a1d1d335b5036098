import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The required values that a rule or hook has read, though they are absent.
///
/// Code of the user runs over data that may be incomplete. There a read of an absent value must not end
/// the program: it yields a stand-in, and what the code comes to then does not count.
struct AbsentReads: Error, CustomStringConvertible {
  /// Whether a rule reads; hooks may ask for absent objects to fill them in, and get none.
  let isInRule: Bool
  /// Whether anybody is to know what was read.
  private let isTold: Bool
  private(set) var texts: [String] = []

  init(isInRule: Bool, isTold: Bool = true) {
    self.isInRule = isInRule
    self.isTold = isTold
  }

  /// Reads that yield stand-ins, for objects too, and of which nobody is told.
  static let unnoticed = AbsentReads(isInRule: true, isTold: false)

  /// How many reads are told.
  private static let limit = 5

  /// Whether one more read would be told.
  var takesMore: Bool { isTold && texts.count < Self.limit }

  mutating func note(_ text: String) {
    if !texts.contains(text) { texts.append(text) }
  }

  var description: String { texts.joined(separator: " ") }
}

extension ManagedObject {
  /// A value in place of an absent one: while a rule or hook runs, which notes it, and of an object that
  /// others have deleted, or whose store fails.
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

  /// The value that one of the first other objects has, of a type that only its own code can make.
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
  /// All bits zero, for types without references: the first case of an enumeration that does not tell
  /// its cases, or a structure of numbers.
  ///
  /// Safe for what attributes hold: no type of numbers, and no enumeration of at least one case, leaves
  /// zero bits without a meaning; types of one word and more that must not be zero are references.
  fileprivate static var zeros: Self? {
    guard _isPOD(Self.self), !(Self.self is AnyClass) else { return nil }
    return withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { buffer in
      UnsafeMutableRawBufferPointer(buffer).initializeMemory(as: UInt8.self, repeating: 0)
      return buffer.baseAddress?.pointee
    }
  }
}
