import { randomUUID } from "node:crypto";
import type { AuctionListQuery } from "@jara/shared/rest/auctions";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuctionState } from "../../../../src/auction/state.ts";
import { seedAuction, seedUsers } from "../../../../test/support/seed.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";
import { findAuction } from "../../../engine/reads/find-auctions.ts";
import { matchPublishedLots } from "../saved-searches/match-lots.ts";
import { listAuctions } from "./auction-listing.ts";
import { collectedElsewhere, type SiteNow, usualSite } from "./collect-regions.ts";
import { countFacets } from "./facets.ts";
import { filterKey } from "./query-text.ts";

describe("the places where lots are collected", () => {
  const test = withDatabase();
  const sql = (text: string, values: string[] = []) => test.database.query(text, values);
  const at = (place: string): SiteNow => ({ ...usualSite, hours: { place } });
  const lagos = at("Warehouse, 14 Broad Street, Lagos Island");
  const page = { page: 1, limit: 100 };

  const hour = 3_600_000;
  const time = (place: string, untilHours = 48) => ({
    place,
    from: Date.now() + (untilHours - 8) * hour,
    until: Date.now() + untilHours * hour,
    slotMinutes: 30,
    buyers: 1,
  });
  /** The sale of each lot. Lots without one are named `none`. */
  const sales = {
    "two places": { status: "published", pickups: [time("Hall 3, Abuja"), time("Depot, Abeokuta, Ogun")] },
    "a place that names no state": { status: "published", pickups: [time("Hall 3")] },
    "a time that is over": { status: "published", pickups: [time("Old hall, Abuja", -48), time("Jos, Plateau")] },
    "no times": { status: "published", pickups: [] },
    "a draft": { status: "draft", pickups: [time("Hall 3, Abuja")] },
  } as const;
  const locations = ["New Haven, Enugu", "Ikeja, Lagos", null];
  /** `${sale} ${location}` of each lot. */
  const names = new Map<string, string>();
  let lots: AuctionState[];

  beforeAll(async () => {
    const { admin } = await seedUsers(test.database, { admin: { role: "admin" } });
    const made: AuctionState[] = [];
    for (const [sale, { status, pickups }] of [
      ...Object.entries(sales),
      ["none", { status: "", pickups: [] }] as const,
    ]) {
      const saleId = randomUUID();
      if (sale !== "none") {
        await sql(
          `insert into sales (id, title, description, terms, viewings, pickups, status, closes_at, spacing_seconds, closing,
             created_by, created_at, updated_at, revision)
           values ($1::text::uuid, 'A sale', '', '', '[]', $2::text::jsonb, $3, now(), 0, 'alone', $4::text::uuid, now(),
             now(), 1)`,
          [saleId, JSON.stringify(pickups), status, admin.id],
        );
      }
      for (const [n, location] of locations.entries()) {
        const { id } = await seedAuction(test.database, admin, { startingPriceMinor: 1000 + made.length });
        await sql("update auctions set title = 'Brass lamp', location = nullif($2, '') where id = $1::text::uuid", [
          id,
          location ?? "",
        ]);
        if (sale !== "none") {
          await sql(
            "insert into sale_lots (auction_id, sale_id, lot_number) values ($1::text::uuid, $2::text::uuid, $3::text::int)",
            [id, saleId, String(n + 1)],
          );
        }
        names.set(id, `${sale}: ${location}`);
        made.push((await findAuction(test.database, id)) as AuctionState);
      }
    }
    lots = made;
  });

  /** The rule, as a table: where the lots of each sale are collected. `own`: each where it is. */
  const expected = (site: SiteNow, id: string): string[] => {
    const [sale = "", location = ""] = names.get(id)?.split(": ") ?? [];
    if (sale === "two places") return ["abuja", "ogun"];
    if (sale === "a time that is over") return ["plateau"];
    if (site === lagos) return ["lagos"];
    return location === "New Haven, Enugu" ? ["enugu"] : location === "Ikeja, Lagos" ? ["lagos"] : [];
  };
  const regions = ["lagos", "enugu", "abuja", "ogun", "plateau", "kano"] as const;
  const sites = {
    "no place of the house": at(""),
    "a house in Lagos": lagos,
    "a house somewhere": at("14 Broad Street"),
  };

  describe.each(Object.entries(sites))("with %s", (_, site) => {
    it.each([
      {},
      { search: "lamp" },
      { search: "lamp", sortBy: "relevance" },
      { sortBy: "currentPrice" },
      { sortBy: "bidCount" },
      { sortBy: "endTime", sortOrder: "asc" },
      { minPrice: 5, maxPrice: 1000 },
    ] as AuctionListQuery[])("decide which lots the filter by location finds and counts, with %j", async (query) => {
      const facets = await countFacets(test.database, query, site);
      const several: (typeof regions)[number][][] = [
        ["lagos", "ogun"],
        ["abuja", "ogun"],
      ];
      for (const location of [...regions.map((one) => [one]), ...several]) {
        const found = await listAuctions(test.database, { ...query, location }, page, site);
        const those = lots.filter(({ id }) =>
          expected(site, id).some((one) => location.some((wanted) => wanted === one)),
        );
        const namesOf = (some: readonly AuctionState[]) => some.map(({ id }) => names.get(id)).sort();
        expect(namesOf(found.auctions), location.join()).toEqual(namesOf(those));
        expect(found.total).toBe(those.length);
        if (location.length === 1) expect(facets.location[location.join()] ?? 0, location.join()).toBe(those.length);
      }
    });

    it("decide which saved searches find a new lot", async () => {
      const { ada } = await seedUsers(test.database, { ada: {} });
      for (const region of regions) {
        await sql(
          `insert into saved_searches (id, user_id, name, query, filter_key, alert, created_at)
           values (gen_random_uuid(), $1::text::uuid, $2, '{}', $3, 'off', now() - interval '1 day')`,
          [ada.id, region, filterKey({ location: [region] })],
        );
      }
      for (const { id } of lots) {
        await sql(
          `insert into published_lots (auction_id, published_at) values ($1::text::uuid, now())
           on conflict (auction_id) do update set published_at = now()`,
          [id],
        );
      }
      await matchPublishedLots(test.database, site);
      const matches = await test.database.query<{ id: string; name: string }>(
        `select m.auction_id as id, s.name from saved_search_matches m join saved_searches s on s.id = m.search_id
         where s.user_id = $1::text::uuid`,
        [ada.id],
      );
      const wanted = lots.flatMap(({ id }) => expected(site, id).map((region) => `${region} ${names.get(id)}`));
      expect(matches.map(({ id, name }) => `${name} ${names.get(id)}`).sort()).toEqual(wanted.sort());
    });
  });

  it("are said of the lots that are in another state until then", async () => {
    const said = await collectedElsewhere(test.database, lots, lagos);
    const named = Object.entries(said).map(([id, words]) => `${names.get(id)} → ${words}`);
    expect(named.sort()).toEqual(
      [
        ...locations.map((location) => `two places: ${location} → Abuja or Ogun`),
        ...locations.map((location) => `a time that is over: ${location} → Plateau`),
        ...["no times", "a draft", "none"].flatMap((sale) => [
          `${sale}: New Haven, Enugu → Lagos`,
          `${sale}: null → Lagos`,
        ]),
      ].sort(),
    );
    // The hall's text names no state, and a lot that is collected where it is needs no words.
    expect(Object.values(await collectedElsewhere(test.database, lots.slice(3, 6), lagos))).toEqual([]);
    expect(await collectedElsewhere(test.database, lots.slice(-3), at(""))).toEqual({});
  });
});
