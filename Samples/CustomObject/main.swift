// Custom managed objects, step by step: `swift run custom-object`.
// Exit codes: 0 done, 64 usage.

import Armature
import Foundation

guard CommandLine.arguments.count == 1 else {
  FileHandle.standardError.write(Data("usage: custom-object\n".utf8))
  exit(64)
}

func step(_ title: String) { print("\n\(title)") }

func show(_ name: String, _ value: Any) { print("  \(name): \(value)") }

/// Prints the errors of an operation.
func showRejection(_ name: String, _ operation: () throws -> Void) {
  do {
    try operation()
    show(name, "accepted")
  } catch let report as ValidationReport {
    for failure in report { show(name, failure.message(in: .english)) }
  } catch {
    show(name, error)
  }
}

step("The accessors of a class are checked when its model is built")
showRejection("an entity that is not like the class") {
  _ = try ManagedObjectModel("Wrong") {
    Entity("Shape", class: Shape.self) {
      Attribute("name", String?.self)
      Attribute("colour", String.self)
    }
  }
}

let model = try makeShapeModel()
let context = ManagedObjectContext(model: model)

step("A new object has its defaults, and what awakeFromInsert() sets")
let drawing = try context.insert("Drawing")
drawing.name = "Composition II"
let started = Date()
let shape = try context.insert(Shape.self)
show("hooks", shape.takeHooks())
show("created within the last second", started.timeIntervalSince(shape.created) < 1)
show("colour", shape.colour)

step("Values of any type: a colour kept as text, bounds with four elements")
shape.name = "red  square"
shape.drawing = drawing
shape.colour = Colour(red: 0xDD, green: 0x11, blue: 0x22)
shape.bounds = Bounds(x: 40, y: 10, width: 60, height: 50)
show("colour as kept", shape["colour"] ?? .null)
show("one element", try shape.value(forKeyPath: "bounds.width"))
show("centre, from the bounds", shape.centre)
showRejection("red as a colour") { try shape.setValue("red", forKey: "colour") }

step("A date that keeps its time zone")
shape.exhibited = ZonedDate(Date(timeIntervalSince1970: 1_700_000_000), in: .gmt)
shape.exhibited?.timeZoneIdentifier = "Asia/Tokyo"
show("instant and zone", shape["exhibited"] ?? .null)
show("seconds from GMT there", shape.exhibited?.timeZone?.secondsFromGMT() ?? 0)

step("A transient value is made when needed, and is no change to save")
show("caption", try shape.caption)
show("among the changed values", shape.changedValues.keys.contains("caption"))

step("Saving calls the hooks, and computes derived values")
show("area before", shape.area.map { "\($0)" } ?? "none")
try context.save()
show("hooks", shape.takeHooks())
show("area", shape.area ?? 0)
show("name, tidied by willSave()", shape.name)
show("has changes", context.hasChanges)

step("Rules of elements, and validateForUpdate()")
shape.isLocked = true
try context.save()
_ = shape.takeHooks()
shape.bounds.width = -1
showRejection("saving a width of -1") { try context.save() }
shape.bounds.width = 80
showRejection("saving a locked shape") { try context.save() }
show("hooks", shape.takeHooks())
for (key, value) in shape.changedValues.sorted(by: { $0.key < $1.key }) {
  show("changed \(key)", value)
}
context.rollback()
show("width after the rollback", shape.bounds.width)

step("As JSON, and back into another context")
let json = try context.json()
print(String(decoding: json, as: UTF8.self), terminator: "")
let copy = ManagedObjectContext(model: model)
try copy.load(.data(json))
if let other = copy.objects(of: "Shape").first as? Shape {
  show("same colour", other.colour == shape.colour)
  show("same bounds", other.bounds == shape.bounds)
  show("same zone", other.exhibited == shape.exhibited)
  show("created as it was saved", other.created == shape.created)
}

step("Deleting the drawing deletes its shapes, after their hook")
try context.delete(drawing)
show("hooks", shape.takeHooks())
show("state", shape.objectState)
try context.save()
show("hooks", shape.takeHooks())
show("state", shape.objectState)
show("objects left", context.registeredObjects.count)
