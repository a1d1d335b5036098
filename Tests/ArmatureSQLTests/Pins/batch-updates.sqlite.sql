-- all rows
UPDATE "Item" AS "t0" SET "name" = ?, "_version" = ? WHERE ((TRUE) AND (NOT ("name" IS ?)));
-- text("x"), integer(9), text("x")
UPDATE "Item" AS "t0" SET "name" = ?, "_version" = ? WHERE "_id" IN (1, 2);
-- text("x"), integer(9)

-- rows of a condition
UPDATE "Item" AS "t0" SET "count" = ?, "_version" = ? WHERE ((("t0"."price" > ? AND "t0"."price" < '')) AND (NOT ("count" IS ?)));
-- integer(3), integer(9), integer(5), integer(3)
UPDATE "Item" AS "t0" SET "count" = ?, "_version" = ? WHERE "_id" IN (1, 2);
-- integer(3), integer(9)

-- two values
UPDATE "Item" AS "t0" SET "count" = ?, "isSold" = ?, "_version" = ? WHERE ((TRUE) AND (NOT ("count" IS ?) OR NOT ("isSold" IS ?)));
-- null, integer(1), integer(9), null, integer(1)
UPDATE "Item" AS "t0" SET "count" = ?, "isSold" = ?, "_version" = ? WHERE "_id" IN (1, 2);
-- null, integer(1), integer(9)

-- a sub-entity
UPDATE "Item" AS "t0" SET "age" = ?, "_version" = ? WHERE ((("t0"."name" = ?) AND "t0"."_entity" = ?) AND (NOT ("age" IS ?)));
-- integer(3), integer(9), text("Bear"), text("Toy"), integer(3)
UPDATE "Item" AS "t0" SET "age" = ?, "_version" = ? WHERE "_id" IN (1, 2);
-- integer(3), integer(9)

-- an entity alone in its table
UPDATE "Box" AS "t0" SET "label" = ?, "_version" = ? WHERE ((("t0"."label" IS NULL)) AND (NOT ("label" IS ?)));
-- text("L"), integer(9), text("L")
UPDATE "Box" AS "t0" SET "label" = ?, "_version" = ? WHERE "_id" IN (1, 2);
-- text("L"), integer(9)

-- a condition on other tables
UPDATE "Item" AS "t0" SET "count" = ?, "_version" = ? WHERE (("t0"."_id" IN (SELECT "t0"."_id" FROM "Item" AS "t0" LEFT JOIN "Box" AS "t1" ON "t1"."_id" = "t0"."box" WHERE ("t1"."label" = ?) ORDER BY "t0"."_id")) AND (NOT ("count" IS ?)));
-- integer(3), integer(9), text("L"), integer(3)
UPDATE "Item" AS "t0" SET "count" = ?, "_version" = ? WHERE "_id" IN (1, 2);
-- integer(3), integer(9)
