-- Book
SELECT "t0"."_id", "t0"."_entity", "t0"."_version", "t0"."title", "t0"."pages", "t0"."price", "t0"."weight", "t0"."inPrint", "t0"."added", "t0"."number", "t0"."cover", "t0"."words", "t0"."size", "t0"."size.height", "t0"."size.width", "t0"."author", "t0"."scale" FROM "Book" AS "t0" ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0";

-- Book without subentities
SELECT "t0"."_id", "t0"."_entity", "t0"."_version", "t0"."title", "t0"."pages", "t0"."price", "t0"."weight", "t0"."inPrint", "t0"."added", "t0"."number", "t0"."cover", "t0"."words", "t0"."size", "t0"."size.height", "t0"."size.width", "t0"."author" FROM "Book" AS "t0" WHERE "t0"."_entity" = ? ORDER BY "t0"."_id";
-- text("Book")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE "t0"."_entity" = ?;
-- text("Book")

-- Atlas
SELECT "t0"."_id", "t0"."_entity", "t0"."_version", "t0"."title", "t0"."pages", "t0"."price", "t0"."weight", "t0"."inPrint", "t0"."added", "t0"."number", "t0"."cover", "t0"."words", "t0"."size", "t0"."size.height", "t0"."size.width", "t0"."author", "t0"."scale" FROM "Book" AS "t0" WHERE "t0"."_entity" = ? ORDER BY "t0"."_id";
-- text("Atlas")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE "t0"."_entity" = ?;
-- text("Atlas")

-- Tag
SELECT "t0"."_id", "t0"."_version", "t0"."name" FROM "Tag" AS "t0" ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Tag" AS "t0";

-- Book where FALSEPREDICATE
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (FALSE) ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (FALSE);

-- Book where title == "Emma"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."title" = ?) ORDER BY "t0"."_id";
-- text("Emma")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."title" = ?);
-- text("Emma")

-- Book where title != "Emma"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (("t0"."title" = ?) IS NOT TRUE) ORDER BY "t0"."_id";
-- text("Emma")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (("t0"."title" = ?) IS NOT TRUE);
-- text("Emma")

-- Book where pages == nil
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."pages" IS NULL) ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."pages" IS NULL);

-- Book where pages != nil
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (("t0"."pages" IS NULL) IS NOT TRUE) ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (("t0"."pages" IS NULL) IS NOT TRUE);

-- Book where pages != 3
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (("t0"."pages" = ?) IS NOT TRUE) ORDER BY "t0"."_id";
-- integer(3)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (("t0"."pages" = ?) IS NOT TRUE);
-- integer(3)

-- Book where pages > 250
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."pages" > ?) ORDER BY "t0"."_id";
-- integer(250)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."pages" > ?);
-- integer(250)

-- Book where pages <= 250 AND pages >= 100
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."pages" <= ?) AND ("t0"."pages" >= ?) ORDER BY "t0"."_id";
-- integer(250), integer(100)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."pages" <= ?) AND ("t0"."pages" >= ?);
-- integer(250), integer(100)

-- Book where pages BETWEEN {100, 250}
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (("t0"."pages" >= ?) AND ("t0"."pages" <= ?)) ORDER BY "t0"."_id";
-- integer(100), integer(250)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (("t0"."pages" >= ?) AND ("t0"."pages" <= ?));
-- integer(100), integer(250)

-- Book where pages IN {1, 2, 3}
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."pages" IN (?, ?, ?)) ORDER BY "t0"."_id";
-- integer(1), integer(2), integer(3)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."pages" IN (?, ?, ?));
-- integer(1), integer(2), integer(3)

-- Book where pages IN {1, nil}
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (("t0"."pages" IS NULL) OR "t0"."pages" IN (?)) ORDER BY "t0"."_id";
-- integer(1)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (("t0"."pages" IS NULL) OR "t0"."pages" IN (?));
-- integer(1)

-- Book where title IN {}
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (FALSE) ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (FALSE);

-- Book where NOT pages > 250
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (("t0"."pages" > ?) IS NOT TRUE) ORDER BY "t0"."_id";
-- integer(250)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (("t0"."pages" > ?) IS NOT TRUE);
-- integer(250)

