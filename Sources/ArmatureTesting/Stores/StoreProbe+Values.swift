import Armature

extension StoreProbe {
  /// Checks that each value is read unchanged and can be found.
  func checkValues() {
    for (name, values) in samples.all {
      let keys = keys(values.count)
      commit("Rows are inserted with values of \(name).") { rows in
        for (key, value) in zip(keys, values) { rows.insert(key, "Sample", [name: value]) }
      }
      compareValues(name, values, keys, "was inserted")
      commit("All values of \(name) go.") { rows in
        for key in keys { rows.set(key, name, .null) }
      }
      compareValues(name, values, keys, "has gone")
      commit("Rows get values of \(name).") { rows in
        for (key, value) in zip(keys, values) { rows.set(key, name, value) }
      }
      compareValues(name, values, keys, "was set")
      if SampleValues.isComparable(name) { checkSearch(name, values, keys) }
    }
    compare("Rows have values of every type.")
  }

  private func compareValues(
    _ name: String, _ values: [AttributeValue], _ keys: [Int64], _ what: String
  ) {
    guard let entity = model["Sample"] else { return }
    for (key, value) in zip(keys, values) {
      let action = "\(name) \(SampleValues.text(value)) \(what), and its row is read."
      guard let expected = rows.row(key) else { continue }
      do {
        guard let found = try store.rows(for: [key], of: entity, in: model).first else {
          note(.values, action, must: "there is a row", is: "there is none")
          continue
        }
        if found.values == expected.values { continue }
        note(
          .values, action, must: SampleValues.text(rows.objects[key]?.values[name] ?? .null),
          is: "\(found.values.filter { !$0.isNull }.map(SampleValues.text))")
      } catch {
        note(.values, action, must: "it is read", is: "it throws \(error)")
      }
    }
  }

  /// Searches for each value, and for all smaller values.
  private func checkSearch(_ name: String, _ values: [AttributeValue], _ keys: [Int64]) {
    for value in values {
      for comparison in [FetchPredicate.Comparison.equal, .less] {
        let request = FetchRequest(
          "Sample", where: .comparison(.keyPath([name]), comparison, .constant(value)))
        let wanted: ValueOrder = comparison == .equal ? .same : .ascending
        check(
          request,
          rows.keys(of: "Sample").filter { key in
            guard let other = rows.objects[key]?.values[name] else { return false }
            return other.compare(value) == wanted
          })
      }
    }
  }
}
