import ArmatureModel

/// What a page shows of an entity.
///
/// What is empty, false or usual is absent: pages of large models stay small.
struct PageEntity: Encodable {
  let name: String
  /// The class, unless it is the usual one.
  let className: String?
  let isAbstract: Bool?
  let parent: String?
  let key: String?
  let formerName: String?
  let configurations: [String]?
  let userInfo: [String: String]?
  /// The properties that it declares itself.
  let properties: [PageProperty]?
  let rules: [PageRule]?
  let indexes: [Statement]?
  let fetches: [Statement]?
  /// The file that it is declared in, which its places leave out: most of the places in a model are in one.
  let file: String?
  let site: String?

  /// A declaration that is shown as a line.
  struct Statement: Encodable {
    let name: String
    let text: String
    let site: String?
  }

  init(_ entity: EntityDescription, in model: ManagedObjectModel, _ places: PagePlaces) {
    let places = places.within(entity.site)
    // Building a model puts the inherited rules in front; a page shows them with those that declare them.
    let parent = entity.parent.flatMap { model[$0] }
    name = entity.name
    className = entity.className == "ManagedObject" ? nil : entity.className
    isAbstract = entity.isAbstract ? true : nil
    self.parent = entity.parent
    key = entity.key
    formerName = entity.renamingIdentifier
    configurations = entity.configurations.nonEmpty
    userInfo = entity.userInfo.nonEmpty
    properties = entity.ownProperties.map { PageProperty($0, places) }.nonEmpty
    let rules =
      entity.rules.dropFirst(parent?.rules.count ?? 0).map { PageRule($0, places) }
      + entity.uniquenessConstraints.dropFirst(parent?.uniquenessConstraints.count ?? 0).map {
        PageRule($0, places)
      }
    self.rules = rules.nonEmpty
    indexes =
      entity.indexes.map { index in
        Statement(
          name: index.elements.map { $0.property + ($0.isAscending ? "" : " descending") }
            .joined(separator: ", "),
          text: index.predicate.map { "where \($0)" } ?? "", site: places.text(index.site))
      }.nonEmpty
    fetches =
      entity.fetchTemplates.map {
        Statement(name: $0.name, text: "\($0.predicate)", site: places.text($0.site))
      }.nonEmpty
    file = places.file
    site = places.text(entity.site)
  }
}