-- Book where pages > 1 OR inPrint == true
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (("t0"."pages" > ?) OR ("t0"."inPrint" = ?)) ORDER BY "t0"."_id";
-- integer(1), integer(1)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (("t0"."pages" > ?) OR ("t0"."inPrint" = ?));
-- integer(1), integer(1)

-- Book where NOT (pages > 1 AND title == "Kim")
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ((("t0"."pages" > ?) AND ("t0"."title" = ?)) IS NOT TRUE) ORDER BY "t0"."_id";
-- integer(1), text("Kim")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ((("t0"."pages" > ?) AND ("t0"."title" = ?)) IS NOT TRUE);
-- integer(1), text("Kim")

-- Book where inPrint == true
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."inPrint" = ?) ORDER BY "t0"."_id";
-- integer(1)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."inPrint" = ?);
-- integer(1)

-- Book where inPrint == false
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."inPrint" = ?) ORDER BY "t0"."_id";
-- integer(0)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."inPrint" = ?);
-- integer(0)

-- Book where #size.height > 20
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."size.height" > ? AND "t0"."size.height" < '') ORDER BY "t0"."_id";
-- integer(20)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."size.height" > ? AND "t0"."size.height" < '');
-- integer(20)

-- Atlas where scale == 5 AND pages > 10
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."scale" = ?) AND ("t0"."pages" > ?) AND "t0"."_entity" = ? ORDER BY "t0"."_id";
-- integer(5), integer(10), text("Atlas")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."scale" = ?) AND ("t0"."pages" > ?) AND "t0"."_entity" = ?;
-- integer(5), integer(10), text("Atlas")

-- Book where title CONTAINS "mm"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (instr("t0"."title", ?) > 0) ORDER BY "t0"."_id";
-- text("mm")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (instr("t0"."title", ?) > 0);
-- text("mm")

-- Book where title BEGINSWITH "Em"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."title" >= ? AND "t0"."title" < ?) ORDER BY "t0"."_id";
-- text("Em"), text("En")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."title" >= ? AND "t0"."title" < ?);
-- text("Em"), text("En")

-- Book where title ENDSWITH "ma"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_holds(67371018, "t0"."title", ?)) ORDER BY "t0"."_id";
-- text("ma")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_holds(67371018, "t0"."title", ?));
-- text("ma")

-- Book where title LIKE "E?m*"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_holds(67371019, "t0"."title", ?)) ORDER BY "t0"."_id";
-- text("E?m*")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_holds(67371019, "t0"."title", ?));
-- text("E?m*")

-- Book where title MATCHES "[A-Z]+"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_holds(67371020, "t0"."title", ?)) ORDER BY "t0"."_id";
-- text("[A-Z]+")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_holds(67371020, "t0"."title", ?));
-- text("[A-Z]+")

-- Book where title ==[c] "emma"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_holds(67371264, "t0"."title", ?)) ORDER BY "t0"."_id";
-- text("emma")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_holds(67371264, "t0"."title", ?));
-- text("emma")

-- Book where title CONTAINS[cd] "é"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_holds(67371784, "t0"."title", ?)) ORDER BY "t0"."_id";
-- text("é")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_holds(67371784, "t0"."title", ?));
-- text("é")

-- Book where title > "M"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."title" > ?) ORDER BY "t0"."_id";
-- text("M")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."title" > ?);
-- text("M")

-- Book where length:(title) > 4
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_function(17039364, "t0"."title") > ?) ORDER BY "t0"."_id";
-- integer(4)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_function(17039364, "t0"."title") > ?);
-- integer(4)

-- Book where uppercase:(title) == "EMMA"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_function(67371010, "t0"."title") = ?) ORDER BY "t0"."_id";
-- text("EMMA")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_function(67371010, "t0"."title") = ?);
-- text("EMMA")

-- Book where title CONTAINS author.name
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" WHERE (instr("t0"."title", "t1"."name") > 0) ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" WHERE (instr("t0"."title", "t1"."name") > 0);

