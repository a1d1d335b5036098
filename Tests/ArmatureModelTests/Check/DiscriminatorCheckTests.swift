import ArmatureModel
import Foundation
import Testing

@Suite struct DiscriminatorCheckTests {
  @Test(arguments: badModels) func `a bad discriminator is reported`(model: BadModel) {
    #expect(model.found == model.issues)
  }

  static let badModels: [BadModel] = [
    BadModel(
      "equal values",
      Expected(
        .invalidDiscriminator, 2,
        #"Square must have a value of its own in "type", but Circle has "round", too. Declare another with"#
          + " discriminator(value:).")
    ) {
      Entity("Shape", isAbstract: true) {}.discriminator("type")
      Entity("Circle", parent: "Shape") {}.discriminator(value: "round")
      Entity("Square", parent: "Shape") {}.discriminator(value: "round")
    },
    BadModel(
      "a property with the key",
      Expected(
        .invalidDiscriminator, 1,
        #"Circle.kind has the key "type", which is the discriminator. Remove the property."#)
    ) {
      Entity("Shape", isAbstract: true) {}.discriminator("type")
      Entity("Circle", parent: "Shape") { Attribute("kind", String.self).key("type") }
    },
    BadModel(
      "a value without a key",
      Expected(
        .invalidDiscriminator, 0,
        "Circle has a value of a discriminator, but no key. Declare it in the parent with discriminator(_:)."
      )
    ) { Entity("Circle") {}.discriminator(value: 3) },
    BadModel(
      "two keys",
      Expected(
        .invalidDiscriminator, 1,
        #"Circle has the discriminator "kind", but inherits one from Shape. Remove one of them."#)
    ) {
      Entity("Shape", isAbstract: true) {}.discriminator("type")
      Entity("Circle", parent: "Shape") {}.discriminator("kind")
    },
    BadModel(
      "a value that is no scalar, and an empty key",
      Expected(
        .invalidDiscriminator, 0, "Shape must have a discriminator with at least one character."),
      Expected(
        .invalidDiscriminator, 0,
        "Shape must have a text, a number or a Boolean as the value of its discriminator, but has [1]."
      )
    ) { Entity("Shape") {}.discriminator("").discriminator(value: [1]) },
  ]

  @Test func `a decoded model has the same discriminators`() throws {
    let model = try ManagedObjectModel("Drawing") {
      Entity("Shape", isAbstract: true) {}.discriminator("type")
      Entity("Circle", parent: "Shape") {}.discriminator(value: true)
    }
    #expect(
      try JSONDecoder().decode(ManagedObjectModel.self, from: JSONEncoder().encode(model)).entities
        == model.entities)
  }
}
