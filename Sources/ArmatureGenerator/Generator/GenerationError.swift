public import Armature

/// No valid object was found: what the last try still had wrong, or that there is no end to them.
public struct GenerationError: Error, Sendable, CustomStringConvertible {
  /// The name of the entity.
  public let entity: String
  /// The rules that could not be kept, with the values of the last try.
  public let report: ValidationReport
  /// How many objects the relationships of one had required when it was given up; 0 for another
  /// cause.
  public let requiredObjects: Int

  /// What was tried, what is wrong, and what can be done.
  public var description: String {
    if requiredObjects > 0 {
      return "No valid \(entity) can be made: its required relationships led to"
        + " \(requiredObjects) further objects, without an end. Make one of them optional."
    }
    return "No valid \(entity) was found in \(ValueSampler.tries) tries. The last one:\n\(report)\n"
      + "Supply values that keep these rules: generator.supply([…], for: \"…\", of: \"\(entity)\"). What a"
      + " relationship must have is found if it is declared there, as in .count(2...).required()."
  }
}
