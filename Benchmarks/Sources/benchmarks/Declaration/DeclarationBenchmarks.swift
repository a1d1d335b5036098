/// The cost of declarations: building a model, and compiling its source.
func declarationBenchmarks() -> [Benchmark] {
  [
    Benchmark(
      name: "model/build", repetitions: 5,
      comparisons: [
        Comparison(
          subject: OurDeclarations.model, baseline: .nothing, goal: .atMost(100, .milliseconds))
      ]
    ) {
      OurDeclarations.build(entities: 1000, properties: 50)
    },
    growth("misspelt-parents", OurDeclarations.misspeltParents),
    growth("deep-inheritance", OurDeclarations.deepInheritance),
    typeCheck("600-attributes", OurDeclarations.wideEntity(600, rules: false), atMost: 1000),
    typeCheck(
      "600-attributes-with-rules", OurDeclarations.wideEntity(600, rules: true), atMost: 1000),
    typeCheck("rule-of-arithmetic", OurDeclarations.rule(.arithmetic), atMost: 1000),
    typeCheck("rule-with-sum-of-eight", OurDeclarations.rule(.sum), atMost: 1000),
    typeCheck("rule-of-six-conditions", OurDeclarations.rule(.conditions), atMost: 1000),
    typeCheck(
      "typed-rule-of-arithmetic", OurDeclarations.rule(.arithmetic, typed: true), atMost: 1000),
    typeCheck(
      "typed-rule-with-sum-of-eight", OurDeclarations.rule(.sum, typed: true), atMost: 1000),
    typeCheck(
      "typed-rule-of-six-conditions", OurDeclarations.rule(.conditions, typed: true), atMost: 1000),
    typeCheck("sum-of-six", OurDeclarations.sum(mixed: false), atMost: 100),
    typeCheck("mixed-sum-of-six", OurDeclarations.sum(mixed: true), atMost: 1500),
  ]
}

/// The growth of time from 1,000 entities to 5,000, which should be roughly linear.
private func growth(_ name: String, _ check: @escaping (Int) -> () -> Void) -> Benchmark {
  let (few, many) = ("1,000", "5,000")
  return Benchmark(
    name: "model/\(name)", repetitions: 5,
    comparisons: [Comparison(subject: many, baseline: .limit(few), goal: .ratio(atMost: 6))]
  ) {
    [.timed(few, operations: 1, check(1_000)), .timed(many, operations: 1, check(5_000))]
  }
}

private func typeCheck(_ name: String, _ source: String, atMost: Double) -> Benchmark {
  Benchmark(
    name: "type-check/\(name)", repetitions: 5,
    comparisons: [
      Comparison(
        subject: OurDeclarations.source, baseline: .nothing, goal: .atMost(atMost, .milliseconds))
    ]
  ) {
    [
      .measured(OurDeclarations.source, .milliseconds) {
        try TypeChecker.milliseconds(function: "measured", in: source)
      }
    ]
  }
}
