import Armature
import SwiftUI

import class Armature.FetchedResults
import struct Armature.FetchRequest

final class Recipe: ManagedObject {
  @Property("name") var name: String
  @Property("minutes") var minutes: Int
}

/// The recipes of a book, sorted by name. The list shows edits, insertions and deletions at once.
struct Recipes: View {
  private let context: ManagedObjectContext
  @State private var recipes: FetchedResults<Recipe>

  init(_ container: PersistentContainer) throws {
    context = container.viewContext
    let request = FetchRequest("Recipe", orderedBy: [.ascending("name")])
    _recipes = State(initialValue: try FetchedResults(request, as: Recipe.self, in: context))
  }

  var body: some View {
    List {
      ForEach(recipes.objects) { RecipeRow(recipe: $0) }
        .onDelete { for index in $0 { try? context.delete(recipes.objects[index]) } }
    }
    .toolbar {
      Button("Add") { (try? context.insert(Recipe.self))?.name = "New recipe" }
      Button("Undo") { context.undo() }
      Button("Save") { save() }
    }
  }

  private func save() {
    do {
      try context.save()
    } catch {
      print(error)  // an app shows the report: which object must have what
    }
  }
}

struct RecipeRow: View {
  @Bindable var recipe: Recipe

  var body: some View {
    TextField("Name", text: $recipe.name)
    Stepper("\(recipe.minutes) minutes", value: $recipe.minutes, in: 1...600)
  }
}
