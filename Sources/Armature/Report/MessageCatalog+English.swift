import ArmatureModel

extension MessageCatalog {
  /// The English templates, by key. Use them as the basis of a translation.
  ///
  /// Most templates are messages of failures, and contain parameters in braces. Your translation can use all parameters
  /// of the English template. It can also use the parameters `{place}`, `{entity}`, `{property}` and `{value}`, which
  /// exist for all failures.
  ///
  /// The other templates are used in parts of messages and in reports. Their keys start with `type.`, `found.`,
  /// `structure.`, `place.`, `value.`, `summary.`, `severity.`, `report.`, or `code.` for the explanation of a code.
  public static let englishTemplates: [String: String] = {
    var all = templates
    for (code, explanation) in codes { all["code.\(code)"] = explanation }
    for type in AttributeType.simpleTypes + [.composite([])] {
      all["type.\(type.swiftName)"] = type.phrase
    }
    for format in TextFormat.allCases {
      all["format.\(format.rawValue)"] =
        "{place} must be \(format.phrase), such as \(format.example), but is {value}."
    }
    return all
  }()

  private static let templates: [String: String] = [
    // Rules on values.
    "required": "{place} must have a value, but has none.",
    "length.characters.exactly": "{place} must have {minimum} characters, but has {actual}.",
    "length.characters.exactly.one": "{place} must have 1 character, but has {actual}.",
    "length.characters.between":
      "{place} must have {minimum} to {maximum} characters, but has {actual}.",
    "length.characters.atLeast":
      "{place} must have at least {minimum} characters, but has {actual}.",
    "length.characters.atLeast.one": "{place} must have at least 1 character, but has {actual}.",
    "length.characters.atMost":
      "{place} must have at most {maximum} characters, but has {actual}.",
    "length.characters.atMost.one": "{place} must have at most 1 character, but has {actual}.",
    "length.values.exactly": "{place} must have {minimum} values, but has {actual}.",
    "length.values.exactly.one": "{place} must have 1 value, but has {actual}.",
    "length.values.between": "{place} must have {minimum} to {maximum} values, but has {actual}.",
    "length.values.atLeast": "{place} must have at least {minimum} values, but has {actual}.",
    "length.values.atLeast.one": "{place} must have at least 1 value, but has {actual}.",
    "length.values.atMost": "{place} must have at most {maximum} values, but has {actual}.",
    "length.values.atMost.one": "{place} must have at most 1 value, but has {actual}.",
    "length.bytes.exactly": "{place} must have {minimum} bytes, but has {actual}.",
    "length.bytes.exactly.one": "{place} must have 1 byte, but has {actual}.",
    "length.bytes.between": "{place} must have {minimum} to {maximum} bytes, but has {actual}.",
    "length.bytes.atLeast": "{place} must have at least {minimum} bytes, but has {actual}.",
    "length.bytes.atLeast.one": "{place} must have at least 1 byte, but has {actual}.",
    "length.bytes.atMost": "{place} must have at most {maximum} bytes, but has {actual}.",
    "length.bytes.atMost.one": "{place} must have at most 1 byte, but has {actual}.",
    "range.exactly": "{place} must be {minimum}, but is {value}.",
    "range.between": "{place} must be from {minimum} to {maximum}, but is {value}.",
    "range.upTo": "{place} must be at least {minimum} and less than {maximum}, but is {value}.",
    "range.atLeast": "{place} must be at least {minimum}, but is {value}.",
    "range.atMost": "{place} must be at most {maximum}, but is {value}.",
    "range.lessThan": "{place} must be less than {maximum}, but is {value}.",
    "range.date.exactly": "{place} must be {minimum}, but is {value}.",
    "range.date.between": "{place} must be from {minimum} to {maximum}, but is {value}.",
    "range.date.upTo": "{place} must be {minimum} or later, before {maximum}, but is {value}.",
    "range.date.atLeast": "{place} must be {minimum} or later, but is {value}.",
    "range.date.atMost": "{place} must be {maximum} or earlier, but is {value}.",
    "range.date.lessThan": "{place} must be before {maximum}, but is {value}.",
    "pattern": "{place} must match the pattern {pattern}, but is {value}.",
    "membership": "{place} must be one of {choices}, but is {value}.",
    "membership.one": "{place} must be {choices}, but is {value}.",
    "unique": "{place} must be unique, but another {entity} has {value}, too.",
    "unique.other": "{place} must be unique, but {other} has {value}, too.",
    "unique.several":
      "{place} must be unique in {properties}, but another {entity} has {values}, too.",
    "unique.several.other":
      "{place} must be unique in {properties}, but {other} has {values}, too.",

    // Schemas of JSON values.
    "schema": "{place} must satisfy its schema, but does not.",
    "schema.type": "{place} must be {type}, but is {found}.",
    "schema.greaterThan": "{place} must be greater than {minimum}, but is {value}.",
    "schema.multiple": "{place} must be a multiple of {expected}, but is {value}.",
    "schema.search": "{place} must contain a match of the pattern {pattern}, but is {value}.",
    "schema.unique": "{place} must not have equal values, but those at {values} are equal.",
    "schema.matches.exactly":
      "{place} must have {minimum} values that match a schema, but has {actual}.",
    "schema.matches.between":
      "{place} must have {minimum} to {maximum} values that match a schema, but has {actual}.",
    "schema.matches.atLeast":
      "{place} must have at least {minimum} values that match a schema, but has {actual}.",
    "schema.matches.atLeast.one":
      "{place} must have at least 1 value that matches a schema, but has none.",
    "schema.matches.atMost":
      "{place} must have at most {maximum} values that match a schema, but has {actual}.",
    "schema.members.exactly": "{place} must have {minimum} keys, but has {actual}.",
    "schema.members.between": "{place} must have {minimum} to {maximum} keys, but has {actual}.",
    "schema.members.atLeast": "{place} must have at least {minimum} keys, but has {actual}.",
    "schema.members.atMost": "{place} must have at most {maximum} keys, but has {actual}.",
    "schema.presence": "{place} must have a value, but is missing.",
    "schema.absence": "{place} must be absent, since its schema does not allow the key.",
    "schema.absence.suggestion":
      "{place} must be absent, since its schema does not allow the key. Did you mean {suggestion}?",
    "schema.alternatives":
      "{place} must match one of {count} alternatives, but matches none: {details}.",
    "schema.alternatives.plain":
      "{place} must match one of {count} alternatives, but matches none.",
    "schema.oneAlternative":
      "{place} must match only one alternative, but matches those at {values}.",
    "schema.exclusion": "{place} must not match a schema that excludes values, but is {found}.",
    "schema.limit":
      "{place} must be checked in a limited number of steps and levels, but its schema needs more.",
    "schema.type.null": "null",
    "schema.type.boolean": "true or false",
    "schema.type.object": "an object",
    "schema.type.array": "an array",
    "schema.type.string": "text",
    "schema.type.number": "a number",
    "schema.type.integer": "a whole number",

    // Rules on relationships and objects.
    "count.exactly": "{place} must have {minimum} objects, but has {actual}.",
    "count.exactly.one": "{place} must have 1 object, but has {actual}.",
    "count.between": "{place} must have {minimum} to {maximum} objects, but has {actual}.",
    "count.atLeast": "{place} must have at least {minimum} objects, but has {actual}.",
    "count.atLeast.one": "{place} must have at least 1 object, but has {actual}.",
    "count.atMost": "{place} must have at most {maximum} objects, but has {actual}.",
    "count.atMost.one": "{place} must have at most 1 object, but has {actual}.",
    "rule": "{place}: the rule {rule} must hold, but does not.",
    "rule.details": "{place}: the rule {rule} must hold, but does not ({details}).",
    "rule.value": "{place} must satisfy the rule {rule}, but is {value}.",

    // Types and shapes.
    "type.wrong": "{place} must be {type}, but is {found}.",
    "type.wrong.value": "{place} must be {type}, but is {value}.",
    "type.wrong.swift": "{place} must be of type {swiftType}, but is of type {found}.",
    "type.wrong.swift.value":
      "{place} must be of type {swiftType}, but is {value} of type {found}.",
    "type.notRepresentable": "{place} must be a value of {swiftType}, but is {value}.",
    "type.structure": "{place} must be {type}, but is {found}.",
    "type.structure.unnamed":
      "{place} must be an object with the records of each entity, but is an array. "
      + "Name the entity of its records: .text(json, as: \"Book\"), .file(path, as: \"Book\").",
    "entity.none":
      "{place} must be an object of one of {count} sub-entities, but fits none: {details}.",
    "type.structure.deep":
      "{place} must be nested in at most {maximum} arrays and objects, but is deeper. "
      + "Write its objects on their own.",
    "type.structure.written":
      "{place} must lead to an object that is written, too, since nothing identifies a {target}. "
      + "Declare an attribute with identifying(), or write all entities with json().",
    "type.structure.cell":
      "{place} must have text in CSV, but has none. Nothing identifies a {target}: declare an "
      + "attribute with identifying(), or write all entities with json().",
    "type.structure.value": "{place} must be {type}, but is {value}.",

    // Data.
    "key.unknown": "{place} is not a property of {entity}.",
    "key.unknown.suggestion": "{place} is not a property of {entity}. Did you mean {suggestion}?",
    "key.notAllowed": "{place} must not be set from this data.",
    "key.notAllowed.derived":
      "{place} is derived from other values and must not be set from data.",
    "key.notAllowed.transient":
      "{place} is transient and must not be set from data. Remove the key, or name it in "
      + "LoadOptions(ignoring:).",
    "key.duplicate": "{place} must occur once, but occurs again.",
    "entity.unknown": "{name} is not an entity of the model.",
    "entity.unknown.suggestion":
      "{name} is not an entity of the model. Did you mean {suggestion}?",
    "entity.abstract":
      "{place} must be an object of a sub-entity of {entity}, but is an object of {entity} "
      + "itself. Name the sub-entity in the record, with \"@entity\".",
    "value.missing": "{place} must have a value, but its key is missing.",
    "value.missing.key": "{place} must have a value, but its key {name} is missing.",
    "value.outOfRange": "{place} must be {type}, but {value} is out of range.",
    "value.outOfRange.bounds":
      "{place} must be a whole number from {minimum} to {maximum}, but is {value}.",
    "value.inexact": "{place} must be {type}, but {value} cannot be represented exactly.",
    "value.badDate": "{place} must be a date such as 2026-11-21T08:30:00Z, but is {value}.",
    "value.badFormat": "{place} must be {type}, but is {value}.",
    "reference.broken": "{place} refers to the {target} {identifier}, which does not exist.",
    "reference.broken.suggestion":
      "{place} refers to the {target} {identifier}, which does not exist. "
      + "Did you mean {suggestion}?",
    "reference.leftOut":
      "{place} refers to the {target} {identifier}, which was left out because it is invalid.",
    "record.leftOut":
      "{place} was left out because it is invalid, together with {count} valid records inside it.",
    "record.leftOut.one":
      "{place} was left out because it is invalid, together with 1 valid record inside it.",
    "reference.contradictory":
      "{place} must link {object} to one {target}, but the data links it to several: {objects}.",
    "reference.ambiguous":
      "{place} must refer to one {target}, but {identifier} identifies {count}.",
    "identity.duplicate": "{place} must identify one {entity}, but {other} has {value}, too.",
    "identity.duplicate.stored":
      "{place} must identify one {entity}, but {other}, which is already stored, has {value}, too.",
    "identity.missing":
      "{place} must have an identity, by which a later load finds its object, but no attribute "
      + "of {entity} is "
      + "identifying().",
    "identity.missing.several":
      "{place} must have an identity, by which a later load finds its object, but several "
      + "attributes of {entity} are identifying(): {properties}. Keep one of them.",
    "identity.missing.unique":
      "{place} must have an identity, by which a later load finds its object, but no attribute "
      + "of {entity} is identifying(). Make a unique attribute identifying(): {properties}.",
    "syntax": "{text}",
    "report.limit":
      "At most {count} failures are listed, but the data has {more} more. The first of them is here.",
    "report.limit.one":
      "At most 1 failure is listed, but the data has {more} more. The first of them is here.",
    "report.limit.syntax":
      "At most {count} failures are listed, but the data has {more} more, including unreadable "
      + "text. The first of them is here.",
    "report.limit.syntax.one":
      "At most 1 failure is listed, but the data has {more} more, including unreadable text. "
      + "The first of them is here.",

    // The graph of objects.
    "delete.denied":
      "{place} must be empty before the {entity} is deleted, but has {count}.",
    "delete.denied.first":
      "{place} must be empty before the {entity} is deleted, but has {count}: {objects}.",
    "delete.unstable":
      "{place} must stop deleting objects in prepareForDeletion, but still deleted more after "
      + "{rounds} rounds.",
    "delete.unstable.one":
      "{place} must stop deleting objects in prepareForDeletion, but still deleted more after 1 "
      + "round.",
    "reference.dangling": "{place} must refer to an object that exists, but {other} was deleted.",
    "owner":
      "{place} must belong to an object by {relationship}, but belongs to none. Add it there, or delete it.",
    "owner.cycle":
      "{place} must not be a part of itself, but belongs to {objects}, which is a part of it.",
    "owner.several": "{place} must belong to one object only, but belongs to {objects}.",
    "value.derived":
      "{place} must be {expected}, since it is derived from other values, but is {value}.",
    "value.derived.absent":
      "{place} must be {expected}, since it is derived from other values, but has no value.",
    "value.derived.present":
      "{place} must have no value, since it is derived from other values, but is {value}.",
    "rule.unbound":
      "{place}: the rule {rule} must have its closure, but the model was decoded. Bind it again.",
    "rule.threw": "{place}: the rule {rule} must hold, but threw an error: {error}",
    "object.changed":
      "{place} must not change while it is validated, but did. Change it in willSave.",
    "object.invalidated": "{place} must be in a context, but was deleted or reset.",
    "object.invalidated.context":
      "{place} must be in a context, but its context was released. Keep the context while its "
      + "objects are in use.",

    // Words within messages.
    "place.input": "The input",
    "value.none": "no value",
    "value.bytes": "{count} bytes",
    "value.bytes.one": "1 byte",
    "found.text": "text",
    "found.number": "a number",
    "found.bool": "true or false",
    "found.array": "an array",
    "found.object": "an object",
    "found.null": "null",
    "structure.object": "an object",
    "structure.list": "an array",
    "structure.record": "an object, since no single attribute of {target} is identifying()",
    "structure.reference": "a reference to {target}",
    "structure.references": "an array of references to {target}",
    "structure.keyed": "an object with a record of {target} for each key",
    "structure.written": "a link to a {target} that is written, too",
    "structure.cell": "text that identifies a {target}",

    // The summary of a report.
    "summary.errors": "{count} errors",
    "summary.errors.one": "1 error",
    "summary.warnings": "{count} warnings",
    "summary.warnings.one": "1 warning",
    "summary.objects": "{findings} in {count} objects",
    "summary.objects.one": "{findings} in 1 object",
    "summary.both": "{errors} and {warnings}",
    "summary.none": "No errors, no warnings",
    "severity.error": "error",
    "severity.warning": "warning",
    "report.at": "at {position}",
    "report.more": "and {count} more",
    "report.rule": "rule at {site}",
  ]

