// Programs with a mistake each, and what the compiler says about it: `.ci/refused` runs the compiler.
//
// A comment `// error: …` or `// warning: …` stands on the line that is complained about, and has words
// of the complaint. The article WhatTheCompilerSays quotes them.
import Armature

struct Writer: EntityType {
  static let schema = Writer()
  let name = Attribute<String>()
  let works = ToMany<Work>(inverse: \.writer)
}

struct Work: EntityType {
  static let schema = Work()
  let title = Attribute<String>()
  let pages = Attribute<Int>()
  let price = Attribute<Double>()
  let isLent = Attribute<Bool>()
  let year = Attribute<Int?>()
  let writer = ToOne<Writer>()
}

// Names and types of the typed tier.

func misspelt() -> TypedRule<Work> {
  TypedRule("…") { $0.pgaes > 3 }  // error: value of type 'Query<Work>' has no dynamic member 'pgaes' using key path from root type 'Work'
}
func misspeltBehindAPath() -> TypedRule<Work> {
  TypedRule("…") { $0.pages > 3 && $0.writer.nmae == "x" }  // error: value of type 'Query<Writer>' has no dynamic member 'nmae' using key path from root type 'Writer'
}
func misspeltInAClosure() -> TypedRule<Work> {
  TypedRule("…", check: { $0.pgaes > 3 })  // error: value of type 'Managed<Work>' has no dynamic member 'pgaes' using key path from root type 'Work'
}
func misspeltKeyPath() -> TypedUnique<Work> {
  TypedUnique(\.title, \.yaer)  // error: value of type 'Work' has no member 'yaer'
}
func nameAsText() -> TypedUnique<Work> {
  TypedUnique("title", "year")  // error: cannot convert value of type 'String' to expected argument type 'PartialKeyPath<Work>'
}
func misspeltMember(_ work: Managed<Work>) {
  work.pgaes = 3  // error: value of type 'Managed<Work>' has no dynamic member 'pgaes' using key path from root type 'Work'
}
func wrongValue(_ work: Managed<Work>) {
  work.pages = "many"  // error: cannot assign value of type 'String' to type 'Int'
}
func noValue(_ work: Managed<Work>) {
  work.pages = nil  // error: 'nil' cannot be assigned to type 'Int'
}

// Attributes and relationships.

func wrongDefault() -> Attribute<Int> {
  Attribute<Int>().default("3")  // error: a default has the type of its attribute
}
func wrongRule() -> Attribute<Int> {
  Attribute<Int>().length(1...9)  // error: referencing instance method 'length(_:severity:message:)' on 'Attribute' requires that 'Int' conform to 'MeasurableValue'
}
func requiredWord() -> Attribute<String> {
  Attribute<String>().required()  // error: the type says so: String.self is required, String?.self not
}
let noType = Attribute("title")  // error: generic parameter 'Value' could not be inferred
let typeOfTheModel = Attribute("title", .string)  // error: generic parameter 'Value' could not be inferred
let inverseToAttribute = ToMany<Work>(inverse: \.title)  // error: an inverse is a relationship of the other schema, not an attribute

struct Person: EntityType {
  static let schema = Person()
  let friends = ToMany<Person>(inverse: \.friends)  // error: circular reference
}

// Rules.

let withoutBody = Rule("…")  // warning: a rule must say what it checks, as in { $0.pages > 0 }

