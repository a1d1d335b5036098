// Programs with one error each, and the compiler's message. `.ci/refused` runs the compiler.
//
// A comment `// error: …` or `// warning: …` follows the code on the reported line and contains words of the message.
// The article WhatTheCompilerSays quotes them.
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
  work.title = title  // error: the property is required, but the value may be nil: unwrap it first, as in if let
  work.pages = work.year  // error: the property is required, but the value may be nil: unwrap it first, as in if let
}
func valueThatMayBeAbsentAtInsertion(_ context: ManagedObjectContext, _ title: String?) throws {
  _ = try context.insert(Work.self) { $0.title = title }  // error: the property is required, but the value may be nil: unwrap it first, as in if let
}
func wrongValue(_ work: Managed<Work>) {
  work.pages = "many"  // error: the property has another type than is needed here: convert the value, or unwrap it where it may be absent
  work.writer = 3  // error: the property has another type than is needed here
}
func wrongValueInAClosure() -> TypedRule<Work> {
  TypedRule("…", check: { $0.pages > 3 && $0.year > 1900 })  // error: the property has another type than is needed here
}
func noValue(_ work: Managed<Work>) {
  work.pages = nil  // error: the property is required, but the value may be nil: unwrap it first, as in if let
}

// Attributes and relationships.

func wrongDefault() -> Attribute<Int> {
  Attribute<Int>().default("3")  // error: a default must have the type of its attribute
}
func wrongRule() -> Attribute<Int> {
  Attribute<Int>().length(1...9)  // error: referencing instance method 'length(_:severity:message:)' on 'Attribute' requires that 'Int' conform to 'MeasurableValue'
}
func requiredWord() -> Attribute<String> {
  Attribute<String>().required()  // error: use the type: String.self is required, String?.self is optional
}
let noType = Attribute("title")  // error: generic parameter 'Value' could not be inferred
let typeOfTheModel = Attribute("title", .string)  // error: generic parameter 'Value' could not be inferred
let inverseToAttribute = ToMany<Work>(inverse: \.title)  // error: an inverse must be a relationship of the other schema, not an attribute

struct Person: EntityType {
  static let schema = Person()
  let friends = ToMany<Person>(inverse: \.friends)  // error: circular reference
}

struct Reader: EntityType {
  static let schema = Reader()
  let card = ToOne<Card>(inverse: \.reader)  // error: circular reference
}

struct Card: EntityType {
  static let schema = Card()
  let reader = ToOne<Reader>(inverse: \.card)  // error: generic parameter 'Owner' could not be inferred
}

// Rules.

let withoutBody = Rule("…")  // warning: a rule must say what it checks, as in { $0.pages > 0 }

func bareProperty() -> TypedRule<Work> {
  TypedRule("…") { $0.isLent }  // error: a property is not a condition: compare it, as in $0.isPublished == true
}
func barePropertyUntyped() -> Rule {
  Rule("…") { $0.isLent }  // error: a property is not a condition: compare it, as in $0.isPublished == true
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
  TypedRule("…") { $0.pages > "a" }  // error: a property is compared with a value of its own type
}
func absenceOfTheRequired() -> TypedRule<Work> {
  TypedRule("…") { $0.title == nil }  // error: the property is required, and never nil
}
func otherAttribute() -> TypedRule<Work> {
  TypedRule("…") { $0.title > $0.pages }  // error: a property is compared with a value of its own type
}
func emptyText() -> TypedRule<Work> {
  TypedRule("…") { $0.title.isEmpty }  // error: use == "" for empty text, and != "" for other text
}
func emptyList() -> TypedRule<Writer> {
  TypedRule("…") { $0.works.isEmpty }  // error: use count == 0
}
func code() -> TypedRule<Work> {
  TypedRule("…") { $0.pages > 3 && isPrime(7) }  // error: cannot convert value of type 'Bool' to expected argument type 'FetchPredicate'
}
func bothBodies() -> Rule {
  Rule("…", check: { _ in true }) { $0.pages > 3 }  // error: value of type 'Never' has no member 'pages'
}
func isPrime(_ number: Int) -> Bool { number == 7 }

