/// Returns the suppressions of the address sanitizer's leak checker, which looks for this symbol.
///
/// The checker misses references that Swift stores in enums with tag bits in the high bits, such as indirect cases.
/// Objects held this way by a global live as long as the process, like the runtime that the first use of a global model
/// adds to it.
@_cdecl("__lsan_default_suppressions")
func leakSuppressions() -> UnsafeRawPointer {
  let text: StaticString = """
    leak:once_slow
    leak:ValidationCompiler
    """
  return UnsafeRawPointer(text.utf8Start)
}
