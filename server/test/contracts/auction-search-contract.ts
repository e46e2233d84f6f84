// Tests the search for auctions: compares every filter, order and page of both lists with a simple search of the
// auctions themselves, on a market that the engine wrote, and checks that `auction_search` always agrees with the
// auctions. It is long because all tests share that market and the simple search.
import { categoryLabels } from "@jara/shared/auction";
import { type ListSortField, listSortFields, type SortField } from "@jara/shared/list-orders";
import { type Currency, fallbackRates } from "@jara/shared/money";
import type { AuctionListQuery } from "@jara/shared/rest/auctions";
import { foldText, hasWord, searchWords } from "@jara/shared/search-text";
import { isNull } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuctionState } from "../../src/auction/state.ts";
import { selectAuctions, toState } from "../../src/engine/commit/auction-rows.ts";
import { outbidAmong } from "../../src/engine/reads/outbid-among.ts";
import { listAllAuctions } from "../../src/features/auctions/admin-auctions.ts";
import { countAuctions, foldAuctionCounts } from "../../src/features/auctions/auction-counts.ts";
import { listAuctions } from "../../src/features/auctions/search/auction-listing.ts";
import { countFacets } from "../../src/features/auctions/search/facets.ts";
import { fileTexts } from "../../src/features/auctions/search/index-closed-auctions.ts";
import { searchUsers } from "../../src/features/users-admin/queries.ts";
import { auctions } from "../../src/platform/database/schema/auctions.ts";
import { seedAuction, seedUsers } from "../support/seed.ts";
import { withDatabase } from "../support/with-database.ts";

const lots = [
  ["Toyota Corolla, 100% clean", "A car driven in Lagos by one owner.", "Ikeja, Lagos"],
  ["Generator 50%_off", "Back\\slash on the plate: MODEL\\X. TOYOTA engine.", null],
  ["Pièce d'art ÉLÉGANTE", "Une pièce rare, négociable.", "Yaba"],
  ["TV", "A small tv set 🎉 for the parlour", "Kano"],
  ["Gramophone", "With a brass horn", "Jos_north"],
  ["Ọ̀ṣun mask 🗿", "Carved in Ẹdẹ", "Ọ̀yọ́"],
  ["Corner table", "Its corner ends", "Lagos Island"],
  ["a", "b", "c"],
  // As two people write the same: composed and decomposed.
  ["Ẹ̀gúngún mask, men’s watches".normalize("NFC"), "Spare batteries. From Ụmụahịa.", "Òṣogbo".normalize("NFD")],
  ["Ɗinkin Hausa cap", "For ƴaʼyan sarki, one Battery", "Ƙofar Ɓauna"],
  ["Persian carpet", "Comfortable, also in a Toyota", "Epe, Lagos"],
] as const;

/** As somebody types it, with whoever has it. */
const searches = [
  "toyota",
  "TOYOTA",
  "lagos",
  "gramophone",
  "zeppelin",
  "%",
  "_",
  "\\",
  "50%_off",
  "0%",
  "s_n",
  "MODEL\\X",
  "\\x",
  "élégante",
  "ELEGANTE",
  "piece",
  "ÉLÉG",
  "é",
  "ọ̀ṣun",
  "Ọ̀ṣun",
  "osun",
  "Ẹdẹ",
  "ede oyo",
  "Ẹ̀gúngún".normalize("NFD"),
  "egungun osogbo",
  "umuahia",
  "dinkin kofar bauna",
  "ɗinkin",
  "yayan",
  "'ya'yan",
  "men's",
  "mens watch",
  "watches",
  "battery",
  "batteries",
  "generators",
  "cars",
  "corners tables",
  "toyotas",
  "\u0300",
  "' ʼ",
  "🎉",
  "🗿",
  "mask 🗿",
  "tv",
  "a",
  "d'art",
  "'; drop table auctions; --",
  "  toyota  ",
  // These have words in any order, from any of the texts, or of a category.
  "corolla lagos toyota",
  "clean Driven",
  "corner table its",
  "furniture",
  "tools toyota",
  "tv small",
  "toyota zeppelin",
  // No lot has these, because they go from one text into the next.
  "tablelagos",
  "\u001f",
  "ab\u0000c",
];

interface Prices {
  readonly minPrice?: number;
  readonly maxPrice?: number;
  readonly currency?: Currency;
  readonly priceCurrency?: Currency;
}

