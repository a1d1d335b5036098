#if _pointerBitWidth(_32)
  // Rows keep texts of 16 bytes and numbers in one word, and a value is never read back as another one.
  #error("Armature must have 64-bit words, but this system has 32-bit ones, as most watches have.")
#endif