  /// The codes of all failures, each with an English sentence that explains the code.
  public static let codes: KeyValuePairs<String, String> = [
    "required": "A required property has no value.",
    "length.tooShort": "Text, data or a list is shorter than its rule allows.",
    "length.tooLong": "Text, data or a list is longer than its rule allows.",
    "range.tooSmall": "A value lies below its range.",
    "range.tooLarge": "A value lies above its range.",
    "range.notANumber": "A value cannot be compared with its range.",
    "pattern": "Text does not match its pattern.",
    "format": "Text does not have its format, such as that of an email address.",
    "schema": "A part of a JSON value does not satisfy its schema.",
    "membership": "A value is not in the list of its rule.",
    "unique": "Another object has values that must be unique.",
    "count.tooFew": "A relationship leads to fewer objects than its rule allows.",
    "count.tooMany": "A relationship leads to more objects than its rule allows.",
    "rule": "A named rule does not hold.",
    "type.wrong": "A value has the wrong type for its attribute.",
    "type.notRepresentable": "The Swift type of the attribute cannot represent a value.",
    "type.structure": "The structure of the data does not match the model.",
    "key.unknown": "A key is not a property of the entity.",
    "key.notAllowed": "A key must not be set from this data.",
    "key.duplicate": "A key occurs twice in one object.",
    "entity.unknown": "The model has no such entity.",
    "entity.abstract": "An object belongs to an abstract entity itself.",
    "value.missing": "The key of a required property is missing.",
    "value.outOfRange": "A number is out of range for its attribute's type.",
    "value.inexact": "The type of the attribute cannot represent a number exactly.",
    "value.badDate": "Text is not a date.",
    "value.badFormat": "Text is not in the format of its attribute's type.",
    "reference.broken": "A reference leads to an object that does not exist.",
    "reference.leftOut": "A reference leads to an invalid object that was left out.",
    "record.leftOut": "An invalid record was left out, together with valid records inside it.",
    "reference.contradictory": "An object that may have one link has several.",
    "reference.ambiguous": "A reference leads to several objects.",
    "identity.duplicate": "Two objects have the same identifying value.",
    "identity.missing":
      "A record that may update an object belongs to an entity without an identifying attribute.",
    "syntax": "Text cannot be read.",
    "report.limit": "There are more failures than the limit of the list.",
    "delete.denied": "A relationship prevents the deletion of an object.",
    "delete.unstable": "An object kept deleting other objects in prepareForDeletion.",
    "reference.dangling": "A relationship leads to an object that was deleted.",
    "entity.none": "A record fits no sub-entity of an abstract entity.",
    "owner": "A part must belong to exactly one object.",
    "value.derived": "A stored value differs from its derived value.",
    "rule.unbound": "The closure of a rule is missing.",
    "rule.threw": "A rule threw an error.",
    "object.changed": "An object changed while it was validated.",
    "object.invalidated": "An object is no longer in a context.",
  ]
}
