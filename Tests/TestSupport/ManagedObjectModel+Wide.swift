public import ArmatureModel

extension ManagedObjectModel {
  /// Returns a model with one entity, `Wide`, that has a number of optional integers: `a0`, `a1` and so on.
  public static func wide(_ count: Int) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      "Wide",
      entities: [
        EntityDescription(
          "Wide",
          properties: (0..<count).map {
            .attribute(AttributeDescription("a\($0)", .int64, isOptional: true))
          })
      ])
  }
}
