import ArmatureModel

/// The unknown keys in the data that a load keeps, so that an export can write them again.
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Cup") {
///     Attribute("size", Int.self)
///     Attribute("extra", JSONValue?.self)
///   }
/// }
/// let context = ManagedObjectContext(model: model)
/// let source = LoadSource.text(#"{"size": 3, "color": "red"}"#, as: "Cup")
/// let cup = try context.load(source, options: LoadOptions(keeping: .unknownKeys(in: "extra"))).objects[0]
/// print(cup["extra"] ?? .null)  // {"color":"red"}
/// ```
public enum KeptKeys: Hashable, Sendable {
  /// No unknown keys are kept. ``LoadOptions/ignoring`` decides about them.
  case none
  /// The unknown keys of a record, with their values, become an object in the attribute with the name.
  ///
  /// This applies to all entities that have an attribute of type `JSONValue` with this name. Its own key in the data is
  /// an unknown key, too. If a record has no unknown key, the attribute keeps its value.
  ///
  /// Only JSON is kept in this way: ``LoadOptions/ignoring`` decides about unknown columns of tables.
  ///
  /// Each record is taken as it is. A property that it does not have gets no default. Some differences that a property
  /// does not show are kept, too: `null`, an empty array and an empty object in place of a missing value, another
  /// notation of a date or UUID, and more digits of a number than a `Double` has.
  case unknownKeys(in: String)

  /// Returns the attribute of an entity in which unknown keys are kept.
  func attribute(of entity: EntityDescription) -> AttributeDescription? {
    guard case .unknownKeys(let name) = self,
      let attribute = entity.property(named: name)?.asAttribute, attribute.type.storage == .json
    else { return nil }
    return attribute
  }

  /// Checks that an entity of the model has the attribute.
  ///
  /// - Throws: ``ManagedObjectError/noAttributeForUnknownKeys(name:suggestion:)``.
  func check(_ model: ManagedObjectModel) throws(ManagedObjectError) {
    guard case .unknownKeys(let name) = self,
      !model.entities.contains(where: { attribute(of: $0) != nil })
    else { return }
    let names = model.entities.flatMap(\.attributes).filter { $0.type.storage == .json }.map(\.name)
    throw .noAttributeForUnknownKeys(name: name, suggestion: nearMiss(name, in: names))
  }
}
