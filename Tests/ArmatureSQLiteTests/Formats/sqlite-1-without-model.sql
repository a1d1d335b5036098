PRAGMA application_id = 1098018145;
PRAGMA user_version = 1;
PRAGMA journal_mode = WAL;
BEGIN TRANSACTION;
CREATE TABLE "Author" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "name" TEXT,
  "born" ANY
) STRICT;
INSERT INTO "Author" VALUES(1,1,'Jane Austen',-7120000000.5);
CREATE TABLE "Book" (
  "_id" INTEGER PRIMARY KEY,
  "_entity" TEXT NOT NULL,
  "_version" INTEGER NOT NULL,
  "title" TEXT NOT NULL,
  "price" TEXT,
  "pages" INTEGER NOT NULL,
  "words" TEXT,
  "code" TEXT,
  "author" INTEGER REFERENCES "Author" ("_id") DEFERRABLE INITIALLY DEFERRED,
  "author_order" INTEGER
) STRICT;
INSERT INTO "Book" VALUES(4,'Novel',1,'Emma','9.9',1,'["a","b, \"c\""]','0F0E0D0C-0B0A-0908-0706-050403020100',1,0);
INSERT INTO "Book" VALUES(5,'Book',1,'Letters',NULL,1,NULL,NULL,1,16777216);
CREATE TABLE "Book_tags" (
  "Book" INTEGER NOT NULL REFERENCES "Book" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  "tags" INTEGER NOT NULL REFERENCES "Tag" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY ("Book", "tags")
) STRICT, WITHOUT ROWID;
INSERT INTO "Book_tags" VALUES(4,2);
INSERT INTO "Book_tags" VALUES(4,3);
INSERT INTO "Book_tags" VALUES(5,3);
CREATE TABLE "Tag" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "word" TEXT NOT NULL
) STRICT;
INSERT INTO "Tag" VALUES(2,1,'old');
INSERT INTO "Tag" VALUES(3,1,'gröss');
CREATE TABLE "_armature" ("key" TEXT PRIMARY KEY, "value" ANY) STRICT, WITHOUT ROWID;
INSERT INTO "_armature" VALUES('fingerprint','3c680c4ea5956c01b9e10d66a8bb33c8');
INSERT INTO "_armature" VALUES('identifier','59519BA3-8E28-4965-9567-3F38AAC42F2E');
INSERT INTO "_armature" VALUES('lastCommit',1);
INSERT INTO "_armature" VALUES('nextKey',65);
CREATE UNIQUE INDEX "Author_unique_name" ON "Author" ("name");
CREATE INDEX "Book_author_index" ON "Book" ("author", "author_order");
CREATE INDEX "Book_tags_back" ON "Book_tags" ("tags", "Book");
COMMIT;
