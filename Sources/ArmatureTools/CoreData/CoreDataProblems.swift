import ArmatureModel

/// What is found of the rows of a store: what was left out, and what is nothing that Core Data writes there.
struct CoreDataProblems {
  private(set) var warnings: [ModelIssue] = []
  private(set) var errors: [ModelIssue] = []
  private let path: String

  /// The most warnings, and the most errors, that are listed.
  private static let limit = 1000

  init(path: String) { self.path = path }

  /// A value in a table.
  struct Place {
    var entity = ""
    var property: String?
    let table: String
    let row: Int64
    let column: String

    /// The beginning of a sentence: `Film.title, row 3 of ZFILM: the column ZTITLE`.
    var phrase: String {
      let owner = property.map { "\(entity).\($0), row" } ?? "Row"
      return "\(owner) \(row) of \(table): the column \(column)"
    }
  }

  /// Notes what was left out, or is otherwise than in the store.
  mutating func warn(_ message: String, entity: String = "", property: String? = nil) {
    Self.add(message, .changedByImport, entity, property, path, to: &warnings)
  }

  /// Notes what was left out; the text goes on behind the name of the column.
  mutating func warn(_ place: Place, _ text: String) {
    warn(place.phrase + text, entity: place.entity, property: place.property)
  }

  /// Notes what cannot be read, and is absent therefore.
  mutating func refuse(
    _ message: String, entity: String = "", property: String? = nil,
    _ code: ModelIssue.Code = .unreadableValue
  ) {
    Self.add(message, code, entity, property, path, to: &errors)
  }

  /// Notes a value that cannot be read; the text goes on behind the name of the column.
  mutating func refuse(
    _ place: Place, _ text: String, _ code: ModelIssue.Code = .unreadableValue
  ) {
    refuse(place.phrase + text, entity: place.entity, property: place.property, code)
  }

  private static func add(
    _ message: String, _ code: ModelIssue.Code, _ entity: String, _ property: String?,
    _ path: String, to list: inout [ModelIssue]
  ) {
    let site = DeclarationSite(file: path, line: 0)
    if list.count < limit {
      list.append(
        ModelIssue(code, entity: entity, property: property, message: message, site: site))
    } else if list.count == limit {
      list.append(
        ModelIssue(
          code, entity: "", message: "There are more of this kind, which are not listed.",
          site: site)
      )
    }
  }
}
