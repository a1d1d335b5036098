import Armature

/// Writers and works, as entities of the typed tier.
enum TypedLibrary {
  struct Writer: EntityType {
    static let schema = Writer()
    let name = Attribute<String>().default("")
    let works = ToMany<Work>(inverse: \.writer)
  }

  struct Work: EntityType {
    static let schema = Work()
    let title = Attribute<String>().default("")
    let pages = Attribute<Int>().default(1)
    let id = Attribute<Int>().default(7)
    let writer = ToOne<Writer>()
  }
}
