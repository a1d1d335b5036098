-- an optional attribute is added
ALTER TABLE "Word" ADD COLUMN "meaning" TEXT;

-- a required attribute with a default is added
ALTER TABLE "Word" RENAME TO "_armature_old_1";
CREATE TABLE "Word" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "text" TEXT NOT NULL,
  "rank" INTEGER NOT NULL
) STRICT;
INSERT INTO "Word" ("_id", "_version", "text", "rank") SELECT "o"."_id", 7, "o"."text", ? FROM "_armature_old_1" AS "o";
-- integer(5)
DROP TABLE "_armature_old_1";

-- an attribute gets the time of the migration, and a new identifier
ALTER TABLE "Word" RENAME TO "_armature_old_1";
CREATE TABLE "Word" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "text" TEXT NOT NULL,
  "added" ANY NOT NULL,
  "number" TEXT NOT NULL,
  "order" TEXT NOT NULL
) STRICT;
INSERT INTO "Word" ("_id", "_version", "text", "added", "number", "order") SELECT "o"."_id", 7, "o"."text", ?, armature_new_value(0, "o"."_id"), armature_new_value(1, "o"."_id") FROM "_armature_old_1" AS "o";
-- real(60.0)
DROP TABLE "_armature_old_1";

-- an attribute is renamed
ALTER TABLE "Word" RENAME COLUMN "text" TO "word";

-- two attributes swap their names
ALTER TABLE "Word" RENAME TO "_armature_old_1";
CREATE TABLE "Word" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "text" TEXT,
  "word" TEXT
) STRICT;
INSERT INTO "Word" ("_id", "_version", "text", "word") SELECT "o"."_id", 7, "o"."word", "o"."text" FROM "_armature_old_1" AS "o";
DROP TABLE "_armature_old_1";

-- an attribute is removed
ALTER TABLE "Word" RENAME TO "_armature_old_1";
CREATE TABLE "Word" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "text" TEXT NOT NULL
) STRICT;
INSERT INTO "Word" ("_id", "_version", "text") SELECT "o"."_id", 7, "o"."text" FROM "_armature_old_1" AS "o";
DROP TABLE "_armature_old_1";

-- an attribute becomes required, with a default
ALTER TABLE "Word" RENAME TO "_armature_old_1";
CREATE TABLE "Word" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "text" TEXT NOT NULL
) STRICT;
INSERT INTO "Word" ("_id", "_version", "text") SELECT "o"."_id", 7, CASE WHEN "o"."text" IS NULL THEN ? ELSE "o"."text" END FROM "_armature_old_1" AS "o";
-- text("none")
DROP TABLE "_armature_old_1";

-- an attribute becomes optional
ALTER TABLE "Word" RENAME TO "_armature_old_1";
CREATE TABLE "Word" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "text" TEXT
) STRICT;
INSERT INTO "Word" ("_id", "_version", "text") SELECT "o"."_id", 7, "o"."text" FROM "_armature_old_1" AS "o";
DROP TABLE "_armature_old_1";

-- an integer becomes text, which SQL converts
ALTER TABLE "Word" RENAME TO "_armature_old_1";
CREATE TABLE "Word" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "rank" TEXT
) STRICT;
INSERT INTO "Word" ("_id", "_version", "rank") SELECT "o"."_id", 7, CAST("o"."rank" AS TEXT) FROM "_armature_old_1" AS "o";
DROP TABLE "_armature_old_1";

-- text becomes an integer, which the library converts
ALTER TABLE "Word" RENAME TO "_armature_old_1";
CREATE TABLE "Word" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "rank" INTEGER
) STRICT;
INSERT INTO "Word" ("_id", "_version", "rank") SELECT "o"."_id", 7, armature_new_value(0, "o"."rank") FROM "_armature_old_1" AS "o";
DROP TABLE "_armature_old_1";

-- an element of a composite is renamed, and another one is added
ALTER TABLE "Word" RENAME COLUMN "size.width" TO "size.breadth";
ALTER TABLE "Word" ADD COLUMN "size.height" ANY;

-- a value is computed by user code
ALTER TABLE "Word" RENAME TO "_armature_old_1";
CREATE TABLE "Word" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "text" TEXT NOT NULL,
  "length" INTEGER NOT NULL
) STRICT;
INSERT INTO "Word" ("_id", "_version", "text", "length") SELECT "o"."_id", 7, "o"."text", armature_new_value(0, "o"."text", "o"."_id") FROM "_armature_old_1" AS "o";
DROP TABLE "_armature_old_1";

