/// The declaration that a check looks at. Its text is made only if there is an issue.
struct DeclarationPlace {
  let entity: String
  private(set) var property: String?
  /// The names of the elements of a composite, each after a dot.
  private var elements = ""
  private(set) var site: DeclarationSite

  init(_ entity: EntityDescription) {
    self.entity = entity.name
    site = entity.site
  }

  func property(_ property: PropertyDescription) -> DeclarationPlace {
    var place = at(property.site)
    place.property = property.name
    return place
  }

  func element(_ element: AttributeDescription) -> DeclarationPlace {
    var place = at(element.site)
    place.elements += "." + element.name.inMessage
    return place
  }

  /// The same declaration with a more exact site, if that is known.
  func at(_ site: DeclarationSite) -> DeclarationPlace {
    guard site.line > 0 || !site.file.isEmpty else { return self }
    var place = self
    place.site = site
    return place
  }

  func issue(_ code: ModelIssue.Code, _ text: String) -> ModelIssue {
    ModelIssue(code, entity: entity, property: property, message: "\(self)\(text)", site: site)
  }
}

extension DeclarationPlace: CustomStringConvertible {
  /// `Book`, `Book.title`, `Book.address.city`.
  var description: String {
    entity.inMessage + (property.map { "." + $0.inMessage } ?? "") + elements
  }
}
