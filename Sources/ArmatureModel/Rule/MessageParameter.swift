/// A parameter of a template; the raw value is its name there.
package enum MessageParameter: String, Sendable {
  // What every failure has.
  case place, entity, property, value
  // What rules require, and what there is.
  case minimum, maximum, actual, pattern, choices, properties, values, rule, details
  case type, swiftType, found, expected
  // Names and objects.
  case name, suggestion, target, identifier, object, objects, other, relationship
  // Texts and numbers.
  case text, error, count, more, rounds
  // The words around failures.
  case findings, errors, warnings, position, site
}