-- a derived attribute is added
ALTER TABLE "Word" ADD COLUMN "capital" TEXT;
UPDATE "Word" SET "capital" = (SELECT armature_function(67371010, "t0"."text") FROM "Word" AS "t0" WHERE "t0"."_id" = "Word"."_id");

-- a set of members with links becomes ordered
ALTER TABLE "Tag" ADD COLUMN "articles_order" INTEGER;
DROP INDEX IF EXISTS "Tag_articles_index";
CREATE INDEX "Tag_articles_index" ON "Tag" ("articles", "articles_order");

-- a set of pairs becomes ordered
ALTER TABLE "Article_tags" RENAME TO "_armature_old_1";
CREATE TABLE "Article_tags" (
  "Article" INTEGER NOT NULL REFERENCES "Article" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  "tags" INTEGER NOT NULL REFERENCES "Tag" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  "tags_order" INTEGER,
  PRIMARY KEY ("Article", "tags")
) STRICT, WITHOUT ROWID;
INSERT INTO "Article_tags" ("Article", "tags", "tags_order") SELECT "l"."Article", "l"."tags", NULL FROM "_armature_old_1" AS "l" WHERE TRUE ON CONFLICT DO NOTHING;
DROP TABLE "_armature_old_1";
CREATE INDEX "Article_tags_back" ON "Article_tags" ("tags", "Article");

-- a link becomes a set
ALTER TABLE "Article" RENAME TO "_armature_old_1";
CREATE TABLE "Article" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "title" TEXT
) STRICT;
CREATE TABLE "Article_tags" (
  "Article" INTEGER NOT NULL REFERENCES "Article" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  "tags" INTEGER NOT NULL REFERENCES "Tag" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY ("Article", "tags")
) STRICT, WITHOUT ROWID;
INSERT INTO "Article" ("_id", "_version", "title") SELECT "o"."_id", 7, "o"."title" FROM "_armature_old_1" AS "o";
INSERT INTO "Article_tags" ("Article", "tags") SELECT "l"."_id", "l"."tags" FROM "_armature_old_1" AS "l" WHERE "l"."tags" IS NOT NULL ON CONFLICT DO NOTHING;
DROP TABLE "_armature_old_1";
CREATE INDEX "Article_tags_back" ON "Article_tags" ("tags", "Article");

-- pairs become links
ALTER TABLE "Article" RENAME TO "_armature_old_1";
ALTER TABLE "Article_tags" RENAME TO "_armature_old_2";
CREATE TABLE "Article" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "title" TEXT,
  "tags" INTEGER REFERENCES "Tag" ("_id") DEFERRABLE INITIALLY DEFERRED
) STRICT;
INSERT INTO "Article" ("_id", "_version", "title", "tags") SELECT "o"."_id", 7, "o"."title", (SELECT "l"."tags" FROM "_armature_old_2" AS "l" WHERE "l"."Article" = "o"."_id" LIMIT 1) FROM "_armature_old_1" AS "o";
DROP TABLE "_armature_old_1";
DROP TABLE "_armature_old_2";
CREATE INDEX "Article_tags_index" ON "Article" ("tags");

-- a relationship gets an inverse
ALTER TABLE "Article" RENAME TO "_armature_old_1";
CREATE TABLE "Article" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "title" TEXT,
  "tags" INTEGER REFERENCES "Tag" ("_id") DEFERRABLE INITIALLY DEFERRED
) STRICT;
INSERT INTO "Article" ("_id", "_version", "title", "tags") SELECT "o"."_id", 7, "o"."title", CASE WHEN EXISTS (SELECT 1 FROM "Tag" AS "_there" WHERE "_there"."_id" = "o"."tags") THEN "o"."tags" END FROM "_armature_old_1" AS "o";
DROP TABLE "_armature_old_1";
CREATE INDEX "Article_tags_index" ON "Article" ("tags");

-- the links of a relationship are dropped
ALTER TABLE "Article_tags" RENAME TO "_armature_old_1";
DROP TABLE "_armature_old_1";

-- an entity is added
CREATE TABLE "Dog" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "name" TEXT
) STRICT;

-- an entity is renamed
ALTER TABLE "Cat" RENAME TO "_armature_old_1";
CREATE TABLE "Tiger" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "name" TEXT
) STRICT;
INSERT INTO "Tiger" ("_id", "_version", "name") SELECT "o"."_id", 7, "o"."name" FROM "_armature_old_1" AS "o";
DROP TABLE "_armature_old_1";

