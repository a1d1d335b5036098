// Uses classes generated from an Xcode model: `swift run from-xcode [file]`.
//
// Objects/ was written by `armature import Samples/FromXcode/Recipes.xcdatamodeld --as classes -o
// Samples/FromXcode/Objects`; Recipe.swift was edited afterwards. With a file, the recipes are saved to it.
// Exit codes: 0 done, 1 findings, 64 usage.

import Armature
import ArmatureSQLite
import Foundation

guard CommandLine.arguments.count < 3 else {
  FileHandle.standardError.write(Data("usage: from-xcode [file]\n".utf8))
  exit(64)
}
let store: any PersistentStore =
  CommandLine.arguments.dropFirst().first.map { SQLiteStore($0) } ?? InMemoryStore()
let container = try PersistentContainer(model: makeModel(), store: store)
let context = container.makeContext()

/// Inserts a recipe with its ingredients, in order.
func add(
  _ title: String, minutes: Int16, _ ingredients: [(String, String?)],
  to context: ManagedObjectContext
) throws {
  let recipe = try context.insert(Recipe.self)
  recipe.title = title
  recipe.minutes = minutes
  recipe.ingredients = try ingredients.map { name, amount in
    let ingredient = try context.insert(Ingredient.self)
    ingredient.name = name
    ingredient.amount = amount
    return ingredient
  }
}

do {
  if try context.count("Recipe") == 0 {
    try add(
      "Pancakes", minutes: 20, [("flour", "200 g"), ("eggs", "2"), ("milk", "1/2 l")], to: context)
    try add("Bread", minutes: 180, [("flour", "500 g"), ("water", nil)], to: context)
    try context.save()
  }
  let quick = try container.model.fetchRequest(template: "quick", ["MINUTES": 30])
  for case let recipe as Recipe in try context.fetch(quick) {
    print("\(recipe.upperTitle ?? recipe.title), \(recipe.minutes) min: \(recipe.shoppingList)")
  }
  // The rules of Xcode's model are also checked here: a recipe needs ingredients.
  try add("Air", minutes: 0, [], to: context)
  try context.save()
} catch let report as ValidationReport {
  for failure in report { print(failure.message) }
  context.rollback()
}
print("\(try context.count("Recipe")) recipes")
