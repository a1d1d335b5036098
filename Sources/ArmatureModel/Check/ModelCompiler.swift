/// Turns descriptions into a checked model.
enum ModelCompiler {
  /// A model's entities with their inherited properties, and what deserves a look.
  struct Output {
    var entities: [EntityDescription]
    var warnings: [ModelIssue]
  }

  static func compile(_ declarations: [EntityDescription]) throws(ModelError) -> Output {
    var entities = declarations
    for index in entities.indices { entities[index].properties = entities[index].ownProperties }
    return Output(entities: entities, warnings: [])
  }
}

extension ModelIssue.Code {
  /// The body of the model threw an error.
  public static let declarationThrew = Self(rawValue: "declarationThrew")
}
