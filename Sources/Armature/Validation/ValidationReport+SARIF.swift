import ArmatureModel

extension ValidationReport {
  /// A log with one run (OASIS, "Static Analysis Results Interchange Format 2.1.0").
  func sarif(by writer: MessageWriter) -> String {
    var codes: [String] = []
    var indices: [String: Int] = [:]
    var results: [SARIFLog.Result] = []
    for failure in failures {
      let index = indices[failure.code] ?? codes.count
      if index == codes.count {
        codes.append(failure.code)
        indices[failure.code] = index
      }
      results.append(failure.sarifResult(ruleIndex: index, by: writer))
    }
    let rules = codes.map { code in
      SARIFLog.Rule(id: code, shortDescription: SARIFLog.Message(writer.text("code.\(code)")))
    }
    let tool = SARIFLog.Tool(driver: SARIFLog.Driver(name: "Armature", rules: rules))
    return Self.json(SARIFLog(runs: [SARIFLog.Run(tool: tool, results: results)]))
  }
}

extension ValidationFailure {
  fileprivate func sarifResult(ruleIndex: Int, by writer: MessageWriter) -> SARIFLog.Result {
    var location = SARIFLog.Location(
      physicalLocation: source.flatMap(SARIFLog.PhysicalLocation.init))
    let address = address
    if !address.isEmpty {
      location.logicalLocations = [
        SARIFLog.LogicalLocation(
          name: address.displayEscaped(), kind: keyPath.isEmpty ? "object" : "property")
      ]
    }
    return SARIFLog.Result(
      ruleId: code, ruleIndex: ruleIndex, level: severity.rawValue,
      message: SARIFLog.Message(locatedMessage(by: writer)),
      locations: location.isEmpty ? [] : [location], relatedLocations: relatedLocations,
      properties: SARIFLog.Properties(
        coreDataCode: coreDataCode, path: source?.path?.displayEscaped(),
        ruleSite: knownRuleSite?.description.displayEscaped()))
  }

  /// The other objects of a conflict, where they stand in the data.
  private var relatedLocations: [SARIFLog.Location]? {
    let others =
      switch kind {
      case .rule(_, _, _, let others): others
      case .duplicateIdentity(let other): [other]
      case .contradictoryReference(_, let ends): ends
      case .deleteDenied(_, _, let first): first
      default: [Object]()
      }
    let locations = others.compactMap { other in
      other.source.flatMap(SARIFLog.PhysicalLocation.init).map {
        SARIFLog.Location(
          physicalLocation: $0,
          message: SARIFLog.Message(other.description))
      }
    }
    return locations.isEmpty ? nil : locations
  }
}
