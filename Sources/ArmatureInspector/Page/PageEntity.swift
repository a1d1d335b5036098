import ArmatureModel

/// An entity, as data of a page.
///
/// Values that are empty, false or defaults are omitted, so that pages of large models stay small.
struct PageEntity: Encodable {
  let name: String
  /// The class, unless it is the default.
  let className: String?
  let isAbstract: Bool?
  let parent: String?
  let key: String?
  let formerName: String?
  let configurations: [String]?
  let userInfo: [String: String]?
  /// The properties that the entity itself declares.
  let properties: [PageProperty]?
  let rules: [PageRule]?
  let indexes: [Statement]?
  let fetches: [Statement]?
  /// The file of the entity. Sites in this file omit it, because most declarations of an entity are in the same file.
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
    // Building a model prepends inherited rules. A page shows each rule with the entity that declares it.
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
          text: index.isFullText
            ? "full text, by \(index.tokenizer)"
            : index.predicate.map { "where \($0)" } ?? "", site: places.text(index.site))
      }.nonEmpty
    fetches =
      entity.fetchTemplates.map {
        Statement(name: $0.name, text: "\($0.predicate)", site: places.text($0.site))
      }.nonEmpty
    file = places.file
    site = places.text(entity.site)
  }
}
