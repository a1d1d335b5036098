/// The code of the user that a graph is running, and what it may see.
struct UserCodeScope {
  /// What such code has read that is absent, while it runs.
  var absentReads: AbsentReads?
  /// The objects in place of absent ones that such code was given, in a graph of their own.
  var standIns: ObjectGraph?
  /// How many reads are under way that have called such code, and go on with their handles.
  var openReads = 0
  /// How many resets are under way, one within the other: a `deinit` may reset again.
  var openResets = 0
}
