import Armature

/// Something to cook, with what is needed for it.
class Recipe: RecipeProperties {
  /// Notes when the recipe comes into the book.
  override func awakeFromInsert() {
    added = .now
  }

  /// The ingredients in their order: `flour (200 g), 2 eggs`.
  var shoppingList: String {
    ingredients.map { ingredient in
      ingredient.amount.map { "\(ingredient.name) (\($0))" } ?? ingredient.name
    }.joined(separator: ", ")
  }
}