-- Book where price > 9.95
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_holds(33751044, "t0"."price", ?)) ORDER BY "t0"."_id";
-- real(9.95)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_holds(33751044, "t0"."price", ?));
-- real(9.95)

-- Book where price == 10
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."price" = ?) ORDER BY "t0"."_id";
-- text("10")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."price" = ?);
-- text("10")

-- Book where weight < 1.5
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."weight" < ?) ORDER BY "t0"."_id";
-- real(1.5)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."weight" < ?);
-- real(1.5)

-- Book where weight == pages
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."weight" IS "t0"."pages") ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."weight" IS "t0"."pages");

-- Book where pages + 1 > 250
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_arithmetic(4311810048, "t0"."pages", ?) > ?) ORDER BY "t0"."_id";
-- integer(1), integer(250)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_arithmetic(4311810048, "t0"."pages", ?) > ?);
-- integer(1), integer(250)

-- Book where pages * 2 == 500
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_arithmetic(4311810050, "t0"."pages", ?) = ?) ORDER BY "t0"."_id";
-- integer(2), integer(500)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_arithmetic(4311810050, "t0"."pages", ?) = ?);
-- integer(2), integer(500)

-- Book where pages / 2 == 125
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_arithmetic(4311810051, "t0"."pages", ?) = ?) ORDER BY "t0"."_id";
-- integer(2), integer(125)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_arithmetic(4311810051, "t0"."pages", ?) = ?);
-- integer(2), integer(125)

-- Book where abs:(pages - 300) < 10
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_function(16842757, armature_arithmetic(4311810049, "t0"."pages", ?)) < ?) ORDER BY "t0"."_id";
-- integer(300), integer(10)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_function(16842757, armature_arithmetic(4311810049, "t0"."pages", ?)) < ?);
-- integer(300), integer(10)

-- Book where weight * 2 > 3
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_arithmetic(8606842882, "t0"."weight", ?) > ? AND armature_arithmetic(8606842882, "t0"."weight", ?) < '') ORDER BY "t0"."_id";
-- integer(2), integer(3), integer(2)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_arithmetic(8606842882, "t0"."weight", ?) > ? AND armature_arithmetic(8606842882, "t0"."weight", ?) < '');
-- integer(2), integer(3), integer(2)

-- Book where price * pages > 1000
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_holds(16973828, armature_arithmetic(12901875714, "t0"."price", "t0"."pages"), ?)) ORDER BY "t0"."_id";
-- integer(1000)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (armature_holds(16973828, armature_arithmetic(12901875714, "t0"."price", "t0"."pages"), ?));
-- integer(1000)

-- Book where author == nil
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."author" IS NULL) ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ("t0"."author" IS NULL);

-- Book where author != nil
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (("t0"."author" IS NULL) IS NOT TRUE) ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (("t0"."author" IS NULL) IS NOT TRUE);

-- Book where author.name == "Jane Austen"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" WHERE ("t1"."name" = ?) ORDER BY "t0"."_id";
-- text("Jane Austen")
SELECT COUNT(*) FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" WHERE ("t1"."name" = ?);
-- text("Jane Austen")

-- Book where author.teacher.name == "Anna"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" LEFT JOIN "Author" AS "t2" ON "t2"."_id" = "t1"."teacher" WHERE ("t2"."name" = ?) ORDER BY "t0"."_id";
-- text("Anna")
SELECT COUNT(*) FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" LEFT JOIN "Author" AS "t2" ON "t2"."_id" = "t1"."teacher" WHERE ("t2"."name" = ?);
-- text("Anna")

-- Book where author.born < 1800 AND author.name != "Anna"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" WHERE ("t1"."born" < ?) AND (("t1"."name" = ?) IS NOT TRUE) ORDER BY "t0"."_id";
-- integer(1800), text("Anna")
SELECT COUNT(*) FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" WHERE ("t1"."born" < ?) AND (("t1"."name" = ?) IS NOT TRUE);
-- integer(1800), text("Anna")

-- Book where author.name == title
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" WHERE ("t1"."name" IS "t0"."title") ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" WHERE ("t1"."name" IS "t0"."title");

