CREATE TABLE "_armature_saves" (
  "number" bigint PRIMARY KEY,
  "date" double precision NOT NULL,
  "author" text COLLATE "C",
  "context" text COLLATE "C"
);

CREATE TABLE "_armature_changes" (
  "save" bigint NOT NULL,
  "position" bigint NOT NULL,
  "change" text COLLATE "C" NOT NULL,
  "entity" text COLLATE "C" NOT NULL,
  "properties" text COLLATE "C",
  "keys" text COLLATE "C" NOT NULL,
  PRIMARY KEY ("save", "position")
);
