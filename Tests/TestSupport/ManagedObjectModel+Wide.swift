public import ArmatureModel

extension ManagedObjectModel {
  /// A model of one entity, `Wide`, with so many optional numbers: `a0`, `a1` and so on.
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