export const auctionSearchContract = (): void => {
  const test = withDatabase();
  let all: AuctionState[];

  beforeAll(async () => {
    const { database } = test;
    const { admin, ada } = await seedUsers(database, { admin: { role: "admin" }, ada: {} });
    const statuses = ["active", "active", "active", "draft", "ended", "paused", "cancelled", "sold"];
    for (let n = 0; n < 55; n++) {
      const [title, description, location] = lots[n % lots.length] ?? lots[0];
      const { id } = await seedAuction(database, admin, {
        currency: n % 3 === 0 ? "USD" : "NGN",
        // A third of the lots in naira are worth about as much as those in dollars.
        startingPriceMinor: (1000 + ((n * 7) % 5) * 500) * (n % 3 === 1 ? 800 : 1),
        reserveMinor: n % 4 === 0 ? 100_000 : null,
        buyItNowMinor: n % 5 === 0 ? 500_000 : null,
        durationMs: 3_600_000 + ((n * 11) % 13) * 60_000,
      });
      // Raw writes, as those of the engine's statement: one by one, and none of them speaks of `auction_search`.
      await database.query(
        `update auctions set title = $2, description = $3, location = $4, condition = $5,
           categories = string_to_array($6, ',') where id = $1::text::uuid`,
        [
          id,
          `${title} ${n % 7}`,
          description,
          location,
          n % 4 === 1 ? "new" : "fair",
          n % 5 === 2 ? "furniture" : n % 5 === 3 ? "tools,general" : "general,home-garden",
        ],
      );
      if (n % 6 === 5) {
        await database.query(
          `update auctions set price_minor = price_minor + 700, bid_count = 1, leader_id = $2::text::uuid,
             version = 2, revision = 2 where id = $1::text::uuid`,
          [id, ada.id],
        );
      }
      const status = statuses[(n * 5) % statuses.length] ?? "active";
      await database.query(
        `update auctions set status = $2, paused_at = case when $2 = 'paused' then now() end where id = $1::text::uuid`,
        [id, status],
      );
      if (n % 10 === 9) {
        await database.query("update auctions set removed_at = now() where id = $1::text::uuid", [id]);
      }
    }
    const rows = await selectAuctions(database.db).where(isNull(auctions.removedAt));
    all = rows.map((row) => toState(row));
  });

  const labels: Readonly<Record<string, string>> = categoryLabels;
  const has = (text: string | undefined) => (auction: AuctionState) => {
    if (text === undefined) return true;
    const words = searchWords(text.replaceAll("\u0000", ""));
    const { title, description, location, categories } = auction.lot;
    const parts = [title, description, location, ...categories.map((code) => labels[code])];
    return words.length > 0 && words.every((word) => parts.some((part) => part && hasWord(foldText(part), word)));
  };
  /** The worth of a price in hundredths of a kobo, so that it is a whole number at the fallback rate. */
  const worthOf = (minor: number, currency: Currency): number =>
    minor * (currency === "USD" ? Math.round(fallbackRates.USD_TO_NGN * 100) : 100);
  const isOneOf = (wanted: unknown, values: readonly string[]): boolean =>
    !Array.isArray(wanted) || wanted.some((one) => values.includes(one));
  const isWithin =
    ({ minPrice = 0, maxPrice = Number.POSITIVE_INFINITY, currency, priceCurrency = currency ?? "NGN" }: Prices) =>
    (auction: AuctionState): boolean => {
      const worth = worthOf(auction.priceMinor, auction.currency);
      return (
        worth >= worthOf(Math.round(minPrice * 100), priceCurrency) && worth <= worthOf(maxPrice * 100, priceCurrency)
      );
    };
  const ids = (auctions: readonly AuctionState[]): string[] => auctions.map(({ id }) => id).sort();
  const wholePage = { page: 1, limit: 100 };

  describe("finding auctions", () => {
    it.each(searches)("finds auctions with %j in title, description or location, and no others", async (search) => {
      const active = all.filter(({ status }) => status === "active").filter(has(search));
      const found = await listAuctions(test.database, { search }, wholePage);
      // Only a search that finds nothing is made again with other words.
      expect("searchedFor" in found).toBe(active.length === 0 && found.total > 0);
      if (found.searchedFor === undefined) {
        expect(ids(found.auctions)).toEqual(ids(active));
        expect(found.total).toBe(active.length);
      }
      if (search.includes("\u0000")) return;
      const some = all.some(has(search));
      const everywhere = await listAllAuctions(test.database, { search }, wholePage);
      expect("searchedFor" in everywhere).toBe(!some && everywhere.total > 0);
      if (everywhere.searchedFor !== undefined) return;
      expect(ids(everywhere.auctions)).toEqual(ids(all.filter(has(search))));
      const sold = await listAllAuctions(test.database, { search, status: "sold" }, wholePage);
      expect(ids(sold.auctions)).toEqual(ids(all.filter(({ status }) => status === "sold").filter(has(search))));
    });

    it.each([
      { currency: "USD" },
      { hasReserve: true },
      { hasReserve: false, hasBuyItNow: true },
      { minPrice: 15, maxPrice: 25 },
      { minPrice: 15, currency: "NGN", hasReserve: false },
      { search: "lagos", maxPrice: 20 },
      { search: "lagos", currency: "NGN", hasBuyItNow: false },
      { search: "é", minPrice: 1, hasReserve: false },
      { minPrice: 12, maxPrice: 15, priceCurrency: "USD" },
      { maxPrice: 15, priceCurrency: "USD", currency: "NGN" },
      { minPrice: 12, maxPrice: 15, currency: "USD" },
      { category: ["furniture"] },
      { category: ["furniture", "tools"], condition: ["new"] },
      { location: ["lagos"], condition: ["new", "fair"], hasBuyItNow: false },
      { location: ["lagos", "kano"], minPrice: 9000 },
      { search: "lagos", category: ["general"], condition: ["fair"] },
    ] as const)("filters by %j", async (query) => {
      const wanted: { [key: string]: unknown } = query;
      const expected = all.filter(
        (auction) =>
          auction.status === "active" &&
          has(wanted.search as string | undefined)(auction) &&
          (wanted.currency === undefined || auction.currency === wanted.currency) &&
          (wanted.hasReserve === undefined || (auction.reserveMinor !== null) === wanted.hasReserve) &&
          (wanted.hasBuyItNow === undefined || (auction.buyItNowMinor !== null) === wanted.hasBuyItNow) &&
          isOneOf(wanted.category, auction.lot.categories) &&
          isOneOf(wanted.condition, [auction.lot.condition]) &&
          isOneOf(wanted.location, [/lagos|kano/i.exec(auction.lot.location ?? "")?.[0].toLowerCase() ?? ""]) &&
          isWithin(wanted)(auction),
      );
      const found = await listAuctions(test.database, query as AuctionListQuery, wholePage);
      expect(expected.length).toBeGreaterThan(0);
      expect(ids(found.auctions)).toEqual(ids(expected));
      expect(found.total).toBe(expected.length);
    });

    const keyOf: Record<ListSortField, (auction: AuctionState) => string | number> = {
      createdAt: (auction) => auction.createdAt,
      startingPrice: ({ startingPriceMinor, currency }) => worthOf(startingPriceMinor, currency),
      currentPrice: ({ priceMinor, currency }) => worthOf(priceMinor, currency),
      endTime: (auction) => auction.endsAt,
      title: (auction) => auction.lot.title.toLowerCase(),
      bidCount: (auction) => auction.bidCount,
    };
    const orders = [
      { list: "listing", sortOrder: "asc", more: {} },
      { list: "listing", sortOrder: "desc", more: {} },
      { list: "listing", sortOrder: "desc", more: { currency: "NGN" } },
      { list: "listing", sortOrder: "asc", more: { search: "lagos" } },
      { list: "listing", sortOrder: "desc", more: { minPrice: 12 } },
      { list: "listing", sortOrder: "desc", more: { category: ["general"] as "general"[] } },
      { list: "table", sortOrder: "asc", more: {} },
      { list: "table", sortOrder: "desc", more: {} },
      { list: "table", sortOrder: "asc", more: { search: "lagos" } },
      { list: "table", sortOrder: "desc", more: { status: "active" } },
      { list: "table", sortOrder: "asc", more: { status: "ended" } },
    ] as const;
    const ordersOf = (sortBy: ListSortField) =>
      orders.flatMap((order) =>
        order.list === "table" && sortBy === "bidCount" ? [] : [{ ...order, sortBy: sortBy as SortField }],
      );

    describe.each(listSortFields)("by %s", (field) => {
      it.each(ordersOf(field))(
        "returns pages of the $list, $sortOrder $more, that follow each other without gap or repetition",
        async (given) => {
          const { sortBy } = given;
          const query = { sortBy, sortOrder: given.sortOrder, ...given.more };
          const read = (page: number) =>
            given.list === "table"
              ? listAllAuctions(test.database, query, { page, limit: 3 })
              : listAuctions(test.database, query, { page, limit: 3 });
          const { total } = await read(1);
          const walked: AuctionState[] = [];
          for (let page = 1; page <= Math.ceil(total / 3); page++) walked.push(...(await read(page)).auctions);
          expect(total).toBeGreaterThan(3);
          expect(walked).toHaveLength(total);
          expect(new Set(ids(walked)).size).toBe(total);
          const inDatabasesOrder = sortBy === "title" ? await titlesInOrder(walked) : null;
          const keys = walked.map((auction) => keyOf[sortBy](auction));
          const expected = inDatabasesOrder ?? keys.toSorted((a, b) => Number(a) - Number(b));
          expect(keys).toEqual(given.sortOrder === "asc" ? expected : [...expected].reverse());
          // Beyond the last there is nothing.
          expect(await read(Math.ceil(total / 3) + 1)).toEqual({ auctions: [], total });
        },
      );
    });

    it.each(["toyota", "TOYOTA lagos", "table", "corner", "car", "masks", "e", "toyotta", "%"])(
      "sorts the hits of %j by the words in their titles, and then by their creation",
      async (search) => {
        const found = await listAuctions(test.database, { search, sortBy: "relevance" }, wholePage);
        const words = searchWords(found.searchedFor ?? search);
        const keyOf = ({ lot, createdAt }: AuctionState): [number, number] => {
          const title = foldText(lot.title);
          const points = words.map((word) => (` ${title}`.includes(` ${word}`) ? 2 : hasWord(title, word) ? 1 : 0));
          return [points.reduce<number>((sum, one) => sum + one, 0), createdAt];
        };
        const keys = found.auctions.map(keyOf);
        expect(keys).toEqual(keys.toSorted(([a, one], [b, other]) => b - a || other - one));
        const walked: AuctionState[] = [];
        for (let page = 1; walked.length < found.total; page++) {
          walked.push(
            ...(await listAuctions(test.database, { search, sortBy: "relevance" }, { page, limit: 3 })).auctions,
          );
        }
        expect(walked).toEqual(found.auctions);
      },
    );

    it("sorts by creation where relevance has no words, or more hits than it sorts", async () => {
      const newest = await listAuctions(test.database, { search: "toyota" }, wholePage);
      const best = await listAuctions(test.database, { search: "toyota", sortBy: "relevance" }, wholePage);
      expect(ids(best.auctions)).toEqual(ids(newest.auctions));
      expect(best.auctions).not.toEqual(newest.auctions);
      const many = await listAuctions(
        test.database,
        { search: "toyota", sortBy: "relevance" },
        wholePage,
        undefined,
        2,
      );
      expect(many).toEqual(newest);
      const all = await listAuctions(test.database, { sortBy: "relevance" }, wholePage);
      expect(all).toEqual(await listAuctions(test.database, {}, wholePage));
    });

    /** A database orders letters in its own way. */
    const titlesInOrder = async (auctions: readonly AuctionState[]): Promise<string[]> => {
      const rows = await test.database.query<{ title: string }>(
        "select lower(t) as title from json_array_elements_text($1::text::json) t order by lower(t)",
        [JSON.stringify(auctions.map(({ lot }) => lot.title))],
      );
      return rows.map(({ title }) => title);
    };

    describe("with more hits than the counting limit", () => {
      const both = (["asc", "desc"] as const).flatMap((sortOrder) =>
        listSortFields.map((sortBy) => ({ sortBy, sortOrder })),
      );
      const most = 2;

      it.each(both)("returns the same pages, $sortBy $sortOrder", async (order) => {
        for (const query of [
          { search: "lagos" },
          { search: "a" },
          { search: "toyota", status: "active" },
          { search: "toyota", minPrice: 12, maxPrice: 20_000 },
        ] as const) {
          const asked = { ...query, ...order, sortBy: order.sortBy as SortField };
          for (const list of order.sortBy === "bidCount" ? [listAuctions] : [listAuctions, listAllAuctions]) {
            const counted = await list(test.database, asked, wholePage);
            expect(counted.total).toBeGreaterThan(most);
            const walked: AuctionState[] = [];
            for (let page = 1; walked.length < counted.total; page++) {
              const part = await list(test.database, asked, { page, limit: 3 }, undefined, most);
              expect(part.total).toBe(counted.total);
              expect(part.auctions.length).toBeGreaterThan(0);
              walked.push(...part.auctions);
            }
            expect(walked.map(({ id }) => id)).toEqual(counted.auctions.map(({ id }) => id));
          }
        }
      });

      it("finds every user", async () => {
        const counted = await searchUsers(test.database, { q: "a" }, { page: 1, limit: 10 });
        expect(counted.total).toBeGreaterThan(1);
        expect(await searchUsers(test.database, { q: "a" }, { page: 1, limit: 10 }, 1)).toEqual(counted);
      });
    });

    it.each([
      { minPrice: 16 },
      { maxPrice: 16 },
      { minPrice: 12.5, maxPrice: 12.5 },
      { minPrice: 12.51, maxPrice: 15.99 },
      { minPrice: 30, maxPrice: 20 },
      { minPrice: 10_000, maxPrice: 16_000.01 },
      { minPrice: 12.01, maxPrice: 24, priceCurrency: "USD" },
    ] as Prices[])("counts and sorts prices at the edges of their steps, $minPrice to $maxPrice", async (prices) => {
      const expected = all.filter(({ status }) => status === "active").filter(isWithin(prices));
      for (const sortBy of listSortFields) {
        const { auctions, total } = await listAuctions(test.database, { ...prices, sortBy }, wholePage);
        expect(total).toBe(expected.length);
        expect(ids(auctions)).toEqual(ids(expected));
      }
    });

    it("corrects a search that finds nothing to similar words of the listed lots, and says so", async () => {
      const found = await listAuctions(test.database, { search: "toyotta" }, wholePage);
      const meant = await listAuctions(test.database, { search: "toyota" }, wholePage);
      expect(found).toEqual({ ...meant, searchedFor: "toyota" });
      expect(meant.total).toBeGreaterThan(0);
      expect(await listAuctions(test.database, { search: "Carolla lagos" }, wholePage)).toMatchObject({
        searchedFor: "corolla lagos",
      });
      expect(await listAuctions(test.database, { search: "furnitrue" }, wholePage)).toMatchObject({
        searchedFor: "furniture",
      });
      for (const search of ["zeppelin", "tx", "xyz zeppelin", "zeppelin in the b", "\u0300"]) {
        expect(await listAuctions(test.database, { search }, wholePage)).toEqual({ auctions: [], total: 0 });
      }
    });

    it.each([
      // A word that no lot has is left out, also beside a corrected one.
      ["Toyota zeppelin", { searchedFor: "Toyota", relaxed: true }],
      ["toyotta zeppelin", { searchedFor: "toyota", relaxed: true }],
      ["zeppelin Ọ̀ṣun", { searchedFor: "Ọ̀ṣun", relaxed: true }],
      // Some lot has each word, but none has all: the last one is left out first.
      ["corner Toyota corolla", { searchedFor: "Toyota corolla", relaxed: true }],
      ["toyota corolla corner", { searchedFor: "toyota corolla", relaxed: true }],
      ["gramophone dinkin", { searchedFor: "gramophone", relaxed: true }],
      // No two of them are together in a lot: the longest one stays.
      ["gramophone dinkin corolla", { searchedFor: "gramophone", relaxed: true }],
    ])(
      "falls back to fewer words of %j if nothing has all of them, in both lists, and says so",
      async (search, says) => {
        const meant = await listAuctions(test.database, { search: says.searchedFor }, wholePage);
        expect(meant.total).toBeGreaterThan(0);
        expect(await listAuctions(test.database, { search }, wholePage)).toEqual({ ...meant, ...says });
        expect(await countFacets(test.database, { search })).toEqual(
          await countFacets(test.database, { search: says.searchedFor }),
        );
        expect(await listAllAuctions(test.database, { search }, wholePage)).toMatchObject(says);
      },
    );

    it("leaves a search as it is if a filter takes its lots away", async () => {
      const query = { search: "toyota corolla", minPrice: 9_000_000 };
      expect(await listAuctions(test.database, query, wholePage)).toEqual({ auctions: [], total: 0 });
    });

    it("folds texts in the database as in the program", async () => {
      const ask = async (sql: string, texts: readonly string[]): Promise<string[]> =>
        (
          await test.database.query<{ text: string }>(
            `select ${sql} as text from json_array_elements_text($1::text::json) t`,
            [JSON.stringify(texts)],
          )
        ).map(({ text }) => text);
      const letters: string[] = [];
      for (let code = 1; code < 0x20000; code += 1) {
        if (code < 0xd800 || code > 0xdfff) letters.push(String.fromCodePoint(code));
      }
      // The two may know different versions of Unicode, so letters that only one of them decomposes are left out.
      const decomposed = await ask("normalize(t, NFKD)", letters);
      const known = letters.filter((letter, n) => letter.normalize("NFKD") === decomposed[n]);
      expect(letters.length - known.length).toBeLessThan(200);
      const texts = [
        ...known.map((letter) => `A${letter}\u0323B`),
        ...lots.map((lot) => lot.join("\u001f")),
        ...["NFC", "NFD"].map((form) => searches.join(" ").replaceAll("\u0000", "").normalize(form)),
      ];
      const folded = await ask("search_fold(t)", texts);
      expect(texts.filter((text, n) => foldText(text) !== folded[n])).toEqual([]);
    });

    it.each([
      {},
      { search: "lagos" },
      { category: ["furniture"] },
      { condition: ["new"], location: ["lagos"] },
      { minPrice: 9000, category: ["general"] },
      { hasReserve: false, currency: "NGN" },
    ] as AuctionListQuery[])("counts the lots of each category, condition and location with %j", async (query) => {
      const facets = await countFacets(test.database, query);
      for (const [name, values] of [
        ["category", ["furniture", "tools", "general", "home-garden", "toys"]],
        ["condition", ["new", "fair", "poor"]],
        ["location", ["lagos", "kano", "abuja"]],
      ] as const) {
        for (const value of values) {
          const chosen = { ...query, [name]: [value] } as AuctionListQuery;
          const { total } = await listAuctions(test.database, chosen, wholePage);
          expect(facets[name][value] ?? 0, `${name} ${value}`).toBe(total);
        }
      }
    });

    it("names the auctions of a page on which the user was outbid, and no others", async () => {
      const { obi, uche } = await seedUsers(test.database, { obi: {}, uche: {} });
      const active = all.filter(({ status }) => status === "active").map(({ id }) => id);
      const place = (index: number, number: number, bidderId: string, voided = false) =>
        test.database.query(
          `insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at, voided_at, void_reason)
           values ($1::text::uuid, $2::text::int, $3::text::uuid, 1, 'manual', now(),
             case when $4 = 'yes' then now() end, case when $4 = 'yes' then 'fraud' end)`,
          [active[index] ?? "", String(number), bidderId, voided ? "yes" : "no"],
        );
      await place(0, 101, obi.id);
      await place(0, 102, uche.id);
      await place(1, 101, uche.id);
      await place(1, 102, obi.id);
      await place(2, 101, obi.id, true);
      await place(2, 102, uche.id);
      const leaders = [uche, obi, uche];
      const states = active.slice(0, 3).map((id, n) => {
        const state = all.find((one) => one.id === id) as AuctionState;
        return { ...state, leader: { id: leaders[n]?.id ?? "", username: "x" } };
      });
      expect(await outbidAmong(test.database, obi.id, states)).toEqual([active[0]]);
      expect(await outbidAmong(test.database, uche.id, states)).toEqual([active[1]]);
    });

    it("counts the auctions of each kind, before and after the changes are folded", async () => {
      const changes = async () =>
        (await test.database.query<{ n: number }>("select count(*)::int as n from auction_counts"))[0]?.n ?? 0;
      const matches = async () => {
        for (const status of [undefined, "active", "draft", "ended", "paused", "cancelled", "sold"] as const) {
          for (const currency of [undefined, "NGN", "USD"] as const) {
            for (const flag of [undefined, true, false]) {
              const wanted = all.filter(
                (auction) =>
                  (status === undefined || auction.status === status) &&
                  (currency === undefined || auction.currency === currency) &&
                  (flag === undefined || (auction.reserveMinor !== null) === flag),
              );
              expect(await countAuctions(test.database, { status, currency, hasReserve: flag })).toBe(wanted.length);
            }
          }
        }
      };
      await matches();
      await foldAuctionCounts(test.database);
      // Too few to be worth it.
      const before = await changes();
      await test.database.query(
        `insert into auction_counts select 'sold', 'USD', true, true, case when n % 2 = 0 then 1 else -1 end
         from generate_series(1, 600) n`,
      );
      await matches();
      await Promise.all([foldAuctionCounts(test.database), foldAuctionCounts(test.database)]);
      expect(await changes()).toBeLessThan(before);
      await matches();
    });

    it("stays consistent with the auctions, whatever is written to them", async () => {
      const different = await test.database.query(
        `select a.id, s.auction_id from (select * from auctions where removed_at is null) a
         full join auction_search s on s.auction_id = a.id
         where a.id is null or s.auction_id is null or s.status <> a.status or s.currency <> a.currency
           or s.has_reserve <> (a.reserve_minor is not null) or s.has_buy_it_now <> (a.buy_it_now_minor is not null)
           or s.created_at <> a.created_at or s.ends_at <> a.ends_at or s.starting_price_minor <> a.starting_price_minor
           or s.resting_price_minor is distinct from case when a.status <> 'active' then a.price_minor end
           or s.title <> lower(a.title)
           or position(search_fold(a.title) in s.text) <> 1 or position(search_fold(a.description) in s.text) = 0
           or s.categories <> a.categories or s.condition <> a.condition or s.region is distinct from a.region`,
      );
      expect(different).toEqual([]);
      const [count] = await test.database.query<{ n: number }>("select count(*)::int as n from auction_search");
      expect(count?.n).toBe(all.length);
    });

    it("finds the same after closed texts are indexed, and indexes changed ones again", async () => {
      const read = () =>
        Promise.all(
          ["lagos", "toyota", "tv", "ọ̀", "a", "🗿"].flatMap((search) =>
            [undefined, "active", "sold", "ended"].map((status) =>
              listAllAuctions(test.database, { search, status: status as "sold" }, wholePage),
            ),
          ),
        );
      const unfiled = async () =>
        (
          await test.database.query<{ n: number }>(
            "select count(*)::int as n from auction_search where not is_filed and status <> 'active'",
          )
        )[0]?.n;
      const closed = all.filter(({ status }) => status !== "active");
      expect(await unfiled()).toBe(closed.length);
      const before = await read();
      await Promise.all([fileTexts(test.database), fileTexts(test.database)]);
      expect(await unfiled()).toBe(0);
      expect(await read()).toEqual(before);
      const [one] = closed;
      await test.database.query("update auctions set title = title || ' unheard-of' where id = $1::text::uuid", [
        one?.id ?? "",
      ]);
      expect(await unfiled()).toBe(1);
      const found = await listAllAuctions(test.database, { search: "unheard-of" }, wholePage);
      expect(found.auctions.map(({ id }) => id)).toEqual([one?.id]);
    });

    it("is not written to by a bid", async () => {
      const active = all.find(({ status }) => status === "active");
      const place = async () =>
        (
          await test.database.query(
            "select ctid::text, xmin::text from auction_search where auction_id = $1::text::uuid",
            [active?.id ?? ""],
          )
        )[0];
      const before = await place();
      await test.database.query("update auctions set price_minor = price_minor + 1 where id = $1::text::uuid", [
        active?.id ?? "",
      ]);
      expect(await place()).toEqual(before);
      await test.database.query("update auctions set ends_at = ends_at + interval '1 s' where id = $1::text::uuid", [
        active?.id ?? "",
      ]);
      expect(await place()).not.toEqual(before);
    });

    it("finds users by any part of their names, in any case, also by short or unusual parts", async () => {
      for (const q of ["ADMIN", "ad", "a", "@people.test", "-"]) {
        const { users, total } = await searchUsers(test.database, { q }, { page: 1, limit: 10 });
        expect(users.every(({ username, email }) => `${username}\n${email}`.includes(q.toLowerCase()))).toBe(true);
        expect(total).toBe(users.length);
        expect(total).toBeGreaterThan(0);
      }
      for (const q of ["%", "_", "\\", "🎉", "zeppelin"]) {
        expect((await searchUsers(test.database, { q }, { page: 1, limit: 10 })).total).toBe(0);
      }
    });
  });
};
