CREATE TABLE "Ship" (
  "_id" INTEGER PRIMARY KEY,
  "_entity" TEXT NOT NULL,
  "_version" INTEGER NOT NULL,
  "name" TEXT,
  "length" ANY,
  "isOpen" INTEGER NOT NULL,
  "launched" TEXT,
  "seen" ANY,
  "seen_zone" TEXT,
  "value" TEXT,
  "code" TEXT,
  "ports" TEXT,
  "photo" ANY,
  "berth" INTEGER,
  "berth.pier" INTEGER,
  "rank" INTEGER,
  "Tug.rank" TEXT,
  "owner" INTEGER REFERENCES "Owner" ("_id") DEFERRABLE INITIALLY DEFERRED,
  "owner_order" INTEGER,
  "captain" INTEGER REFERENCES "Captain" ("_id") DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE TABLE "Owner" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL
) STRICT;

CREATE TABLE "Captain" (
  "_id" INTEGER PRIMARY KEY,
  "_version" INTEGER NOT NULL,
  "ship" INTEGER REFERENCES "Ship" ("_id") DEFERRABLE INITIALLY DEFERRED,
  "ship_entity" TEXT,
  "mentor" INTEGER
) STRICT;

CREATE TABLE "Ship_crew" (
  "Ship" INTEGER NOT NULL REFERENCES "Ship" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  "crew" INTEGER NOT NULL REFERENCES "Captain" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  "crew_order" INTEGER,
  PRIMARY KEY ("Ship", "crew")
) STRICT, WITHOUT ROWID;

CREATE INDEX "Captain_mentor_index" ON "Captain" ("mentor");

CREATE UNIQUE INDEX "Captain_ship_only" ON "Captain" ("ship");

CREATE UNIQUE INDEX "Ferry_unique_rank" ON "Ship" ("rank") WHERE "_entity" IN ('Ferry');

CREATE INDEX "Ship_by_length" ON "Ship" ("length" DESC);

CREATE UNIQUE INDEX "Ship_captain_only" ON "Ship" ("captain");

CREATE INDEX "Ship_crew_back" ON "Ship_crew" ("crew", "Ship");

CREATE INDEX "Ship_owner_index" ON "Ship" ("owner", "owner_order");

CREATE INDEX "Ship_photo_files" ON "Ship" ("photo") WHERE typeof("photo") = 'text';

CREATE UNIQUE INDEX "Ship_unique_name" ON "Ship" ("name");
