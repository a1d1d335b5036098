import Armature

/// An object of the entity "Dish".
class Dish: DishProperties {}
