import ArmatureModel
import Testing

/// Issues with values chosen by a condition, by position, or by membership in two groups.
@Suite struct ChosenValueIssueTests {
  private let model: ManagedObjectModel

  init() throws { model = try library.get() }

  private func messages(_ predicate: FetchPredicate) throws -> [String] {
    let book = try #require(model["Book"])
    return predicate.issues(entity: book, lookup: { model[$0] }).map(\.message)
  }

  @Test(
    arguments: [
      .comparison(
        .conditional(
          .comparison(.keyPath(["inPrint"]), .equal, true), .keyPath(["pages"]),
          otherwise: .constant(.null)), .greater, 2.5),
      .comparison(
        .properties(
          ["name"],
          of: .conditional(
            .constant(true), .keyPath(["author"]), otherwise: .keyPath(["author"]))), .equal, "x"),
      .comparison(
        .conditional(.constant(true), .keyPath(["author"]), otherwise: .keyPath(["translator"])),
        .equal,
        .keyPath(["translator"])),
      .comparison(
        .keyPath([]), .in,
        .combination(.keyPath(["author", "books"]), .union, .keyPath(["author", "books"]))),
      .comparison(.element(.last, of: ["a", "b"]), .equal, .keyPath(["title"])),
    ] as [FetchPredicate])
  func `a sound choice has no issues`(predicate: FetchPredicate) throws {
    #expect(try messages(predicate) == [])
  }

  @Test(
    arguments: [
      (
        .comparison(
          .conditional(.constant(true), .keyPath(["title"]), otherwise: 1), .equal, "x"),
        "TERNARY(TRUEPREDICATE, title, 1) must be made of values of one kind, but title is text and 1"
          + " is a whole number."
      ),
      (
        .comparison(
          .keyPath([]), .in,
          .combination(.keyPath(["author", "books"]), .union, .keyPath(["translator"]))),
        "author.books UNION translator must follow a to-many relationship, but translator is an object"
          + " of Person."
      ),
      (
        .comparison(
          .aggregate(
            .count,
            of: .combination(.keyPath(["author", "books"]), .intersection, [1])), .equal, 1),
        "author.books INTERSECT {1} must be made of values of one kind, but author.books is an object of"
          + " Book and {1} is a whole number."
      ),
      (
        .comparison(.element(.first, of: .keyPath(["author", "books"])), .equal, .constant(.null)),
        "author.books[FIRST] must name a position in an ordered relationship or a list, but"
          + " author.books is neither. Use any, all, none, @min or @max."
      ),
      (
        .comparison(
          .properties(
            ["nmae"],
            of: .conditional(
              .constant(true), .keyPath(["author"]), otherwise: .keyPath(["author"]))),
          .equal, "x"),
        "The condition reads TERNARY(TRUEPREDICATE, author, author).nmae, but Author has no property"
          + #" "nmae". Did you mean "name"?"#
      ),
    ] as [(FetchPredicate, String)])
  func `a mistake in a choice is a sentence`(predicate: FetchPredicate, message: String) throws {
    #expect(try messages(predicate) == [message])
  }
}
