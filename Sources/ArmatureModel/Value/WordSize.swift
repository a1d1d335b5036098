#if _pointerBitWidth(_32)
  // Rows store texts of 16 bytes, and numbers in one word. A value is never read back as another value.
  #error("Armature must have 64-bit words, but this system has 32-bit ones, as most watches have.")
#endif
