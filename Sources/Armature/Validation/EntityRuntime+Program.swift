extension EntityRuntime {
  /// The compiled rules of the entity.
  var program: ValidationProgram {
    // Nothing else is ever kept there.
    Unmanaged.fromOpaque(
      rules.address
        ?? rules.publish(ValidationProgram(entity, properties, dangling: dangling))
    ).takeUnretainedValue()
  }
}
