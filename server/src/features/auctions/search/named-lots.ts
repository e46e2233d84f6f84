// Finds lots by what is not in their texts: the winner's username, the lot's number in its sale, the lot's id or its
// beginning. For the staff's search alone.
import { readLotNumber } from "@jara/shared/sale-order";
import { searchWords } from "@jara/shared/search-text";
import { or, type SQL, sql } from "drizzle-orm";
import { interestsAmong } from "../../../engine/reads/interests.ts";
import { isBuyer } from "../../../engine/reads/outcomes.ts";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { auctionSearch, auctions } from "../../../platform/database/schema/auctions.ts";
import { saleLots } from "../../../platform/database/schema/sales.ts";
import { purchases, settlements } from "../../../platform/database/schema/settlements.ts";
import { isAnyOfPlaceholder, preparedFor } from "../../../platform/database/statements.ts";
import {
  anyText,
  hasText,
  hasTextAlongTheWay,
  kindOf,
  type TextKind,
  userText,
  wordValues,
} from "../../../platform/database/text-indexes.ts";

/** More lots of one name are not looked at. */
export const NAMED_MAX = 1_000;

/** The first characters of an id. Fewer than eight would find lots by chance. */
const idStart = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i;

interface Word {
  readonly kind: TextKind;
  readonly isNumber: boolean;
  readonly isId: boolean;
}
interface Shape {
  readonly words: readonly Word[];
  /** Whether winners' names are searched. */
  readonly seesNames: boolean;
}

/** The lowest and the highest id that begin with these characters; null if no id does. */
export const idsFrom = (typed: string): { readonly low: string; readonly high: string } | null => {
  if (!idStart.test(typed)) return null;
  const digits = typed.replaceAll("-", "").toLowerCase();
  if (digits.length > 32) return null;
  const filled = (by: string): string =>
    digits.padEnd(32, by).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const ids = { low: filled("0"), high: filled("f") };
  return ids.low.startsWith(typed.toLowerCase()) ? ids : null;
};

const shapeOf = (text: string, seesNames: boolean): Shape => ({
  seesNames,
  words: searchWords(text).map((word) => ({
    kind: kindOf(word),
    isNumber: readLotNumber(word) !== null,
    isId: idsFrom(word) !== null,
  })),
});

const valuesOf = (text: string): Record<string, unknown> => ({
  ...wordValues(text),
  ...Object.fromEntries(
    searchWords(text).flatMap((word, n) => {
      const ids = idsFrom(word);
      const number = readLotNumber(word);
      return [
        ...(number ? [[`number${n}`, number.lotNumber] as const, [`suffix${n}`, number.suffix ?? null] as const] : []),
        ...(ids ? [[`low${n}`, ids.low] as const, [`high${n}`, ids.high] as const] : []),
      ];
    }),
  ),
});

/** Lots that this word names. Names shorter than three letters would find half the market. */
const namedBy = ({ kind, isNumber, isId }: Word, n: number, seesNames: boolean): SQL[] => {
  const word = sql.raw(String(n));
  const found: SQL[] = [];
  if (seesNames && (kind === "by trigrams" || kind === "in forms")) {
    for (const [table, person] of [
      [settlements, settlements.winnerId],
      [purchases, purchases.buyerId],
    ] as const) {
      found.push(sql`(select ${word}::int as word, ${table.auctionId} as auction_id, true as is_by_name
        from ${users} join ${table} on ${person} = ${users.id}
          join ${auctions} on ${auctions.id} = ${table.auctionId} and ${isBuyer(users.id)}
        where ${hasText(userText, anyText(kind, n))}
          and ${hasTextAlongTheWay(sql`search_fold(${users.username})`, anyText(kind, n))}
        limit ${sql.raw(String(NAMED_MAX))})`);
    }
  }
  if (isNumber) {
    found.push(sql`(select ${word}::int, ${saleLots.auctionId}, false from ${saleLots}
      where ${saleLots.lotNumber} = ${sql.placeholder(`number${n}`)}::int
        and coalesce(${saleLots.suffix} = ${sql.placeholder(`suffix${n}`)}::text, true) limit ${sql.raw(String(NAMED_MAX))})`);
  }
  if (isId) {
    found.push(sql`(select ${word}::int, ${auctionSearch.auctionId}, false from ${auctionSearch}
      where ${auctionSearch.auctionId} between ${sql.placeholder(`low${n}`)}::uuid and ${sql.placeholder(`high${n}`)}::uuid
      limit ${sql.raw(String(NAMED_MAX))})`);
  }
  return found;
};

/** A lot counts if each word is in its texts or names it. */
const named = preparedFor((db, { words, seesNames }: Shape) => {
  const parts = words.flatMap((word, n) => namedBy(word, n, seesNames));
  const meets = words.map(({ kind }, n) => {
    const isInText = hasTextAlongTheWay(auctionSearch.text, anyText(kind, n));
    return sql`(${isInText} or exists (select from named k where k.word = ${sql.raw(String(n))} and k.auction_id = c.auction_id))`;
  });
  const found = sql`(
    with named(word, auction_id, is_by_name) as materialized (${sql.join(parts, sql` union all `)}),
    candidates as (select auction_id, bool_or(is_by_name) as is_by_name from named group by auction_id)
    select c.auction_id as id, c.is_by_name from candidates c
      join ${auctionSearch} on ${auctionSearch.auctionId} = c.auction_id
    where ${sql.join(meets, sql` and `)} limit ${sql.raw(String(NAMED_MAX))}) found`;
  return db.select({ id: sql<string>`id`, isByName: sql<boolean>`is_by_name` }).from(found).prepare("lots by name");
});

/**
 * The ids of the lots that the search names, beside those that have all its words in their texts. A winner's name does not
 * find a lot in which the reader has an interest, because the reader may not know its winner.
 */
export const namedLots = async (
  database: Database,
  text: string,
  reader: { readonly id: string; readonly seesNames: boolean },
): Promise<string[]> => {
  const shape = shapeOf(text, reader.seesNames);
  if (shape.words.every((word, n) => namedBy(word, n, reader.seesNames).length === 0)) return [];
  const rows = await named(database, shape).execute(valuesOf(text));
  const byName = rows.filter(({ isByName }) => isByName).map(({ id }) => ({ userId: reader.id, auctionId: id }));
  const hidden = new Set((await interestsAmong(database, byName)).map(({ auctionId }) => auctionId));
  return rows.map(({ id }) => id).filter((id) => !hidden.has(id));
};

/** With the placeholder `named`, which has those ids. */
export const orNamed = (hasNamed: boolean, hasWords: SQL | undefined): SQL | undefined =>
  hasNamed ? or(hasWords, isAnyOfPlaceholder(auctionSearch.auctionId, "named")) : hasWords;
