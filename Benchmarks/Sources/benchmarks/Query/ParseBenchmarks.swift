import ArmatureModel

/// Parsing conditions as applications write them.
func parseBenchmarks() -> [Benchmark] {
  [
    Benchmark(
      name: "query",
      comparisons: [
        Comparison(
          subject: "parse", baseline: .nothing, goal: .atMost(10_000, .nanoseconds),
          note: "of 5 conditions of 40 to 80 characters")
      ]
    ) {
      let texts = [
        "pages > 100 AND author.name BEGINSWITH[cd] \"fr\"",
        "ANY albums.tracks.genre.name == 'Jazz'",
        "SUBQUERY(tracks, $t, $t.milliseconds > 300000 AND $t.composer == nil).@count > 5",
        "price BETWEEN {1.5, 20} OR title IN {\"One\", \"Two\", \"Intro\"}",
        "tracks.@sum.milliseconds > %d && NOT (composer == %@)",
      ]
      return [
        .timed("parse", operations: 10_000) {
          for _ in 0..<2_000 {
            for (index, text) in texts.enumerated() {
              sink(
                expect {
                  index == texts.count - 1
                    ? try FetchPredicate(text, 4_000_000, "Unknown") : try FetchPredicate(text)
                })
            }
          }
        }
      ]
    }
  ]
}