-- Chapter where book.author.born > 1800
SELECT "t0"."_id", "t0"."_version" FROM "Chapter" AS "t0" LEFT JOIN "Book" AS "t1" ON "t1"."_id" = "t0"."book" LEFT JOIN "Author" AS "t2" ON "t2"."_id" = "t1"."author" WHERE ("t2"."born" > ?) ORDER BY "t0"."_id";
-- integer(1800)
SELECT COUNT(*) FROM "Chapter" AS "t0" LEFT JOIN "Book" AS "t1" ON "t1"."_id" = "t0"."book" LEFT JOIN "Author" AS "t2" ON "t2"."_id" = "t1"."author" WHERE ("t2"."born" > ?);
-- integer(1800)

-- Chapter where book.#size.height > length
SELECT "t0"."_id", "t0"."_version" FROM "Chapter" AS "t0" LEFT JOIN "Book" AS "t1" ON "t1"."_id" = "t0"."book" WHERE ("t1"."size.height" > "t0"."length" AND "t1"."size.height" < '') ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Chapter" AS "t0" LEFT JOIN "Book" AS "t1" ON "t1"."_id" = "t0"."book" WHERE ("t1"."size.height" > "t0"."length" AND "t1"."size.height" < '');

-- Author where teacher.born == born
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."teacher" WHERE ("t1"."born" IS "t0"."born") ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Author" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."teacher" WHERE ("t1"."born" IS "t0"."born");

-- Author where books.@count > 2
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" WHERE ((SELECT COUNT("t1"."_id") FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id") > ?) ORDER BY "t0"."_id";
-- integer(2)
SELECT COUNT(*) FROM "Author" AS "t0" WHERE ((SELECT COUNT("t1"."_id") FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id") > ?);
-- integer(2)

-- Author where books.@count == 0
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" WHERE (NOT EXISTS (SELECT 1 FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id")) ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Author" AS "t0" WHERE (NOT EXISTS (SELECT 1 FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id"));

