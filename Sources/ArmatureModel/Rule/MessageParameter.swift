/// A parameter of a message template. The raw value is its name in the template.
package enum MessageParameter: String, Sendable {
  // Parameters of every failure.
  case place, entity, property, value
  // Requirements of rules, and the actual values.
  case minimum, maximum, actual, pattern, choices, properties, values, rule, details
  case type, swiftType, found, expected
  // Names and objects.
  case name, suggestion, target, identifier, object, objects, other, relationship
  // Text and numbers.
  case text, error, count, more, rounds
  // Parts of a report around its failures.
  case findings, errors, warnings, position, site
}
