/// Reading and writing nested documents: 20,000 orders.
func documentBenchmarks() -> [Benchmark] {
  let count = OrderDocument.recordCount
  let document = Shared { OrderDocument.json(count) }
  return [
    Benchmark(
      name: "documents/load-and-validate", repetitions: 5,
      comparisons: [
        Comparison(
          subject: OurJSON.objects, baseline: .python("pydantic validate_json, nested"),
          goal: .timesFaster(atLeast: 5)),
        Comparison(
          subject: OurJSON.objects, baseline: .python("msgspec.json.decode, nested"),
          goal: .timesFaster(atLeast: 2), note: "msgspec: no bounds of decimal numbers"),
        Comparison(
          subject: OurJSON.objects, baseline: .python("jsonschema validate, nested"),
          goal: .timesFaster(atLeast: 20), note: "jsonschema: values that were parsed before"),
      ]
    ) {
      OurDocuments.loadAndValidate(document.value, count)
    },
    Benchmark(
      name: "documents/save-no-trim", repetitions: 5, heap: .untrimmed,
      comparisons: [
        Comparison(
          subject: OurJSON.objects, baseline: .python("orjson.dumps, nested"),
          goal: .timesFaster(atLeast: 1), note: "orjson: dates are text, decimals are floats")
      ]
    ) {
      OurJSON.save(document.value, count, of: "Order", in: OurDocuments.model)
    },
  ]
}