func bareProperty() -> TypedRule<Work> {
  TypedRule("…") { $0.isLent }  // error: a property is no condition: compare it, as in $0.isPublished == true
}
func barePropertyUntyped() -> Rule {
  Rule("…") { $0.isLent }  // error: a property is no condition: compare it, as in $0.isPublished == true
}
func barePropertyInside() -> TypedRule<Work> {
  TypedRule("…") { $0.pages > 3 && $0.isLent }  // error: cannot convert value of type 'QueryValue<Bool>' to expected argument type 'FetchPredicate'
}
func absentValue() -> TypedRule<Work> {
  TypedRule("…") { ($0.year ?? 0) > 3 }  // error: conditions have no ??
}
func absentValueUntyped() -> Rule {
  Rule("…") { work in (work.year ?? 0) > 3 }  // error: conditions have no ??
}
func otherType() -> TypedRule<Work> {
  TypedRule("…") { $0.pages > "a" }  // error: referencing operator function '>' on 'DynamicQueryExpression' requires that 'QueryValue<Int>' conform to 'DynamicQueryExpression'
}
func absenceOfTheRequired() -> TypedRule<Work> {
  TypedRule("…") { $0.title == nil }  // error: binary operator '==' cannot be applied to operands of type 'QueryValue<String>' and 'QueryValue<String>.Constant' (aka 'String')
}
func otherAttribute() -> TypedRule<Work> {
  TypedRule("…") { $0.title > $0.pages }  // error: operator function '>' requires the types 'QueryValue<String>.ComparisonKind' (aka 'String') and 'QueryValue<Int>.ComparisonKind' (aka 'any ArithmeticValue') be equivalent
}
func emptyText() -> TypedRule<Work> {
  TypedRule("…") { $0.title.isEmpty }  // error: an empty text is == "", one that is not != ""
}
func emptyList() -> TypedRule<Writer> {
  TypedRule("…") { $0.works.isEmpty }  // error: there are no objects where the count is == 0
}
func code() -> TypedRule<Work> {
  TypedRule("…") { $0.pages > 3 && isPrime(7) }  // error: cannot convert value of type 'Bool' to expected argument type 'FetchPredicate'
}
func bothBodies() -> Rule {
  Rule("…", check: { _ in true }) { $0.pages > 3 }  // error: value of type 'Never' has no member 'pages'
}
func isPrime(_ number: Int) -> Bool { number == 7 }

// Objects of the dynamic tier.

func textOfAMember(_ book: ManagedObject) -> Bool {
  let text = book.title?.uppercased()  // error: say the type first: let title: String? = book.title
  return text == nil
}
func addingToAList(_ author: ManagedObject, _ book: ManagedObject) {
  author.books.append(book)  // error: the object adds to it: try author.insert(book, into: "books")
}
func walkingAList(_ author: ManagedObject) {
  for book in author.books { print(book) }  // error: for-in loop requires 'PropertyValue?' to conform to 'Sequence'
}

// Members that other frameworks have.

func habitsOfContexts(_ context: ManagedObjectContext) {
  context.undoManager = nil  // error: the context undoes by itself: set recordsUndo, then call undo()
  context.parent = nil  // error: a parent makes its children: parent.makeChild()
  context.automaticallyMergesChangesFromParent = true  // error: it is called mergesChangesAutomatically
  context.performAndWait { print(1) }  // error: call it directly: a context is of one task, and the compiler keeps it there
  context.perform { print(1) }  // error: call it directly, a context is of one task; beside it runs container.perform { context in … }
}
func habitsOfContainers(_ container: PersistentContainer) throws {
  let context = container.viewContext  // error: make a context, and keep it: let context = container.makeContext()
  let other = container.newBackgroundContext()  // error: every context is of the task that makes it: makeContext(), or container.perform { context in … }
  _ = (context, other)
}
func habitsOfRequests(_ results: FetchedResults<ManagedObject>) {
  var request = results.request
  request.sortDescriptors = []  // error: it is called orders: [.ascending("title")]
  request.fetchLimit = 3  // error: it is called limit
  results.delegate = nil  // error: steps come from try results.update(), or for await steps in results.updates
}

// Members that must not be overridden, and types that are not shared.

final class Volume: ManagedObject {
  override var objectID: ManagedObjectID { fatalError() }  // error: overriding non-open property outside of its defining module
  override func setValue(_ value: (any PropertyConvertible)?, forKey key: String) throws {}  // error: overriding non-open instance method outside of its defining module
}
func objectOutOfAContainer(_ container: PersistentContainer) async throws -> ManagedObject {
  try await container.perform { context in try context.insert("Book") }  // error: type 'ManagedObject' does not conform to the 'Sendable' protocol
}
func contextIntoAContainer(
  _ container: PersistentContainer, _ context: ManagedObjectContext
) async throws {
  try await container.perform { _ in try context.save() }  // error: capture of 'context' with non-Sendable type 'ManagedObjectContext' in a '@Sendable' closure
}
