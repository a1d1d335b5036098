import ArmatureModel

extension ManagedObject {
  /// True if the object has its values, and the store has a row for it. Unsaved changes make no difference, even if the
  /// object is deleted in this context.
  ///
  /// The value is false for an object that another context has deleted and this context has restored, because the store
  /// no longer has its row.
  @inline(__always) final var hasRow: Bool { row.version != 0 && row.state.life.hasRow }

  /// Whether a relationship with a rule may forbid the deletion of the object.
  final func isDenied(by rule: DeleteRule) -> Bool {
    rule == .deny && !row.state.contains(.inserted)
  }
}

/// The stages of life in the bits of a state.
extension RowState {
  /// The stage in the bits.
  @inline(__always) var life: ObjectLife {
    if contains(.invalidated) { return .invalidated }
    if !contains(.registered) { return .detached }
    if contains(.deleted) {
      if contains(.erased) { return .erased }
      if contains(.inserted) { return .withdrawn }
      return contains(.updated) ? .updatedAndDeleted : .deleted
    }
    if contains(.fault) { return .fault }
    if contains(.inserted) { return .inserted }
    return contains(.updated) ? .updated : .saved
  }

  /// Creates the bits of a stage.
  @inline(__always) init(_ life: ObjectLife) {
    switch life {
    case .detached: self = RowState(rawValue: 0)
    case .fault: self = .registered | .fault
    case .saved: self = .registered
    case .updated: self = .registered | .updated
    case .inserted: self = .registered | .inserted
    case .deleted: self = .registered | .deleted
    case .updatedAndDeleted: self = .registered | .updated | .deleted
    case .withdrawn: self = .registered | .inserted | .deleted
    case .erased: self = .registered | .deleted | .erased
    case .invalidated: self = .invalidated
    }
  }

  /// All bits that represent stages.
  private static let stages: RowState =
    .registered | .fault | .inserted | .updated | .deleted | .erased | .invalidated

  /// The marks of user code that is running for an object. They end with its deletion.
  private static let calls: RowState =
    .validating | .validatedAgain | .changedByRule | .preparedForDeletion

  /// Returns the state after an event that leads to a stage. It consists of the bits of the stage and the remaining
  /// marks.
  @inline(__always) func after(_ event: LifeEvent, as next: ObjectLife) -> RowState {
    RowState(next) | marks(after: event, as: next)
  }

  @inline(__always) private func marks(after event: LifeEvent, as next: ObjectLife) -> RowState {
    switch event {
    case .insertion: intersection(.ownsRuntime) | .touched
    case .discovery: subtracting(Self.stages)
    case .reading, .emptying: intersection(.ownsRuntime) | .unchanged
    // The next write must be noticed, regardless of the cause of this one.
    case .firstChange: subtracting(Self.stages | .unchanged) | .watched
    case .revert: subtracting(Self.stages | .touched | .overtaken) | .unchanged
    case .deletion: subtracting(Self.stages)
    case .restoration:
      next == .inserted && contains(.erased)
        ? intersection(.ownsRuntime) | .reinserted
        : subtracting(
          Self.stages | Self.calls | .cascaded | .touched | .indexed | .noticed | .recoverable)
    case .save:
      next == .erased
        ? intersection(.ownsRuntime) | .recoverable | .watched
        : intersection(.touched | .indexed | .ownsRuntime) | .unchanged
    case .departure: intersection(.ownsRuntime)
    }
  }
}
