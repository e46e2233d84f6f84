// Tests sellers who cheat, and people who act in a seller's place: each attempt with the answer that it gets.
import { SELLER_TERMS_VERSION } from "@jara/shared/legal-versions";
import { OPEN_OFFERS_MAX } from "@jara/shared/offer-limits";
import { beforeAll, expect, it } from "vitest";
import { draftOfSeller } from "../support/e2e-consigned.ts";
import { askForStatus, makePerson, type Person, setStatus } from "../support/e2e-people.ts";
import { type ApiAnswer, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const server = await sharedServer();
const OFFERS = 1_000;
const AT_ONCE = 100;

const terms = {
  startingPrice: 1_000,
  reservePrice: null,
  currency: "NGN",
  commissionPercent: 10,
  leastCommission: 0,
  charges: [],
} as const;
const acceptance = { name: "Carol Eze", termsVersion: SELLER_TERMS_VERSION };

interface World {
  readonly seller: Person;
  readonly rival: Person;
  readonly offerId: string;
  readonly agreementId: string;
  readonly lotId: string;
}

describeEndToEnd("hostile sellers", () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await makePerson(server, "desk", { role: "admin" });
  });
  const ask = (who: Person, method: string, path: string, body?: object): Promise<ApiAnswer> =>
    server.api(method, `/api${path}`, { token: who.token, ...(body && { body }) });
  const done = async (...asked: Parameters<typeof ask>) => {
    const answer = await ask(...asked);
    expect([answer.status, answer.body?.message]).toEqual([expect.toBeOneOf([200, 201]), undefined]);
    return answer.body;
  };
  /** A lot of a new seller, in draft; the seller has not accepted the terms. */
  const consigned = async (): Promise<World> => {
    const [seller, rival] = [await makePerson(server, "carol"), await makePerson(server, "rival")];
    return { seller, rival, ...(await draftOfSeller(server, admin, seller)) };
  };
  /** The same, open, with a bid of the rival. */
  const open = async (): Promise<World> => {
    const world = await consigned();
    await done(world.seller, "POST", `/agreements/${world.agreementId}/accept`, acceptance);
    await setStatus(server, admin, world.lotId, "active");
    await done(world.rival, "POST", "/bids", { auctionId: world.lotId, amount: 1_500 });
    return world;
  };

  type Attempt = readonly [
    what: string,
    given: () => Promise<World>,
    by: (world: World) => Person,
    request: (world: World) => readonly [method: string, path: string, body?: object],
    answer: { readonly status: number; readonly code?: string },
  ];
  const seller = (world: World) => world.seller;
  const rival = (world: World) => world.rival;
  const staff = () => admin;
  const refused = (status: number, code?: string) => ({ status, ...(code && { code }) });
  const edit = ({ lotId }: World, body: object) => ["PUT", `/auctions/admin/${lotId}`, body] as const;
  const bidOn = ({ lotId }: World) => ({ auctionId: lotId, amount: 5_000 });

  const attempts: readonly Attempt[] = [
    ["a bid on the own lot", open, seller, (w) => ["POST", "/bids", bidOn(w)], refused(403, "OWN_AUCTION")],
    [
      "a maximum on the own lot",
      open,
      seller,
      (w) => ["POST", "/maxbids", { auctionId: w.lotId, maxAmount: 5_000, currency: "NGN" }],
      refused(403, "OWN_AUCTION"),
    ],
    [
      "a question about the own lot",
      open,
      seller,
      (w) => ["POST", `/auctions/${w.lotId}/questions`, { text: "Is it good?" }],
      refused(403, "OWN_AUCTION"),
    ],
    ["other prices by the seller", open, seller, (w) => edit(w, { reservePrice: 9_000 }), refused(403)],
    ["other prices than the agreed ones", open, staff, (w) => edit(w, { reservePrice: 9_000 }), refused(409)],
    ["another seller of a lot with bids", open, staff, (w) => edit(w, { seller: w.rival.id }), refused(400, "INVALID")],
    [
      "another seller's id of a lot with bids",
      open,
      staff,
      (w) => edit(w, { sellerId: w.rival.id, isConsigned: false }),
      refused(400, "INVALID"),
    ],
    ["a second lot of the same offer", open, staff, (w) => ["POST", `/admin/offers/${w.offerId}/lot`], refused(409)],
    [
      "a refusal of an offer whose lot has bids",
      open,
      staff,
      (w) => ["POST", `/admin/offers/${w.offerId}/decline`, { reason: "Too late", revision: 1 }],
      refused(409, "OFFER_STATE"),
    ],
    ["a look at somebody's agreement", consigned, rival, (w) => ["GET", `/agreements/${w.agreementId}`], refused(404)],
    [
      "an acceptance by somebody who got the link",
      consigned,
      rival,
      (w) => ["POST", `/agreements/${w.agreementId}/accept`, acceptance],
      refused(404),
    ],
    [
      "an acceptance by the staff",
      consigned,
      staff,
      (w) => ["POST", `/agreements/${w.agreementId}/accept`, acceptance],
      refused(404),
    ],
    [
      "an acceptance without a name",
      consigned,
      seller,
      (w) => ["POST", `/agreements/${w.agreementId}/accept`, { ...acceptance, name: " \u200b " }],
      refused(400, "INVALID"),
    ],
    [
      "an acceptance of seller terms that never were",
      consigned,
      seller,
      (w) => ["POST", `/agreements/${w.agreementId}/accept`, { ...acceptance, termsVersion: "2031-01-01" }],
      refused(409, "AGREEMENT_STATE"),
    ],
    [
      "a commission of more than all",
      consigned,
      staff,
      (w) => ["POST", `/admin/offers/${w.offerId}/accept`, { ...terms, commissionPercent: 101 }],
      refused(400, "INVALID"),
    ],
    [
      "a commission below zero",
      consigned,
      staff,
      (w) => ["POST", `/admin/offers/${w.offerId}/accept`, { ...terms, commissionPercent: -1 }],
      refused(400, "INVALID"),
    ],
    [
      "a charge below zero",
      consigned,
      staff,
      (w) => ["POST", `/admin/offers/${w.offerId}/accept`, { ...terms, charges: [{ text: "Bribe", amount: -5 }] }],
      refused(400, "INVALID"),
    ],
  ];

  it.each(attempts)("refuses %s", async (what, given, by, request, answer) => {
    const world = await given();
    const { status, body } = await ask(by(world), ...request(world));
    expect([what, status]).toEqual([what, answer.status]);
    if (answer.code) expect(body.code).toBe(answer.code);
    const { auction } = await done(admin, "GET", `/auctions/${world.lotId}`);
    expect(auction).toMatchObject({ seller: { _id: world.seller.id }, reservePrice: null });
  });

  const changes: readonly (readonly [what: string, change: (world: World) => Promise<unknown>])[] = [
    ["is suspended", (w) => done(admin, "POST", `/admin/users/${w.seller.id}/suspend`, { reason: "Theft" })],
    ["is promoted to the staff", (w) => done(admin, "PUT", `/users/admin/role/${w.seller.id}`, { role: "admin" })],
  ];
  it.each(changes)("goes on with a lot whose seller %s, who can do no more with it than before", async (_, change) => {
    const world = await open();
    const { lotId, rival } = world;
    await change(world);
    const other = await makePerson(server, "other");
    await done(other, "POST", "/bids", { auctionId: lotId, amount: 2_500 });
    const acts: readonly (readonly [string, string, object?])[] = [
      ["POST", "/bids", bidOn(world)],
      ["PATCH", `/auctions/admin/${lotId}/status`, { status: "ended" }],
      ["POST", `/auctions/${lotId}/void-bids`, { userId: rival.id, reason: "other", note: "Too low" }],
      ["GET", `/auctions/${lotId}/void-bids/preview?userId=${rival.id}`],
      ["GET", `/auctions/admin/${lotId}/history`],
      ["GET", `/maxbids/auction/${lotId}/all`],
      ["POST", `/admin/offers/${world.offerId}/accept`, { ...terms, commissionPercent: 0 }],
    ];
    for (const [method, path, body] of acts) {
      const answer = await ask(world.seller, method, path, body);
      if (answer.status === 200) expect(JSON.stringify(answer.body)).not.toContain(rival.username);
      else expect([path, answer.status]).toEqual([path, expect.toBeOneOf([401, 403, 404, 409])]);
    }
    const { auction } = await done(admin, "GET", `/auctions/${lotId}`);
    expect(auction).toMatchObject({ status: "active", currentPrice: 2_500, bidCount: 2 });
  });

  it("lets no seller leave with a lot that is open", async () => {
    const { seller } = await open();
    const { obstacles } = (await ask(seller, "GET", "/users/deletion")).body;
    expect(obstacles.map(({ reason }: { reason: string }) => reason)).toContain("sells");
  });

  it("keeps an agreement that was accepted as it was, and asks again for other terms in the middle of an auction", async () => {
    const world = await open();
    const { agreement } = await done(admin, "POST", `/admin/offers/${world.offerId}/accept`, {
      ...terms,
      commissionPercent: 100,
    });
    const old = await done(world.seller, "GET", `/agreements/${world.agreementId}`);
    expect(old).toMatchObject({ agreement: { commissionPercent: 10, status: "replaced" }, newestId: agreement._id });
    // Nobody has accepted the new ones, so the lot goes on under the old ones.
    expect((await ask(world.rival, "POST", "/bids", bidOn(world))).status).toBe(201);
    expect((await askForStatus(server, admin, world.lotId, "ended")).status).toBe(200);
  });

  it(`makes of ${OFFERS.toLocaleString("en")} offers at once no more than a person may have`, async () => {
    const ada = await makePerson(server, "ada");
    const answers: ApiAnswer[] = [];
    for (let sent = 0; sent < OFFERS; sent += AT_ONCE) {
      answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => ask(ada, "POST", "/offers", {})))));
    }
    const statuses = new Set(answers.map(({ status }) => status));
    for (const status of statuses) expect(status).toBeOneOf([201, 400, 429, 503]);
    const { offers, pagination } = await done(ada, "GET", "/offers?limit=100");
    expect([offers.length, pagination.total]).toEqual([OPEN_OFFERS_MAX, OPEN_OFFERS_MAX]);
  });
});
