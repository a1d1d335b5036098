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

final class Album: ManagedObject {}

// Names and types of the typed tier.

func misspelt() -> TypedRule<Work> {
  TypedRule("…") { $0.pgaes > 3 }  // error: the entity has no property of this name
}
func misspeltBehindAPath() -> TypedRule<Work> {
  TypedRule("…") { $0.pages > 3 && $0.writer.nmae == "x" }  // error: the entity has no property of this name
}
func misspeltInAClosure() -> TypedRule<Work> {
  TypedRule("…", check: { $0.pgaes > 3 })  // error: the entity has no property of this name
}
func misspeltKeyPath() -> TypedUnique<Work> {
  TypedUnique(\.title, \.yaer)  // error: value of type 'Work' has no member 'yaer'
}
func nameAsText() -> TypedUnique<Work> {
  TypedUnique("title", "year")  // error: cannot convert value of type 'String' to expected argument type 'PartialKeyPath<Work>'
}
func misspeltMember(_ work: Managed<Work>) {
  work.pgaes = 3  // error: the entity has no property of this name
  work.titel = "Emma"  // error: the entity has no property of this name
  work.pgaes += 1  // error: the entity has no property of this name
}
func misspeltMemberOfAVariable(_ work: Managed<Work>, _ count: Int) {
  work.pgaes = count  // error: cannot assign value of type 'Int' to type 'NoSuchProperty'
}
func misspeltInPrint(_ work: Managed<Work>) {
  print(work.pgaes)  // error: the entity has no property of this name
  print("\(work.pgaes) pages")  // error: the entity has no property of this name
}
func valueThatMayBeAbsent(_ work: Managed<Work>, _ title: String?) {
  work.title = title  // error: the property is required, and the value may be absent: unwrap it first, as in if let
  work.pages = work.year  // error: the property is required, and the value may be absent: unwrap it first, as in if let
}
func valueThatMayBeAbsentAtInsertion(_ context: ManagedObjectContext, _ title: String?) throws {
  _ = try context.insert(Work.self) { $0.title = title }  // error: the property is required, and the value may be absent: unwrap it first, as in if let
}
func wrongValue(_ work: Managed<Work>) {
  work.pages = "many"  // error: cannot assign value of type 'String' to type 'Int'
}
func noValue(_ work: Managed<Work>) {
  work.pages = nil  // error: the property is required, and the value may be absent: unwrap it first, as in if let
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
  TypedRule("…") { $0.pages > "a" }  // error: a property is compared with what has its own type
}
func absenceOfTheRequired() -> TypedRule<Work> {
  TypedRule("…") { $0.title == nil }  // error: the property is required, and so never absent
}
func otherAttribute() -> TypedRule<Work> {
  TypedRule("…") { $0.title > $0.pages }  // error: a property is compared with what has its own type
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

// The same as conditions of requests, and mistakes that only these have.

func findMisspelt(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.pgaes > 3 }  // error: the entity has no property of this name
}
func findMisspeltBehindAPath(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.pages > 3 && $0.writer.nmae == "x" }  // error: the entity has no property of this name
}
func findMisspeltAtTheEnd(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.pages == 3 && $0.price > 2.5 && $0.title.hasPrefix("x") && $0.yaer == 3 }  // error: the entity has no property of this name
}
func findMisspeltInside(_ context: ManagedObjectContext) throws -> [Managed<Writer>] {
  try context.fetch(Writer.self) { $0.works.any { $0.pgaes > 3 } }  // error: the entity has no property of this name
}
func findBareProperty(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.isLent }  // error: a property is no condition: compare it, as in $0.isPublished == true
}
func findBarePropertyInside(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.pages > 3 && $0.isLent }  // error: cannot convert value of type 'QueryValue<Bool>' to expected argument type 'FetchPredicate'
}
func findAbsentValue(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { ($0.year ?? 0) > 3 }  // error: conditions have no ??
}
func findOtherType(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.pages > "a" }  // error: a property is compared with what has its own type
}
func findFraction(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.pages > 3.5 }  // error: a property is compared with what has its own type
}
func findUntypedMember(_ context: ManagedObjectContext, _ book: ManagedObject) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.pages > book.pages }  // error: the property is required, and the value may be absent: unwrap it first, as in let pages: Int = book.pages ?? 0
}
func findAbsenceOfTheRequired(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.title == nil }  // error: the property is required, and so never absent
}
func findOtherAttribute(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.title > $0.pages }  // error: a property is compared with what has its own type
}
func findEmptyText(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.title.isEmpty }  // error: an empty text is == "", one that is not != ""
}
func findCountOfText(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.title.count > 3 }  // error: the number of characters is length
}
func findPropertyOfText(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.title.first == "a" }  // error: conditions have no such property or function of a value
}
func findFunctionOfText(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.title.startsWith("a") }  // error: cannot call value of non-function type 'NoSuchMember'
}
func findEmptyList(_ context: ManagedObjectContext) throws -> [Managed<Writer>] {
  try context.fetch(Writer.self) { $0.works.isEmpty }  // error: there are no objects where the count is == 0
}
func findContainsWhere(_ context: ManagedObjectContext) throws -> [Managed<Writer>] {
  try context.fetch(Writer.self) { $0.works.contains { $0.pages > 3 } }  // error: at least one of the objects is any { … }
}
func findAllSatisfy(_ context: ManagedObjectContext) throws -> [Managed<Writer>] {
  try context.fetch(Writer.self) { $0.works.allSatisfy { $0.pages > 3 } }  // error: each of the objects is all { … }
}
func findComparedProperty(_ context: ManagedObjectContext, _ pages: Int?) throws {
  _ = try context.fetch(Work.self) { $0.pages == pages }  // error: the property is required, and the value may be absent: unwrap it first, as in let pages: Int = book.pages ?? 0
  _ = try context.fetch(Writer.self) { $0.works.isLent == true }  // error: several objects have any { … }, all { … }, none { … }, filter { … }, count, sum(_:) and the like
}
func requestInUnknownOrder() -> FetchRequest {
  FetchRequest(Work.self, orderedBy: \.titel)  // error: the entity has no property of this name
}
func sectionsByUnknown(_ context: ManagedObjectContext) throws {
  _ = try FetchedResults(FetchRequest(Work.self), as: Work.self, in: context, sectionedBy: \.titel)  // error: the entity has no property of this name
}
func findPropertyOfSeveral(_ context: ManagedObjectContext) throws -> [Managed<Writer>] {
  try context.fetch(Writer.self) { $0.works.pages > 3 }  // error: several objects have any { … }, all { … }, none { … }, filter { … }, count, sum(_:) and the like
}
func findPositionInSeveral(_ context: ManagedObjectContext) throws -> [Managed<Writer>] {
  try context.fetch(Writer.self) { $0.works[0].pages > 3 }  // error: several objects have no positions here: ask any { … } or all { … }
}
func findCode(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.pages > 3 && isPrime(7) }  // error: cannot convert value of type 'Bool' to expected argument type 'FetchPredicate'
}
func findByText(_ context: ManagedObjectContext) throws {
  _ = try context.fetch("Book", where: "pages > 3")  // error: a condition in text is a value: where: FetchPredicate("pages > %d", 100)
  _ = try context.fetch(Work.self, where: "pages > 3")  // error: a condition in text is a value: where: FetchPredicate("pages > %d", 100)
  _ = try context.fetch(Album.self, where: "pages > 3")  // error: a condition in text is a value: where: FetchPredicate("pages > %d", 100)
  _ = try context.count(Work.self, where: "pages > 3")  // error: a condition in text is a value: where: FetchPredicate("pages > %d", 100)
}
func findInOrderOfText(_ context: ManagedObjectContext) throws {
  _ = try context.fetch("Book", orderedBy: "title")  // error: an order is a value: orderedBy: [.ascending("title")]
  _ = try context.fetch(Work.self, orderedBy: "title")  // error: an order is a value: orderedBy: [.ascending("title")]
}
func findInUnknownOrder(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self, orderedBy: \.titel)  // error: the entity has no property of this name
}
func countMisspelt(_ context: ManagedObjectContext) throws -> Int {
  try context.count(Work.self) { $0.pgaes > 3 }  // error: the entity has no property of this name
}
func requestMisspelt() -> FetchRequest {
  FetchRequest(Work.self) { $0.pgaes > 3 }  // error: the entity has no property of this name
}
func findClassByEmptyText(_ context: ManagedObjectContext) throws -> [Album] {
  try context.fetch(Album.self) { $0.title.isEmpty }  // error: an empty text is == "", one that is not != ""
}
func findClassByBareProperty(_ context: ManagedObjectContext) throws -> [Album] {
  try context.fetch(Album.self) { $0.isLent }  // error: cannot convert value of type 'DynamicQuery' to closure result type 'FetchPredicate'
}
func findUntypedByFunction(_ context: ManagedObjectContext) throws -> [ManagedObject] {
  try context.fetch("Book") { $0.title.startsWith("a") }  // error: cannot call value of non-function type 'DynamicQuery'
}
let withoutProperties = Entity("A")  // error: an entity has a body

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
  context.undoManager?.undo()  // error: the context undoes by itself: set recordsUndo, then call undo()
  let child = ManagedObjectContext(parent: context)  // error: a parent makes its children: parent.makeChild()
  _ = child
  context.parent = nil  // error: a parent makes its children: parent.makeChild()
  context.automaticallyMergesChangesFromParent = true  // error: it is called mergesChangesAutomatically
  context.performAndWait { print(1) }  // error: call it directly: a context is of one task, and the compiler keeps it there
  context.perform { print(1) }  // error: call it directly, a context is of one task; beside it runs container.perform { context in … }
}
func habitsOfContainers(_ container: PersistentContainer) throws {
  let context = container.viewContext  // error: main actor-isolated property 'viewContext' can not be referenced from a nonisolated context
  let other = container.newBackgroundContext()  // error: every context is of the task that makes it: makeContext(), or container.perform { context in … }
  _ = (context, other)
}
func habitsOfRequests(
  _ results: FetchedResults<ManagedObject>, _ context: ManagedObjectContext
) throws {
  var request = FetchRequest(entityName: "Book")  // error: the name of the entity has no label: FetchRequest("Book")
  request.predicate = FetchPredicate(format: "pages > %d", 100)  // error: the text has no label: try FetchPredicate("pages > %d", 100)
  _ = try context.count(for: request)  // error: it has no label: count(request)
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
