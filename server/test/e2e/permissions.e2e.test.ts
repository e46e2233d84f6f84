// Who may do what: the specification's table of roles, each call made by a visitor, a user and an administrator.
import { afterAll, beforeAll, expect, it } from "vitest";
import { access } from "../../src/http/access.ts";
import { onEachDatabase } from "../support/e2e-database.ts";
import { lot, makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";

const everyone = { visitor: 200, user: 200, admin: 200 };
const signedIn = { visitor: 401, user: 200, admin: 200 };
const creates = { visitor: 401, user: 201, admin: 201 };
const admins = { visitor: 401, user: 403, admin: 200 };

type Role = keyof typeof everyone;
type Row = [capability: string, call: string, expected: Record<Role, number>, body?: object];

/** `{id}` is a running auction of somebody else's, another one for each caller; `{user}` is the user. */
const table: Row[] = [
  ["browses and searches", "GET /api/auctions?search=drum", everyone],
  ["views an auction", "GET /api/auctions/{id}", everyone],
  ["sees an auction's bids", "GET /api/bids/auction/{id}", everyone],
  ["sees the highest bid", "GET /api/bids/auction/{id}/highest", everyone],
  ["sees whether Buy It Now is there", "GET /api/auctions/{id}/buy-it-now-status", everyone],
  ["bids", "POST /api/bids", creates, { auctionId: "{id}", amount: 1100 }],
  ["sets a max bid", "POST /api/maxbids", signedIn, { auctionId: "{id}", maxAmount: 5000, currency: "NGN" }],
  ["uses Buy It Now", "POST /api/auctions/{id}/buy-it-now", signedIn],
  ["sees My Bids", "GET /api/bids/user/my-bids", signedIn],
  ["sees My Auto-Bids", "GET /api/maxbids/user/active", signedIn],
  ["sees the profile", "GET /api/users/profile", signedIn],
  ["changes the profile", "PUT /api/users/profile", signedIn, { firstName: "Ada" }],
  ["creates an auction", "POST /api/auctions", { ...admins, admin: 201 }, lot()],
  ["sees My Auctions", "GET /api/auctions/user/my-auctions", admins],
  ["changes any auction's status", "PATCH /api/auctions/admin/{id}/status", admins, { status: "ended" }],
  ["sees all auctions", "GET /api/auctions/admin/all", admins],
  ["reads an auction's history", "GET /api/auctions/admin/{id}/history", admins],
  ["downloads an auction's history", "GET /api/auctions/admin/{id}/history.csv", admins],
  ["edits any auction", "PUT /api/auctions/{id}", admins, { title: "Edited" }],
  ["edits any auction, whole", "PUT /api/auctions/admin/{id}", admins, { ...lot(), status: "active" }],
  ["deletes any auction without bids", "DELETE /api/auctions/{id}", admins],
  ["cancels any auction", "PATCH /api/auctions/{id}/cancel", admins],
  ["searches users", "GET /api/users/admin/search?q=ada", admins],
  ["lists users", "GET /api/auth/users", admins],
  ["changes a role", "PUT /api/users/admin/role/{user}", admins, { role: "user" }],
  ["changes a role, by the other call", "PUT /api/auth/users/{user}/role", admins, { role: "user" }],
  ["edits a balance", "PUT /api/users/admin/balance/{user}", admins, { balance: 1, action: "add" }],
  ["reads a ledger", "GET /api/users/admin/{user}/ledger", admins],
];

onEachDatabase("roles and permissions", (database) => {
  let server: TestServer;
  let seller: Person;
  let people: Record<Role, Person | undefined>;

  beforeAll(async () => {
    server = await startTestServer({ database });
    seller = await makePerson(server, "seller", { role: "admin" });
    const admin = await makePerson(server, "admin", { role: "admin" });
    people = { visitor: undefined, user: await makePerson(server, "adaeze"), admin };
  });
  afterAll(() => server?.close());

  const closed = Object.entries(access).filter(([, needed]) => needed !== "anyone");
  it.each(closed)("refuses before it looks at what was sent: %s (%s)", async (call, needed) => {
    const [method = "", path = ""] = call.split(" ");
    const nonsense = method === "GET" ? {} : { body: { nonsense: true } };
    const asked = path.replace(/:\w+/, "nobody");
    const visitor = await server.api(method, asked, nonsense);
    expect([visitor.status, visitor.body.code]).toEqual([401, "UNAUTHENTICATED"]);
    const user = await server.api(method, asked, { ...nonsense, token: people.user?.token });
    if (needed === "admin") expect([user.status, user.body.code]).toEqual([403, "FORBIDDEN"]);
    else expect([401, 403]).not.toContain(user.status);
  });

  it.each(table)("lets through exactly who may: %s, by %s", async (_capability, call, expected, body) => {
    const [method = "", path = ""] = call.split(" ");
    for (const role of ["visitor", "user", "admin"] as const) {
      const { _id } = await openAuction(server, seller, { buyItNowPrice: 9000 });
      const { status } = await server.api(method, path.replace("{id}", _id).replace("{user}", people.user?.id ?? ""), {
        token: people[role]?.token,
        ...(body && { body: JSON.parse(JSON.stringify(body).replace("{id}", _id)) }),
      });
      expect([role, status]).toEqual([role, expected[role]]);
    }
  });
});
