#!/usr/bin/env -S armature run
import Armature

let model = try ManagedObjectModel("Stock") {
  Entity("Product") {
    Attribute("sku", String.self).rule("has a check digit") { hasCheckDigit($0) }.identifying()
    Attribute("count", Int.self).default(0).range(0...)
  }
}
let context = ManagedObjectContext(model: model)
var deliveries = 0

/// A function that uses variables of the script. All of them belong to the main actor.
func deliver(_ count: Int, of sku: String) throws {
  let known = try context.fetch("Product") { $0.sku == sku }.first
  let product = try known ?? context.insert("Product")
  product.sku = sku
  product.count = (product.count ?? 0) + count
  deliveries += 1
}

/// A function that a rule calls is nonisolated, since rules run in any task.
nonisolated func hasCheckDigit(_ sku: String) -> Bool {
  let digits = sku.compactMap(\.wholeNumberValue)
  return digits.count > 1 && digits.dropLast().reduce(0, +) % 10 == digits.last
}

try deliver(12, of: "TEA-123-6")
try deliver(3, of: "CUP-9")
try deliver(8, of: "TEA-123-6")
print(deliveries, "deliveries")
print(context.validate().rendered(as: .lines))
