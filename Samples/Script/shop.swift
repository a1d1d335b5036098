#!/usr/bin/env -S armature run
import Armature

let model = try ManagedObjectModel("Shop") {
  Entity("Product") {
    Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
    Attribute("price", Decimal.self).range(0...)
  }
}

// The code below the model processes the files given to the script: `./shop.swift shop.json`.
for path in CommandLine.arguments.dropFirst() {
  let context = ManagedObjectContext(model: model)
  let products = try context.load(.file(path)).objects
  let total = products.reduce(into: Decimal(0)) { $0 += $1.price ?? 0 }
  print("\(path): \(products.count) products for \(total)")
}
