// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import type { Sale } from "@jara/shared/rest/sales";
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
const lot = (_id: string, change: Partial<Auction>) =>
  ({ _id, status: "ended", bidCount: 0, hasReserve: false, reserveMet: false, winner: null, ...change }) as Auction;

afterEach(cleanUp);

it("copies texts and rules, and moves all times by a week, or by as many as the copy needs to be ahead", () => {
  const copy = copyOf(sale, at("2026-11-22T08:00:00.000Z"));
  expect(copy).toEqual({
    title: "Weekly sale",
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

it("puts copies of the unsold lots into the new sale, in their order, and counts those that were relisted before", async () => {
  const lots = [
    lot("a1", {}),
    lot("a2", { winner: { username: "a***a" }, bidCount: 1 }),
    lot("a3", { bidCount: 2, hasReserve: true }),
    lot("a4", { status: "cancelled" }),
    lot("a5", {}),
  ];
  const sent: unknown[] = [];
  const refused = { status: 409, body: { code: "ALREADY_EXISTS", message: "It was relisted." } };
  answerFetch({
    "GET /sales/s1/lots": {
      body: {
        lots: lots.map((auction, place) => ({ lotNumber: place + 1, auction })),
        pagination: { current: 1, pages: 1, total: 5, limit: 100 },
      },
    },
    "POST /sales": { status: 201, body: { sale: { _id: "s2", revision: 1 }, action: null } },
    "POST /auctions/a1/relist": { status: 201, body: { auction: { _id: "b1" } } },
    "POST /auctions/a3/relist": { status: 201, body: { auction: { _id: "b3" } } },
    "POST /auctions/a5/relist": refused,
    "PUT /sales/s2/lots": (body) => {
      sent.push(body);
      return { body: { sale: { _id: "s2", revision: 2 }, action: null } };
    },
  });
  const made = await copySale(sale, true, at("2026-11-22T08:00:00.000Z"));
  expect(made).toMatchObject({ copied: 2, leftOut: 1, sale: { revision: 2 } });
  expect(sent).toEqual([{ revision: 1, auctionIds: ["b1", "b3"] }]);
  expect(await copySale(sale, false, at("2026-11-22T08:00:00.000Z"))).toMatchObject({ copied: 0, leftOut: 0 });
  expect(sent).toHaveLength(1);
});
