-- obstacle
SELECT EXISTS (SELECT 1 FROM "Box" WHERE "last" IN (SELECT "_id" FROM "Item" AS "t0" WHERE ("t0"."count" = ?)));

-- obstacle
SELECT EXISTS (SELECT 1 FROM "Item" AS "t0" WHERE (("t0"."count" = ?)) AND "next" IS NOT NULL);

-- obstacle
SELECT EXISTS (SELECT 1 FROM "Item" WHERE "next" IN (SELECT "_id" FROM "Item" AS "t0" WHERE ("t0"."count" = ?)));

-- obstacle
SELECT EXISTS (SELECT 1 FROM "Item_tags" WHERE "Item" IN (SELECT "_id" FROM "Item" AS "t0" WHERE ("t0"."count" = ?)));

-- rows
"Item" AS "t0" WHERE (("t0"."count" = ?))

-- deletion
DELETE FROM "Item" AS "t0" WHERE "_id" = 1;

-- cleared box
UPDATE "Item" SET "_version" = ?, "box" = NULL, "box_order" = NULL WHERE ("box" IN (1, 2) AND NOT "_id" IN (1, 2));
-- integer(9)
SELECT "_id", "_entity" FROM "Item" WHERE ("box" IN (1, 2) AND NOT "_id" IN (1, 2));

-- cleared next
UPDATE "Item" SET "_version" = ?, "next" = NULL, "next_entity" = NULL WHERE ("next" IN (1, 2) AND NOT "_id" IN (1, 2));
-- integer(9)
SELECT "_id", "_entity" FROM "Item" WHERE ("next" IN (1, 2) AND NOT "_id" IN (1, 2));
