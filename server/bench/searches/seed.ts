// Writes 10,000 saved searches as people would keep them, and lots to publish: copies of lots of the large market.
import { randomUUID } from "node:crypto";
import { categories } from "@jara/shared/categories";
import { regions } from "@jara/shared/regions";
import { auctionListQuery } from "@jara/shared/rest/auctions";
import { filterKey, queryText } from "../../src/features/auctions/search/query-text.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { items, kinds } from "../../src/tools/large/vocabulary.ts";

const OWNERS = 2_000;
const AT_ONCE = 1_000;

/** The same numbers in each run. */
const numbers = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** Early elements far more often, so that many searches are the same, as with people. */
const pickEarly = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(list.length * random() ** 2)] as T;

const prices = ["50000", "100000", "250000", "500000", "1000000"];
const places = ["lagos", "abuja", "rivers", "kano", "oyo", ...regions] as const;
const itemNames = items.map(([name]) => name.toLowerCase().replace(/[^a-z0-9]+/g, " "));

/** Most people look for a thing, some of them in a state or a place; others for a kind of thing in their place. */
const aQuery = (random: () => number): Record<string, string> => {
  const price = random() < 0.35 ? { maxPrice: pickEarly(prices, random) } : {};
  const location = pickEarly(places, random);
  const kind = random();
  if (kind < 0.4) return { search: `${pickEarly(itemNames, random)} ${pickEarly(kinds, random)}`, ...price };
  if (kind < 0.8) return { search: pickEarly(itemNames, random), location, ...price };
  const category = pickEarly(categories, random);
  return { category, location, condition: pickEarly(["new", "like-new", "good"], random), ...price };
};

/** Returns how many of them differ. */
export const seedSearches = async ({ query }: Database, count: number): Promise<number> => {
  const owners = await query<{ id: string }>(`select id from users where role = 'user' limit ${OWNERS}`);
  const random = numbers(7);
  const rows = Array.from({ length: count }, (_, n) => {
    const parsed = auctionListQuery.parse(aQuery(random));
    return {
      id: randomUUID(),
      user_id: owners[n % owners.length]?.id,
      query: queryText(parsed),
      filter_key: filterKey(parsed),
    };
  });
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await query(
      `insert into saved_searches (id, user_id, name, query, filter_key, alert, created_at)
       select id, user_id, 'A search', query, filter_key, 'now', now() - interval '1 day'
       from json_to_recordset($1::json) as q(id uuid, user_id uuid, query jsonb, filter_key text)
       on conflict do nothing`,
      [JSON.stringify(rows.slice(from, from + AT_ONCE))],
    );
  }
  const [row] = await query<{ keys: number }>("select count(distinct filter_key)::int as keys from saved_searches");
  return row?.keys ?? 0;
};

const PUBLISHED_AT_ONCE = 50;

/** Publishes lots that nobody has compared with a search yet: copies of active ones. */
export const publishLots = async ({ query }: Database, count: number): Promise<void> => {
  for (let done = 0; done < count; done += PUBLISHED_AT_ONCE) {
    await query(
      `insert into auctions (id, seller_id, title, description, categories, condition, location, media, currency,
         starting_price_minor, increment_minor, status, price_minor, starts_at, ends_at, version, revision, created_at,
         updated_at)
       select gen_random_uuid(), seller_id, title, description, categories, condition, location, media, currency,
         starting_price_minor, increment_minor, 'active', starting_price_minor, now(), now() + interval '7 days', 1, 1,
         clock_timestamp(), clock_timestamp()
       from auctions where id > (select gen_random_uuid()) and status = 'active' order by id limit $1::text::int`,
      [Math.min(PUBLISHED_AT_ONCE, count - done)],
    );
  }
};
