import ArmatureModel

/// The issues of a store's rows. They are warnings about data that was left out, and errors about data that Core Data
/// never writes.
struct CoreDataIssues {
  private(set) var warnings: [ModelIssue] = []
  private(set) var errors: [ModelIssue] = []
  private let path: String

  /// The maximum number of warnings, and of errors, in the lists.
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

  /// Adds a warning about data that was left out or changed.
  mutating func warn(_ message: String, entity: String = "", property: String? = nil) {
    Self.add(message, .changedByImport, entity, property, path, to: &warnings)
  }

  /// Adds a warning about a value; the text follows the column's name.
  mutating func warn(_ place: Place, _ text: String) {
    warn(place.phrase + text, entity: place.entity, property: place.property)
  }

  /// Adds an error about data that cannot be read and is therefore omitted.
  mutating func reject(
    _ message: String, entity: String = "", property: String? = nil,
    _ code: ModelIssue.Code = .unreadableValue
  ) {
    Self.add(message, code, entity, property, path, to: &errors)
  }

  /// Adds an error about a value; the text follows the column's name.
  mutating func reject(
    _ place: Place, _ text: String, _ code: ModelIssue.Code = .unreadableValue
  ) {
    reject(place.phrase + text, entity: place.entity, property: place.property, code)
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
