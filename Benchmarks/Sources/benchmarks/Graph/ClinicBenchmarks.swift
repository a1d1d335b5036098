import Armature

/// Data of 15 tables with 46,000 rows and 22 references: loading with validation, and saving.
func clinicBenchmark() -> Benchmark {
  Benchmark(
    name: "graph/clinic", repetitions: 5,
    comparisons: [
      Comparison(
        subject: "load-validate-save", baseline: .nothing, goal: .atMost(500, .milliseconds),
        note: "15 tables, 46,000 rows, 22 references")
    ]
  ) {
    let source = LoadSource.data(ClinicData.json(seed: 1))
    let model = try ManagedObjectModel.clinic()
    return [
      .measured("load-validate-save", .milliseconds) {
        let context = ManagedObjectContext(model: model)
        let time = try nanoseconds {
          let result = try context.load(source)
          precondition(result.count == ClinicData.count)
          try context.save()
        }
        return time / 1_000_000
      }
    ]
  }
}
