import Foundation

private let count = 100_000
private let plainName = "hand-written guard"
private let handWrittenMatch = "hand-written loop"
private let regex = "Regex"

/// Validation of valid records, and pattern matching alone.
func validationBenchmarks() -> [Benchmark] {
  let table = HandWrittenMatch.EmailTable()
  return [
    Benchmark(
      name: "validation/ten-attributes",
      comparisons: [
        Comparison(
          subject: OurValidation.object, baseline: .limit(plainName), goal: .ratio(atMost: 1.6)),
        Comparison(
          subject: OurValidation.object, baseline: .python("pydantic model_validate"),
          goal: .timesFaster(atLeast: 20), note: "pydantic: makes instances, too"),
        // With the cross-property rule, which pydantic runs in Python: the same work on both sides.
        Comparison(
          subject: OurValidation.object, baseline: .python("pydantic model_validate, all rules"),
          goal: .timesFaster(atLeast: 20), note: "pydantic: makes instances, too"),
        // The same objects in a report of the whole context.
        Comparison(subject: OurValidation.context, baseline: .limit(plainName)),
      ]
    ) {
      let books = (0..<count).map { PlainBook(BookRecord($0)) }
      return [.timed(plainName, operations: count) { validate(books) }]
        + OurValidation.subjects(count)
    },
    pattern("isbn", BookRules.isbnPattern, { $0.isbn }) { HandWrittenMatch.isbn($0) },
    pattern("email", BookRules.emailPattern, { $0.email ?? "" }) {
      HandWrittenMatch.email($0, table)
    },
  ]
}

private func validate(_ books: [PlainBook]) {
  let table = HandWrittenMatch.EmailTable()
  let published = BookRules.published
  var valid = 0
  for book in books where book.isValid(published, table) { valid += 1 }
  precondition(valid == books.count, "every record of the benchmark keeps the rules")
}

/// Matching whole texts with a precompiled pattern.
private func pattern(
  _ name: String, _ pattern: String, _ text: @escaping (BookRecord) -> String,
  _ byHand: @escaping (String) -> Bool
) -> Benchmark {
  Benchmark(
    name: "validation/pattern-\(name)",
    comparisons: [
      Comparison(
        subject: OurValidation.pattern, baseline: .peer(regex), goal: .timesFaster(atLeast: 10)),
      Comparison(subject: OurValidation.pattern, baseline: .limit(handWrittenMatch)),
    ]
  ) {
    let texts = (0..<1000).map { text(BookRecord($0)) }
    let compiled = try Regex(pattern)
    return [
      .timed(handWrittenMatch, operations: texts.count) { matchAll(texts, byHand) },
      .timed(regex, operations: texts.count) {
        matchAll(texts) { (try? compiled.wholeMatch(in: $0)) != nil }
      },
    ] + OurValidation.match(pattern, texts)
  }
}

/// The loop of every side; all texts match.
@inline(__always)
func matchAll(_ texts: [String], _ matches: (String) -> Bool) {
  var found = 0
  for text in texts where matches(text) { found += 1 }
  precondition(found == texts.count, "every text of the benchmark matches")
}
