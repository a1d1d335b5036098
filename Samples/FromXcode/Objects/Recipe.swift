import Armature

/// A recipe with its ingredients.
class Recipe: RecipeProperties {
  /// Sets the date when the recipe is added.
  override func awakeFromInsert() {
    added = .now
  }

  /// The ingredients in order: `flour (200 g), 2 eggs`.
  var shoppingList: String {
    ingredients.map { ingredient in
      ingredient.amount.map { "\(ingredient.name) (\($0))" } ?? ingredient.name
    }.joined(separator: ", ")
  }
}
