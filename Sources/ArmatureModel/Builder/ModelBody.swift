/// What stands in the body of a model.
public struct ModelBody: Sendable {
  let entities: [EntityDescription]

  init(_ entities: [EntityDescription]) { self.entities = entities }
}
