// Written by armature generate, and written anew each time: edit the classes' own files.

import Armature

/// The model "Recipes".
func makeModel() throws -> ManagedObjectModel {
  try ManagedObjectModel("Recipes") {
    makeDish()
    makeIngredient()
    makeRecipe()
    makeTag()
  }
}

/// The properties of the entity "Dish".
class DishProperties: ManagedObject {
  @Property("added") var added: Date
  @Property("title") var title: String
  @Property("tags") var tags: Set<Tag>
}

func makeDish() -> Entity {
  Entity("Dish", class: Dish.self, isAbstract: true) {
    Attribute("added", Date.self)
    Attribute("title", String.self).length(1...80).renamed(from: "name")
    Relationship("tags", to: "Tag", .toMany, inverse: "dishes")
  }
}

/// The properties of the entity "Ingredient".
class IngredientProperties: ManagedObject {
  @Property("amount") var amount: String?
  @Property("name") var name: String
  @Property("recipe") var recipe: Recipe?
}

func makeIngredient() -> Entity {
  Entity("Ingredient", class: Ingredient.self) {
    Attribute("amount", String?.self)
    Attribute("name", String.self).length(1...)
    Relationship("recipe", to: "Recipe", inverse: "ingredients").required()
  }
}

/// The properties of the entity "Recipe".
class RecipeProperties: Dish {
  @Property("minutes") var minutes: Int16
  @Property("photo") var photo: Data?
  @Property("servings") var servings: Int16
  @Property("upperTitle") var upperTitle: String?
  @Property("ingredients") var ingredients: [Ingredient]
}

func makeRecipe() -> Entity {
  Entity("Recipe", class: Recipe.self, parent: "Dish") {
    Attribute("minutes", Int16.self).default(30).range(0...1440)
    Attribute("photo", Data?.self).storedExternally()
    Attribute("servings", Int16.self).default(2).range(1...)
    Attribute("upperTitle", String?.self)
      .derived(from: .function(.uppercase, [.keyPath(["title"])]))
    Relationship("ingredients", to: "Ingredient", .ordered, inverse: "recipe", onDelete: .cascade)
      .required()
      .count(1...)
    FetchTemplate("quick") { $0.minutes <= QueryVariable("MINUTES") }
  }
}

/// The properties of the entity "Tag".
class TagProperties: ManagedObject {
  @Property("name") var name: String
  @Property("dishes") var dishes: Set<Dish>
}

func makeTag() -> Entity {
  Entity("Tag", class: Tag.self) {
    Attribute("name", String.self).unique()
    Relationship("dishes", to: "Dish", .toMany, inverse: "tags")
  }
}
