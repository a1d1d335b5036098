/// What a declaration costs: when a model is built, and when its source is compiled.
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
