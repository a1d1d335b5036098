/// What the leak checker of the address sanitizer must not report; it looks for this symbol.
///
/// It misses references that Swift keeps in enums with tag bits in their high bits, such as indirect
/// cases. What a global holds that way lives as long as the process, and so does the runtime that
/// the first use of a model in a global adds to it.
@_cdecl("__lsan_default_suppressions")
func leakSuppressions() -> UnsafeRawPointer {
  let text: StaticString = """
    leak:once_slow
    leak:ValidationCompiler
    """
  return UnsafeRawPointer(text.utf8Start)
}
