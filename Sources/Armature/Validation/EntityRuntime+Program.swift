extension EntityRuntime {
  /// The compiled rules of the entity.
  var program: ValidationProgram { uncountedProgram.takeUnretainedValue() }

  /// The same without a count of references, which took as long as the rules of a small object; it lives as long as the
  /// entity's runtime.
  var uncountedProgram: Unmanaged<ValidationProgram> {
    // Nothing else is ever kept there.
    Unmanaged.fromOpaque(
      rules.address
        ?? rules.publish(ValidationProgram(entity, properties)))
  }
}
