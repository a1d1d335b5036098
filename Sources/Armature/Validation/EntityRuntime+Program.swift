extension EntityRuntime {
  /// The compiled rules of the entity.
  var program: ValidationProgram { uncountedProgram.takeUnretainedValue() }

  /// The compiled rules without counting a reference, which took as long as the rules of a small object. They live as
  /// long as the entity's runtime.
  var uncountedProgram: Unmanaged<ValidationProgram> {
    // Nothing else is ever stored there.
    Unmanaged.fromOpaque(
      rules.address
        ?? rules.publish(ValidationProgram(entity, properties)))
  }
}
