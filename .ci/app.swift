// Code of an app whose default isolation is the main actor, with the compiler's messages. `.ci/refused` runs the
// compiler.
import Armature

func isTidy(_ title: String) -> Bool { !title.hasPrefix(" ") }
func ruleOfTheMainActor() -> Entity {
  Entity("Book") {
    Attribute("title", String.self).rule("is tidy") { isTidy($0) }  // error: call to main actor-isolated global function 'isTidy' in a synchronous nonisolated context
  }
}
final class Settings { var prefix = "" }
let settings = Settings()
final class Leaflet: ManagedObject {
  @Property("title") var title: String
  override func willSave() { title = settings.prefix + title }  // error: main actor-isolated let 'settings' can not be referenced from a nonisolated context
}
@MainActor final class Volume: ManagedObject {}  // error: main actor-isolated initializer 'init(_:)' has different actor isolation from nonisolated overridden declaration