// The same as conditions of requests, and errors that only these have.

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
  try context.fetch(Work.self) { $0.isLent }  // error: a property is not a condition: compare it, as in $0.isPublished == true
}
func findBarePropertyInside(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.pages > 3 && $0.isLent }  // error: cannot convert value of type 'QueryValue<Bool>' to expected argument type 'FetchPredicate'
}
func findAbsentValue(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { ($0.year ?? 0) > 3 }  // error: conditions have no ??
}
func findOtherType(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.pages > "a" }  // error: a property is compared with a value of its own type
}
func findFraction(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.pages > 3.5 }  // error: a property is compared with a value of its own type
}
func findUntypedMember(_ context: ManagedObjectContext, _ book: ManagedObject) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.pages > book.pages }  // error: the property is required, but the value may be nil: unwrap it first, as in let pages: Int = book.pages ?? 0
}
func findAbsenceOfTheRequired(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.title == nil }  // error: the property is required, and never nil
}
func findOtherAttribute(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.title > $0.pages }  // error: a property is compared with a value of its own type
}
func findEmptyText(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.title.isEmpty }  // error: use == "" for empty text, and != "" for other text
}
func findCountOfText(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.title.count > 3 }  // error: use length for the number of characters
}
func findPropertyOfText(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.title.first == "a" }  // error: conditions do not support this property or function of a value
}
func findFunctionOfText(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.title.startsWith("a") }  // error: cannot call value of non-function type 'NoSuchMember'
}
func findEmptyList(_ context: ManagedObjectContext) throws -> [Managed<Writer>] {
  try context.fetch(Writer.self) { $0.works.isEmpty }  // error: use count == 0
}
func findContainsWhere(_ context: ManagedObjectContext) throws -> [Managed<Writer>] {
  try context.fetch(Writer.self) { $0.works.contains { $0.pages > 3 } }  // error: use any { … } for at least one of the objects
}
func findAllSatisfy(_ context: ManagedObjectContext) throws -> [Managed<Writer>] {
  try context.fetch(Writer.self) { $0.works.allSatisfy { $0.pages > 3 } }  // error: use all { … } for each of the objects
}
func findComparedProperty(_ context: ManagedObjectContext, _ pages: Int?) throws {
  _ = try context.fetch(Work.self) { $0.pages == pages }  // error: the property is required, but the value may be nil: unwrap it first, as in let pages: Int = book.pages ?? 0
  _ = try context.fetch(Writer.self) { $0.works.isLent == true }  // error: use any { … }, all { … }, none { … }, filter { … }, count, sum(_:) and so on for several objects
}
func requestInUnknownOrder() -> FetchRequest {
  FetchRequest(Work.self, orderedBy: \.titel)  // error: the entity has no property of this name
}
func sectionsByUnknown(_ context: ManagedObjectContext) throws {
  _ = try FetchedResults(FetchRequest(Work.self), as: Work.self, in: context, sectionedBy: \.titel)  // error: the entity has no property of this name
}
func findPropertyOfSeveral(_ context: ManagedObjectContext) throws -> [Managed<Writer>] {
  try context.fetch(Writer.self) { $0.works.pages > 3 }  // error: use any { … }, all { … }, none { … }, filter { … }, count, sum(_:) and so on for several objects
}
func findPositionInSeveral(_ context: ManagedObjectContext) throws -> [Managed<Writer>] {
  try context.fetch(Writer.self) { $0.works[0].pages > 3 }  // error: use any { … } or all { … }: several objects have no positions here
}
func findCode(_ context: ManagedObjectContext) throws -> [Managed<Work>] {
  try context.fetch(Work.self) { $0.pages > 3 && isPrime(7) }  // error: cannot convert value of type 'Bool' to expected argument type 'FetchPredicate'
}
func findByText(_ context: ManagedObjectContext) throws {
  _ = try context.fetch("Book", where: "pages > 3")  // error: use a FetchPredicate for text: where: FetchPredicate("pages > %d", 100)
  _ = try context.fetch(Work.self, where: "pages > 3")  // error: use a FetchPredicate for text: where: FetchPredicate("pages > %d", 100)
  _ = try context.fetch(Album.self, where: "pages > 3")  // error: use a FetchPredicate for text: where: FetchPredicate("pages > %d", 100)
  _ = try context.count(Work.self, where: "pages > 3")  // error: use a FetchPredicate for text: where: FetchPredicate("pages > %d", 100)
}
func findInOrderOfText(_ context: ManagedObjectContext) throws {
  _ = try context.fetch("Book", orderedBy: "title")  // error: use orderedBy: [.ascending("title")]
  _ = try context.fetch(Work.self, orderedBy: "title")  // error: use orderedBy: [.ascending("title")]
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
  try context.fetch(Album.self) { $0.title.isEmpty }  // error: use == "" for empty text, and != "" for other text
}
func findClassByBareProperty(_ context: ManagedObjectContext) throws -> [Album] {
  try context.fetch(Album.self) { $0.isLent }  // error: cannot convert value of type 'DynamicQuery' to closure result type 'FetchPredicate'
}
func findUntypedByFunction(_ context: ManagedObjectContext) throws -> [ManagedObject] {
  try context.fetch("Book") { $0.title.startsWith("a") }  // error: cannot call value of non-function type 'DynamicQuery'
}
func findAll(_ context: ManagedObjectContext) throws -> [ManagedObject] {
  try context.fetch("Book") { _ in true }  // error: cannot convert value of type 'Bool'
}
let withoutProperties = Entity("A")  // error: an entity needs a body

