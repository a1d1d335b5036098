import Armature
import ArmatureModel

extension XcodeReader {
  /// Core Data's defaults.
  private static let usual = [
    "includeSubentities": "YES", "includePropertyValues": "YES", "includesPendingChanges": "YES",
    "returnObjectsAsFaults": "YES", "returnDistinctResults": "NO", "resultType": "0",
    "fetchLimit": "0",
    "fetchBatchSize": "0",
  ]

  /// Adds a named fetch request to its entity as a template.
  mutating func addFetchRequest(_ element: MarkupElement) {
    let model = ImportFindings.Place(position: element.position)
    guard let name = name(of: element, model, "fetch request") else { return }
    let fields = XcodeFields(element, model, findings)
    fields.ignore("name")
    guard let entity = fields.text("entity") else {
      return findings.error(
        .invalidMarkup, model,
        " must name the entity of the fetch request \(name.quotedForMessage), but does not.")
    }
    guard let index = index(of: entity, model, "the fetch request \(name.quotedForMessage)") else {
      return
    }
    let place = ImportFindings.Place(entity: entity, position: element.position)
    var kept: [String: String] = [:]
    let key = "\(XcodeFields.prefix)fetchRequest.\(name)"
    let subject = " has the fetch request \(name.quotedForMessage) with"
    if let predicate = predicate(
      fields, place, subject, { kept["\(key).predicateString"] = $0 })
    {
      let template = FetchTemplateDescription(
        name, where: predicate, site: findings.site(element.position))
      changeEntity(index) { $0.fetchTemplates.append(template) }
    }
    for (word, value) in options(of: element) {
      kept["\(key).\(word)"] = value
      findings.note(
        .keptAsUserInfo, place,
        " has the fetch request \(name.quotedForMessage) with \(word) "
          + "\(value.quotedForMessage), which templates do not have. It is kept in the user "
          + "info of the entity; set it on the request.")
    }
    changeEntity(index) { $0.userInfo.merge(kept) { $1 } }
  }

  /// Returns the options of a fetch request that differ from the defaults. The entity and the condition are not
  /// included.
  private func options(of element: MarkupElement) -> [(name: String, value: String)] {
    element.attributes.filter {
      !["name", "entity", "predicateString"].contains($0.name) && Self.usual[$0.name] != $0.value
    }.map { ($0.name, $0.value) }
  }

  /// Returns the condition of a fetch request. If it cannot be read, it is kept as text, and `nil` is returned.
  ///
  /// - Parameter subject: The text between the name of the entity and the condition in messages.
  private func predicate(
    _ fields: XcodeFields, _ place: ImportFindings.Place, _ subject: String,
    _ keep: (String) -> Void
  ) -> FetchPredicate? {
    guard let written = fields.attribute("predicateString"), !written.value.isEmpty else {
      return .constant(true)
    }
    do {
      return try FetchPredicate(written.value)
    } catch {
      keep(written.value)
      findings.note(
        .changedByImport, place.at(written.position),
        "\(subject) the condition \(written.value.quotedForMessage), which cannot be read"
          + " (\(error.reason.withoutFullStop)). It was left out, and is kept in the user info.")
      return nil
    }
  }

  /// Returns a fetched property.
  func fetchedProperty(_ element: MarkupElement, of entity: String) -> FetchedPropertyDescription? {
    let place = ImportFindings.Place(entity: entity, position: element.position)
    guard let name = name(of: element, place, "fetched property") else { return nil }
    let fields = XcodeFields(
      element, .init(entity: entity, property: name, position: element.position), findings)
    fields.ignore("name", "optional", "syncable")
    fields.checkChildren(["fetchRequest"])
    fields.finish()
    guard let request = element.children(named: "fetchRequest").first,
      let destination = request.attributes.first(where: { $0.name == "entity" })?.value
    else {
      findings.error(
        .invalidMarkup, fields.place, " must have a fetch request with an entity, but has none.")
      return nil
    }
    var info = fields.userInfo
    let found = predicate(XcodeFields(request, fields.place, findings), fields.place, " has") {
      info[XcodeFields.prefix + "predicateString"] = $0
    }
    for (word, value) in options(of: request) where word != "fetchLimit" {
      info[XcodeFields.prefix + word] = value
      findings.note(
        .keptAsUserInfo, fields.place.at(request.position),
        " has a fetch request with \(word) \(value.quotedForMessage), which Armature does not "
          + "support. It is kept in"
          + " the user info.")
    }
    let limit = request.attributes.first { $0.name == "fetchLimit" }.flatMap { Int($0.value) }
    return FetchedPropertyDescription(
      name, of: destination, where: found ?? .constant(false), limit: limit == 0 ? nil : limit,
      userInfo: info, site: findings.site(element.position))
  }
}

extension String {
  /// The sentence without its full stop.
  var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
