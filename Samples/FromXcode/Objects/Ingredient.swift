import Armature

/// An object of the entity "Ingredient".
class Ingredient: IngredientProperties {}
