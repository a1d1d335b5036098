import ArmatureModel

/// An issue of the model, as data of a page.
struct PageIssue: Encodable {
  let code: String
  let entity: String
  let property: String?
  let message: String
  let site: String?

  init(_ issue: ModelIssue, _ places: PagePlaces) {
    code = issue.code.rawValue
    entity = issue.entity
    property = issue.property
    message = places.located(issue.message)
    site = places.text(issue.site)
  }
}
