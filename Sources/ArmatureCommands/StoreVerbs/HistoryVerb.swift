import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Verb {
  static let history = Verb(
    name: "history", summary: "lists the saves of a store that keeps a history",
    operands: [StoreLocation.modelOperand, StoreLocation.operand],
    options: StoreLocation.options + [
      Option("since", .number("n"), "only the saves after this number"),
      Option("author", .text("name"), "only the saves of this author"),
      Option("entity", .text("name"), "only the changes of objects of this entity"),
      Option("limit", .number("n"), "the maximum number of saves; the last ones are listed"),
      Option(
        "purge-up-to", .number("n"),
        "remove the saves up to this number from the history, and list none"),
      Option("format", .word(["text", "json"]), "the format of the list (default: \"text\")"),
    ],
    details: [
      "A save has a number, a date, the author named by the program, and its changes. A store "
        + "keeps a history once a program asks for it: armature store create --history.",
      "In JSON, a date is text in ISO 8601 format, in UTC.",
    ],
    examples: [
      Example("armature history shop.swift shop.sqlite --limit 10", "lists the last ten saves."),
      Example(
        "armature history - shop.sqlite --since 120 --format json",
        "prints the new saves for a program, with the model kept in the store."),
    ],
    work: .withModel { model, call in
      let container = try StoreLocation(call).open(model)
      let entity = try model.entityOption(of: call)
      func token(_ option: String) -> PersistentHistoryToken? {
        call.number(option).map { .init(storeID: container.store.identifier, number: Int64($0)) }
      }
      if let token = token("purge-up-to") {
        try container.purgeHistory(upTo: token)
        return .success
      }
      let saves = try container.history(
        since: token("since"), author: call["author"], entity: entity
      )
      .suffix(call.number("limit") ?? .max)
      let result = call.session.result
      if call["format"] == "json" {
        result.line(try JSONForm.text(saves.map(HistoryEntry.init)))
      } else {
        for save in saves { for line in save.lines { result.line(line) } }
      }
      return .success
    })
}

extension PersistentHistoryTransaction {
  /// `12  2026-11-26T10:00:00Z  importer`, and a line for each object.
  fileprivate var lines: [String] {
    let date = date.formatted(.iso8601)
    let names = [author, contextName].compactMap { $0?.displayEscaped() }.joined(separator: ", ")
    let head = "\(token.number)  \(date)" + (names.isEmpty ? "" : "  \(names)")
    return [head]
      + changes.map { change in
        let properties = change.updatedProperties.sorted().joined(separator: ", ")
        return "  \(change.kind) \(change.objectID)" + (properties.isEmpty ? "" : ": \(properties)")
      }
  }
}