-- Author where ANY books.pages > 250
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" WHERE (EXISTS (SELECT 1 FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id" AND ("t1"."pages" > ?))) ORDER BY "t0"."_id";
-- integer(250)
SELECT COUNT(*) FROM "Author" AS "t0" WHERE (EXISTS (SELECT 1 FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id" AND ("t1"."pages" > ?)));
-- integer(250)

-- Author where ALL books.pages > 250
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" WHERE (NOT EXISTS (SELECT 1 FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id" AND (("t1"."pages" > ?) IS NOT TRUE))) ORDER BY "t0"."_id";
-- integer(250)
SELECT COUNT(*) FROM "Author" AS "t0" WHERE (NOT EXISTS (SELECT 1 FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id" AND (("t1"."pages" > ?) IS NOT TRUE)));
-- integer(250)

-- Author where NONE books.pages > 250
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" WHERE (NOT EXISTS (SELECT 1 FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id" AND ("t1"."pages" > ?))) ORDER BY "t0"."_id";
-- integer(250)
SELECT COUNT(*) FROM "Author" AS "t0" WHERE (NOT EXISTS (SELECT 1 FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id" AND ("t1"."pages" > ?)));
-- integer(250)

-- Author where SUBQUERY(books, $a, $a.pages > born).@count > 1
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" WHERE ((SELECT COUNT("t1"."_id") FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id" AND ("t1"."pages" > "t0"."born")) > ?) ORDER BY "t0"."_id";
-- integer(1)
SELECT COUNT(*) FROM "Author" AS "t0" WHERE ((SELECT COUNT("t1"."_id") FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id" AND ("t1"."pages" > "t0"."born")) > ?);
-- integer(1)

-- Author where SUBQUERY(books, $a, $a.pages > 9 AND $a.inPrint == true).@count > 0
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" WHERE (EXISTS (SELECT 1 FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id" AND (("t1"."pages" > ?) AND ("t1"."inPrint" = ?)))) ORDER BY "t0"."_id";
-- integer(9), integer(1)
SELECT COUNT(*) FROM "Author" AS "t0" WHERE (EXISTS (SELECT 1 FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id" AND (("t1"."pages" > ?) AND ("t1"."inPrint" = ?))));
-- integer(9), integer(1)

-- Author where books.@sum.pages > 1000
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" WHERE ((SELECT CASE COUNT("t1"."pages") WHEN 0 THEN ? ELSE armature_aggregate(16842753, "t1"."pages") END FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id") > ?) ORDER BY "t0"."_id";
-- integer(0), integer(1000)
SELECT COUNT(*) FROM "Author" AS "t0" WHERE ((SELECT CASE COUNT("t1"."pages") WHEN 0 THEN ? ELSE armature_aggregate(16842753, "t1"."pages") END FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id") > ?);
-- integer(0), integer(1000)

-- Author where books.@avg.pages > 100
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" WHERE ((SELECT armature_aggregate(33619970, "t1"."pages") FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id") > ? AND (SELECT armature_aggregate(33619970, "t1"."pages") FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id") < '') ORDER BY "t0"."_id";
-- integer(100)
SELECT COUNT(*) FROM "Author" AS "t0" WHERE ((SELECT armature_aggregate(33619970, "t1"."pages") FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id") > ? AND (SELECT armature_aggregate(33619970, "t1"."pages") FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id") < '');
-- integer(100)

-- Author where books.@max.pages == 412
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" WHERE ((SELECT MAX("t1"."pages") FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id") = ?) ORDER BY "t0"."_id";
-- integer(412)
SELECT COUNT(*) FROM "Author" AS "t0" WHERE ((SELECT MAX("t1"."pages") FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id") = ?);
-- integer(412)

-- Author where books.@min.title == "Emma"
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" WHERE ((SELECT MIN("t1"."title") FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id") = ?) ORDER BY "t0"."_id";
-- text("Emma")
SELECT COUNT(*) FROM "Author" AS "t0" WHERE ((SELECT MIN("t1"."title") FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id") = ?);
-- text("Emma")

-- Author where ANY books.tags.name == "novel"
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" WHERE (EXISTS (SELECT 1 FROM "Book" AS "t1" JOIN "Book_tags" AS "t3" ON "t3"."Book" = "t1"."_id" JOIN "Tag" AS "t2" ON "t2"."_id" = "t3"."tags" WHERE "t1"."author" = "t0"."_id" AND ("t2"."name" = ?))) ORDER BY "t0"."_id";
-- text("novel")
SELECT COUNT(*) FROM "Author" AS "t0" WHERE (EXISTS (SELECT 1 FROM "Book" AS "t1" JOIN "Book_tags" AS "t3" ON "t3"."Book" = "t1"."_id" JOIN "Tag" AS "t2" ON "t2"."_id" = "t3"."tags" WHERE "t1"."author" = "t0"."_id" AND ("t2"."name" = ?)));
-- text("novel")

-- Author where books.tags.@count > 3
SELECT "t0"."_id", "t0"."_version" FROM "Author" AS "t0" WHERE ((SELECT COUNT("t2"."_id") FROM "Book" AS "t1" JOIN "Book_tags" AS "t3" ON "t3"."Book" = "t1"."_id" JOIN "Tag" AS "t2" ON "t2"."_id" = "t3"."tags" WHERE "t1"."author" = "t0"."_id") > ?) ORDER BY "t0"."_id";
-- integer(3)
SELECT COUNT(*) FROM "Author" AS "t0" WHERE ((SELECT COUNT("t2"."_id") FROM "Book" AS "t1" JOIN "Book_tags" AS "t3" ON "t3"."Book" = "t1"."_id" JOIN "Tag" AS "t2" ON "t2"."_id" = "t3"."tags" WHERE "t1"."author" = "t0"."_id") > ?);
-- integer(3)

-- Book where ANY tags.name == "novel"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (EXISTS (SELECT 1 FROM "Book_tags" AS "t2" JOIN "Tag" AS "t1" ON "t1"."_id" = "t2"."tags" WHERE "t2"."Book" = "t0"."_id" AND ("t1"."name" = ?))) ORDER BY "t0"."_id";
-- text("novel")
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (EXISTS (SELECT 1 FROM "Book_tags" AS "t2" JOIN "Tag" AS "t1" ON "t1"."_id" = "t2"."tags" WHERE "t2"."Book" = "t0"."_id" AND ("t1"."name" = ?)));
-- text("novel")

-- Book where tags.@count == 0
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (NOT EXISTS (SELECT 1 FROM "Book_tags" AS "t2" JOIN "Tag" AS "t1" ON "t1"."_id" = "t2"."tags" WHERE "t2"."Book" = "t0"."_id")) ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (NOT EXISTS (SELECT 1 FROM "Book_tags" AS "t2" JOIN "Tag" AS "t1" ON "t1"."_id" = "t2"."tags" WHERE "t2"."Book" = "t0"."_id"));

-- Book where ANY cousins.pages > pages
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (EXISTS (SELECT 1 FROM "Book_cousins" AS "t2" JOIN "Book" AS "t1" ON "t1"."_id" = "t2"."cousins" WHERE "t2"."Book" = "t0"."_id" AND ("t1"."pages" > "t0"."pages"))) ORDER BY "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0" WHERE (EXISTS (SELECT 1 FROM "Book_cousins" AS "t2" JOIN "Book" AS "t1" ON "t1"."_id" = "t2"."cousins" WHERE "t2"."Book" = "t0"."_id" AND ("t1"."pages" > "t0"."pages")));

-- Book where chapters.@sum.length > 100
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ((SELECT CASE COUNT("t1"."length") WHEN 0 THEN ? ELSE armature_aggregate(16842753, "t1"."length") END FROM "Chapter" AS "t1" WHERE "t1"."book" = "t0"."_id") > ?) ORDER BY "t0"."_id";
-- integer(0), integer(100)
SELECT COUNT(*) FROM "Book" AS "t0" WHERE ((SELECT CASE COUNT("t1"."length") WHEN 0 THEN ? ELSE armature_aggregate(16842753, "t1"."length") END FROM "Chapter" AS "t1" WHERE "t1"."book" = "t0"."_id") > ?);
-- integer(0), integer(100)

-- Book where ANY author.books.title == "Emma"
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" WHERE (EXISTS (SELECT 1 FROM "Book" AS "t2" WHERE "t2"."author" = "t1"."_id" AND ("t2"."title" = ?))) ORDER BY "t0"."_id";
-- text("Emma")
SELECT COUNT(*) FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" WHERE (EXISTS (SELECT 1 FROM "Book" AS "t2" WHERE "t2"."author" = "t1"."_id" AND ("t2"."title" = ?)));
-- text("Emma")

-- Tag where ANY books.author.name == "Anna"
SELECT "t0"."_id", "t0"."_version" FROM "Tag" AS "t0" WHERE (EXISTS (SELECT 1 FROM "Book_tags" AS "t2" JOIN "Book" AS "t1" ON "t1"."_id" = "t2"."Book" LEFT JOIN "Author" AS "t3" ON "t3"."_id" = "t1"."author" WHERE "t2"."tags" = "t0"."_id" AND ("t3"."name" = ?))) ORDER BY "t0"."_id";
-- text("Anna")
SELECT COUNT(*) FROM "Tag" AS "t0" WHERE (EXISTS (SELECT 1 FROM "Book_tags" AS "t2" JOIN "Book" AS "t1" ON "t1"."_id" = "t2"."Book" LEFT JOIN "Author" AS "t3" ON "t3"."_id" = "t1"."author" WHERE "t2"."tags" = "t0"."_id" AND ("t3"."name" = ?)));
-- text("Anna")

-- Book ordered by title
SELECT "t0"."_id", "t0"."_entity", "t0"."_version", "t0"."title", "t0"."pages", "t0"."price", "t0"."weight", "t0"."inPrint", "t0"."added", "t0"."number", "t0"."cover", "t0"."words", "t0"."size", "t0"."size.height", "t0"."size.width", "t0"."author", "t0"."scale" FROM "Book" AS "t0" ORDER BY "t0"."title", "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0";

-- Book ordered by pages descending, title
SELECT "t0"."_id", "t0"."_entity", "t0"."_version", "t0"."title", "t0"."pages", "t0"."price", "t0"."weight", "t0"."inPrint", "t0"."added", "t0"."number", "t0"."cover", "t0"."words", "t0"."size", "t0"."size.height", "t0"."size.width", "t0"."author", "t0"."scale" FROM "Book" AS "t0" ORDER BY "t0"."pages" DESC, "t0"."title", "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0";

-- Book ordered by price
SELECT "t0"."_id", "t0"."_entity", "t0"."_version", "t0"."title", "t0"."pages", "t0"."price", "t0"."weight", "t0"."inPrint", "t0"."added", "t0"."number", "t0"."cover", "t0"."words", "t0"."size", "t0"."size.height", "t0"."size.width", "t0"."author", "t0"."scale" FROM "Book" AS "t0" ORDER BY armature_sort_key(196608, "t0"."price"), "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0";

-- Book ordered by author.name, added descending
SELECT "t0"."_id", "t0"."_entity", "t0"."_version", "t0"."title", "t0"."pages", "t0"."price", "t0"."weight", "t0"."inPrint", "t0"."added", "t0"."number", "t0"."cover", "t0"."words", "t0"."size", "t0"."size.height", "t0"."size.width", "t0"."author", "t0"."scale" FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" ORDER BY "t1"."name", "t0"."added" DESC, "t0"."_id";
SELECT COUNT(*) FROM "Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author";

-- Author ordered by teacher.born
SELECT "t0"."_id", "t0"."_version", "t0"."name", "t0"."born", "t0"."teacher" FROM "Author" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."teacher" ORDER BY "t1"."born", "t0"."_id";
SELECT COUNT(*) FROM "Author" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."teacher";

-- Book limit 10
SELECT "t0"."_id", "t0"."_entity", "t0"."_version", "t0"."title", "t0"."pages", "t0"."price", "t0"."weight", "t0"."inPrint", "t0"."added", "t0"."number", "t0"."cover", "t0"."words", "t0"."size", "t0"."size.height", "t0"."size.width", "t0"."author", "t0"."scale" FROM "Book" AS "t0" ORDER BY "t0"."_id" LIMIT ? OFFSET ?;
-- integer(10), integer(0)
SELECT COUNT(*) FROM (SELECT 1 FROM "Book" AS "t0" LIMIT ? OFFSET ?) AS "page";
-- integer(10), integer(0)

-- Book offset 5
SELECT "t0"."_id", "t0"."_entity", "t0"."_version", "t0"."title", "t0"."pages", "t0"."price", "t0"."weight", "t0"."inPrint", "t0"."added", "t0"."number", "t0"."cover", "t0"."words", "t0"."size", "t0"."size.height", "t0"."size.width", "t0"."author", "t0"."scale" FROM "Book" AS "t0" ORDER BY "t0"."_id" LIMIT ? OFFSET ?;
-- integer(-1), integer(5)
SELECT COUNT(*) FROM (SELECT 1 FROM "Book" AS "t0" LIMIT ? OFFSET ?) AS "page";
-- integer(-1), integer(5)

-- Book where pages > 1 ordered by title limit 10 offset 20
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE ("t0"."pages" > ?) ORDER BY "t0"."title", "t0"."_id" LIMIT ? OFFSET ?;
-- integer(1), integer(10), integer(20)
SELECT COUNT(*) FROM (SELECT 1 FROM "Book" AS "t0" WHERE ("t0"."pages" > ?) LIMIT ? OFFSET ?) AS "page";
-- integer(1), integer(10), integer(20)

-- Book where title MATCHES "E.*" AND pages > 1 ordered by title limit 10
SELECT "t0"."_id", "t0"."_entity", "t0"."_version" FROM "Book" AS "t0" WHERE (armature_holds(67371020, "t0"."title", ?)) AND ("t0"."pages" > ?) ORDER BY "t0"."title", "t0"."_id" LIMIT ? OFFSET ?;
-- text("E.*"), integer(1), integer(10), integer(0)
SELECT COUNT(*) FROM (SELECT 1 FROM "Book" AS "t0" WHERE (armature_holds(67371020, "t0"."title", ?)) AND ("t0"."pages" > ?) LIMIT ? OFFSET ?) AS "page";
-- text("E.*"), integer(1), integer(10), integer(0)
