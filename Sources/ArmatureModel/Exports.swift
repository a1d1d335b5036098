// The toolchain needs one file per target.
