// @vitest-environment happy-dom
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import type { Sale } from "@jara/shared/rest/sales";
import { SALE_TITLE_MAX } from "@jara/shared/sale-limits";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp } from "../../../app/render-for-test.tsx";
import { copyOf, copySale } from "./copy-sale.ts";

const sale = {
  _id: "s1",
  title: "Weekly sale",
  description: "Tools",
  terms: "Collect within a week.",
  viewings: [{ from: "2026-11-20T09:00:00.000Z", until: "2026-11-20T16:00:00.000Z", place: "Hall B" }],
  pickups: [
    {
      from: "2026-11-23T09:00:00.000Z",
      until: "2026-11-23T12:00:00.000Z",
      place: "Hall B",
      slotMinutes: 30,
      buyers: 2,
    },
  ],
  status: "published",
  opensAt: "2026-11-19T09:00:00.000Z",
  closesAt: "2026-11-21T18:00:00.000Z",
  spacingSeconds: 30,
  closing: "in-order",
  groupSize: null,
  asksTerms: true,
  picture: null,
} as unknown as Sale;
const at = (iso: string) => Date.parse(iso);
const lot = (_id: string, lotNumber: number, change: Partial<ManagedAuction>) =>
  ({
    _id,
    title: _id,
    status: "ended",
    bidCount: 0,
    hasReserve: false,
    reserveMet: false,
    winner: null,
    relistedAs: null,
    sale: { lotNumber },
    ...change,
  }) as ManagedAuction;

afterEach(cleanUp);

it("copies texts and rules, and moves all times by a week, or by as many as the copy needs to be ahead", () => {
  const copy = copyOf(sale, at("2026-11-22T08:00:00.000Z"));
  expect(copy).toEqual({
    title: "Weekly sale, 28 Nov 2026",
    description: "Tools",
    terms: "Collect within a week.",
    viewings: [{ from: "2026-11-27T09:00:00.000Z", until: "2026-11-27T16:00:00.000Z", place: "Hall B" }],
    pickups: [
      {
        from: "2026-11-30T09:00:00.000Z",
        until: "2026-11-30T12:00:00.000Z",
        place: "Hall B",
        slotMinutes: 30,
        buyers: 2,
      },
    ],
    opensAt: "2026-11-26T09:00:00.000Z",
    closesAt: "2026-11-28T18:00:00.000Z",
    spacingSeconds: 30,
    closing: "in-order",
    groupSize: null,
    asksTerms: true,
    picture: null,
  });
  expect(copyOf(sale, at("2026-12-10T08:00:00.000Z")).closesAt).toBe("2026-12-12T18:00:00.000Z");
  expect(copyOf({ ...sale, opensAt: null }, at("2026-11-01T08:00:00.000Z"))).toMatchObject({
    opensAt: null,
    closesAt: "2026-11-28T18:00:00.000Z",
  });
});

it("names the day of the copy in its title, instead of the old sale's", () => {
  const titleOf = (title: string) => copyOf({ ...sale, title }, at("2026-11-22T08:00:00.000Z")).title;
  expect(titleOf("Weekly sale")).toBe("Weekly sale, 28 Nov 2026");
  expect(titleOf("Weekly sale, 21 Nov 2026")).toBe("Weekly sale, 28 Nov 2026");
  const long = "x".repeat(SALE_TITLE_MAX);
  expect(titleOf(long)).toBe(long);
});

it("puts copies of the unsold lots into the new sale, in their order, and those that were made before", async () => {
  const named = (_id: string) => ({ _id, title: _id });
  const lots = [
    lot("a5", 5, { relistedAs: named("b5") }),
    lot("a1", 1, {}),
    lot("a2", 2, { winner: { username: "a***a" }, bidCount: 1 }),
    lot("a3", 3, { bidCount: 2, hasReserve: true }),
    lot("a6", 6, { relistedAs: named("b6") }),
    lot("a7", 7, { relistedAs: named("b7") }),
    lot("a8", 8, {}),
    lot("a9", 9, { bidCount: 1, outcome: "refunded" }),
  ];
  const sent: unknown[] = [];
  const made: unknown[] = [];
  const calls = answerFetch({
    "GET /auctions/admin/all": {
      body: { auctions: lots, pagination: { current: 1, pages: 1, total: 7, limit: 100 } },
    },
    "POST /sales": (body) => {
      made.push(body);
      return { status: 201, body: { sale: { _id: "s2", revision: 1 }, action: null } };
    },
    "POST /auctions/a1/relist": { status: 201, body: { auction: { _id: "b1" } } },
    "POST /auctions/a3/relist": { status: 201, body: { auction: { _id: "b3" } } },
    "POST /auctions/a8/relist": { status: 409, body: { code: "CONFLICT_OF_INTEREST", message: "Your own lot." } },
    "GET /auctions/b5": { body: { auction: { _id: "b5", status: "draft" } } },
    "GET /auctions/b5/sale": { body: { sale: null } },
    "GET /auctions/b6": { body: { auction: { _id: "b6", status: "draft" } } },
    "GET /auctions/b6/sale": { body: { sale: { title: "Friday sale", lotNumber: 4 } } },
    "GET /auctions/b7": { body: { auction: { _id: "b7", status: "sold" } } },
    "GET /auctions/b7/sale": { body: { sale: null } },
    "PUT /sales/s2/lots": (body) => {
      sent.push(body);
      return { body: { sale: { _id: "s2", revision: 2 }, action: null } };
    },
  });
  const now = at("2026-11-22T08:00:00.000Z");
  const copied = await copySale(sale, { title: "Next week", withUnsold: true }, now);
  expect(made).toMatchObject([{ title: "Next week" }]);
  expect(sent).toEqual([{ revision: 1, auctionIds: ["b1", "b3", "b5"] }]);
  expect(copied).toMatchObject({ copied: 2, taken: 1, sale: { revision: 2 } });
  expect(copied.leftOut).toEqual([
    { id: "a6", title: "Lot 6: a6", why: "It was relisted before, and its copy is lot 4 of “Friday sale”." },
    { id: "a7", title: "Lot 7: a7", why: "It was relisted before, and its copy is sold." },
    { id: "a8", title: "Lot 8: a8", why: "Your own lot." },
    { id: "a9", title: "Lot 9: a9", why: "Its sale was refunded. If it is to be sold again, relist it." },
  ]);
  const before = calls.length;
  expect(await copySale(sale, { title: "Next week", withUnsold: false }, now)).toMatchObject({
    copied: 0,
    taken: 0,
    leftOut: [],
  });
  expect(calls.slice(before).map(({ call }) => call)).toEqual(["POST /sales"]);
});