// Objects of the dynamic tier.

func textOfAMember(_ book: ManagedObject) -> Bool {
  let text = book.title?.uppercased()  // error: declare the type first: let title: String? = book.title
  return text == nil
}
func viewOfAnObject(_ object: ManagedObject) {
  _ = object.view(as: Work.self)  // error: cannot call value of non-function type 'PropertyValue?'
}
func addingToAList(_ author: ManagedObject, _ book: ManagedObject) {
  author.books.append(book)  // error: use try author.insert(book, into: "books")
}
func walkingAList(_ author: ManagedObject) {
  for book in author.books { print(book) }  // error: for-in loop requires 'PropertyValue?' to conform to 'Sequence'
}

// Members of other frameworks.

func habitsOfContexts(_ context: ManagedObjectContext) {
  context.undoManager = nil  // error: set recordsUndo, then call undo() on the context
  context.undoManager?.undo()  // error: set recordsUndo, then call undo() on the context
  let child = ManagedObjectContext(parent: context)  // error: use parent.makeChild()
  _ = child
  context.parent = nil  // error: use parent.makeChild()
  context.automaticallyMergesChangesFromParent = true  // error: use mergesChangesAutomatically
  context.performAndWait { print(1) }  // error: call the code directly: a context belongs to one task, and the compiler ensures it
  context.perform { print(1) }  // error: call the code directly, since a context belongs to one task, or use container.perform { context in … }
}
func habitsOfContainers(_ container: PersistentContainer) throws {
  let context = container.viewContext  // error: main actor-isolated property 'viewContext' can not be referenced from a nonisolated context
  let other = container.newBackgroundContext()  // error: use makeContext() in the task that uses the context, or container.perform { context in … }
  _ = (context, other)
}
func habitsOfRequests(
  _ results: FetchedResults<ManagedObject>, _ context: ManagedObjectContext
) throws {
  var request = FetchRequest(entityName: "Book")  // error: use FetchRequest("Book")
  request.predicate = FetchPredicate(format: "pages > %d", 100)  // error: use try FetchPredicate("pages > %d", 100)
  _ = try context.count(for: request)  // error: use count(request)
  request.sortDescriptors = []  // error: use orders: [.ascending("title")]
  request.fetchLimit = 3  // error: use limit
  results.delegate = nil  // error: use try results.update(), or for await steps in results.updates
}

// Members that cannot be overridden, and types that cannot be shared.

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
