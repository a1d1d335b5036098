CREATE TABLE "_armature_saves" (
  "number" INTEGER PRIMARY KEY,
  "date" ANY NOT NULL,
  "author" TEXT,
  "context" TEXT
) STRICT;

CREATE TABLE "_armature_changes" (
  "save" INTEGER NOT NULL,
  "position" INTEGER NOT NULL,
  "change" TEXT NOT NULL,
  "entity" TEXT NOT NULL,
  "properties" TEXT,
  "keys" TEXT NOT NULL,
  PRIMARY KEY ("save", "position")
) STRICT, WITHOUT ROWID;
