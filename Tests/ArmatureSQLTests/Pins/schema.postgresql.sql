CREATE TABLE "Ship" (
  "_id" bigint PRIMARY KEY,
  "_entity" text COLLATE "C" NOT NULL,
  "_version" bigint NOT NULL,
  "name" text COLLATE "C",
  "length" double precision,
  "isOpen" boolean NOT NULL,
  "launched" date,
  "seen" timestamptz,
  "seen_zone" text COLLATE "C",
  "value" numeric,
  "code" uuid,
  "ports" text[],
  "photo" bytea,
  "berth" boolean,
  "berth.pier" bigint,
  "rank" bigint,
  "Tug.rank" text COLLATE "C",
  "owner" bigint,
  "owner_order" bigint,
  "captain" bigint
);

CREATE TABLE "Owner" (
  "_id" bigint PRIMARY KEY,
  "_version" bigint NOT NULL
);

CREATE TABLE "Captain" (
  "_id" bigint PRIMARY KEY,
  "_version" bigint NOT NULL,
  "ship" bigint,
  "ship_entity" text COLLATE "C",
  "mentor" bigint
);

CREATE TABLE "Ship_crew" (
  "Ship" bigint NOT NULL,
  "crew" bigint NOT NULL,
  "crew_order" bigint,
  PRIMARY KEY ("Ship", "crew")
);

CREATE INDEX "Captain_mentor_index" ON "Captain" ("mentor" NULLS FIRST);

CREATE UNIQUE INDEX "Captain_ship_only" ON "Captain" ("ship" NULLS FIRST);

CREATE UNIQUE INDEX "Ferry_unique_rank" ON "Ship" ("rank") WHERE "_entity" IN ('Ferry');

CREATE INDEX "Ship_by_length" ON "Ship" ("length" DESC NULLS LAST);

CREATE UNIQUE INDEX "Ship_captain_only" ON "Ship" ("captain" NULLS FIRST);

CREATE INDEX "Ship_crew_back" ON "Ship_crew" ("crew", "Ship");

CREATE INDEX "Ship_owner_index" ON "Ship" ("owner" NULLS FIRST, "owner_order" NULLS FIRST);

CREATE INDEX "Ship_photo_files" ON "Ship" ("photo") WHERE FALSE;

CREATE UNIQUE INDEX "Ship_unique_name" ON "Ship" ("name");

ALTER TABLE "Ship" ADD FOREIGN KEY ("owner") REFERENCES "Owner" ("_id");

ALTER TABLE "Ship" ADD FOREIGN KEY ("captain") REFERENCES "Captain" ("_id");

ALTER TABLE "Captain" ADD FOREIGN KEY ("ship") REFERENCES "Ship" ("_id");

ALTER TABLE "Ship_crew" ADD FOREIGN KEY ("Ship") REFERENCES "Ship" ("_id") ON DELETE CASCADE;

ALTER TABLE "Ship_crew" ADD FOREIGN KEY ("crew") REFERENCES "Captain" ("_id") ON DELETE CASCADE;