-- an entity gets a parent
ALTER TABLE "Cat" RENAME TO "_armature_old_1";
ALTER TABLE "Keeper" RENAME TO "_armature_old_2";
CREATE TABLE "Animal" (
  "_id" INTEGER PRIMARY KEY,
  "_entity" TEXT NOT NULL,
  "_version" INTEGER NOT NULL,
  "name" TEXT
) STRICT;
CREATE TABLE "Keeper" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "pet" INTEGER,
  "pet_entity" TEXT
) STRICT;
INSERT INTO "Animal" ("_id", "_entity", "_version", "name") SELECT "o"."_id", ?, 7, "o"."name" FROM "_armature_old_1" AS "o";
-- text("Cat")
INSERT INTO "Keeper" ("_id", "_version", "pet") SELECT "o"."_id", 7, "o"."pet" FROM "_armature_old_2" AS "o";
UPDATE "Keeper" SET "pet_entity" = (SELECT "d"."_entity" FROM "Animal" AS "d" WHERE "d"."_id" = "Keeper"."pet") WHERE "pet" IS NOT NULL;
DROP TABLE "_armature_old_1";
DROP TABLE "_armature_old_2";
CREATE INDEX "Keeper_pet_index" ON "Keeper" ("pet");

-- an entity is dropped, with the links to it
ALTER TABLE "Animal" RENAME TO "_armature_old_1";
ALTER TABLE "Keeper" RENAME TO "_armature_old_2";
CREATE TABLE "Animal" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "name" TEXT
) STRICT;
CREATE TABLE "Keeper" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "pet" INTEGER
) STRICT;
INSERT INTO "Animal" ("_id", "_version", "name") SELECT "o"."_id", 7, "o"."name" FROM "_armature_old_1" AS "o" WHERE "o"."_entity" = ?;
-- text("Animal")
INSERT INTO "Keeper" ("_id", "_version", "pet") SELECT "o"."_id", 7, "o"."pet" FROM "_armature_old_2" AS "o";
DROP TABLE "_armature_old_1";
DROP TABLE "_armature_old_2";
CREATE INDEX "Keeper_pet_index" ON "Keeper" ("pet");
UPDATE "Keeper" SET "pet" = NULL WHERE "pet" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "Animal" AS "_there" WHERE "_there"."_id" = "Keeper"."pet");

-- objects are split
ALTER TABLE "Cat" RENAME TO "_armature_old_1";
CREATE TABLE "Cat" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "label" INTEGER REFERENCES "Label" ("_id") DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE TABLE "Label" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "text" TEXT,
  "cat" INTEGER REFERENCES "Cat" ("_id") DEFERRABLE INITIALLY DEFERRED
) STRICT;
INSERT INTO "Cat" ("_id", "_version") SELECT "o"."_id", 7 FROM "_armature_old_1" AS "o";
DROP INDEX IF EXISTS "Cat_label_index";
DROP INDEX IF EXISTS "Label_cat_index";
CREATE INDEX "Cat_label_index" ON "Cat" ("label");
CREATE INDEX "Label_cat_index" ON "Label" ("cat");
DROP TABLE "_armature_old_1";
UPDATE "Cat" SET "label" = NULL WHERE "label" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "Label" AS "_there" WHERE "_there"."_id" = "Cat"."label");
UPDATE "Label" SET "cat" = NULL WHERE "cat" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "Cat" AS "_there" WHERE "_there"."_id" = "Label"."cat");
UPDATE "Keeper" SET "pet" = NULL WHERE "pet" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "Cat" AS "_there" WHERE "_there"."_id" = "Keeper"."pet");

-- values become unique, and an index is replaced
ALTER TABLE "Word" RENAME TO "_armature_old_1";
CREATE TABLE "Word" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "text" TEXT,
  "rank" INTEGER
) STRICT;
INSERT INTO "Word" ("_id", "_version", "text", "rank") SELECT "o"."_id", 7, "o"."text", "o"."rank" FROM "_armature_old_1" AS "o";
DROP TABLE "_armature_old_1";
CREATE INDEX "Word_by_rank_text" ON "Word" ("rank", "text");
CREATE UNIQUE INDEX "Word_unique_text" ON "Word" ("text");

-- values need no longer be unique
DROP INDEX IF EXISTS "Word_unique_text";
