// Tests that no list gives more than 100 entries at a time, whatever is asked for, and gives the rest page by page.
// Many reads of one user are refused beyond a bounded queue while others are answered.
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { type ApiAnswer, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const MADE = 130;
const ASKED_AT_ONCE = 500;

describeEndToEnd("lists", () => {
  let server: TestServer;
  let admin: Person;
  let ada: Person;
  let bola: Person;
  let auctionId: string;

  beforeAll(async () => {
    server = await startTestServer({ config: { hasRateLimits: true } });
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
    bola = await makePerson(server, "bolanle");
    const made: string[] = [];
    while (made.length < MADE) {
      const some = await Promise.all(Array.from({ length: 10 }, () => openAuction(server, admin)));
      made.push(...some.map(({ _id }) => _id));
    }
    auctionId = made[0] as string;
    await setStatus(server, admin, auctionId, "ended");
    const ids = `{${made.join(",")}}`;
    await server.query(
      `with lots as (select id, row_number() over (order by id)::int as n from unnest($1::text::uuid[]) as id),
       many as (
         insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at)
         select $3::text::uuid, n, $2::text::uuid, 100000 + n, 'manual', now() from lots
       ),
       people as (
         insert into users (id, username, email, role, balance_minor, created_at)
         select gen_random_uuid(), 'many-' || n, 'many-' || n || '@people.test', 'user', 0, now() from lots
         returning id
       ),
       of_others as (
         insert into max_bids (id, auction_id, user_id, amount_minor, reached_revision, created_at, updated_at)
         select gen_random_uuid(), $3::text::uuid, id, 100000, 1, now(), now() from people
       )
       insert into max_bids (id, auction_id, user_id, amount_minor, reached_revision, created_at, updated_at)
       select gen_random_uuid(), id, $2::text::uuid, 100000, 1, now(), now() from lots`,
      [ids, ada.id, auctionId],
    );
  }, 120_000);
  afterAll(() => server?.close());

  const lists: readonly (readonly [path: () => string, who: () => Person, total: number])[] = [
    [() => "/api/auctions", () => ada, MADE - 1],
    [() => "/api/auctions/admin/all", () => admin, MADE],
    [() => "/api/auctions/user/my-auctions", () => admin, MADE],
    [() => "/api/bids/user/my-bids", () => ada, MADE],
    [() => `/api/bids/auction/${auctionId}`, () => ada, MADE],
    [() => "/api/maxbids/user/active", () => ada, MADE],
    [() => `/api/maxbids/auction/${auctionId}/all`, () => admin, MADE + 1],
    [() => "/api/auth/users", () => admin, MADE + 3],
    [() => "/api/users/admin/search", () => admin, MADE + 3],
  ];
  const rowsOf = async (path: string, token: string): Promise<{ _id: string }[]> => {
    const { status, body } = await server.api("GET", path, { token });
    expect(status).toBe(200);
    const rows = Array.isArray(body) ? body : (body.auctions ?? body.bids ?? body.maxBids ?? body.users);
    expect(rows.length).toBeLessThanOrEqual(LIST_LIMIT_MAX);
    return rows;
  };

  it.each(lists.map((list, n) => [n, ...list] as const))(
    "have at most 100 entries a page, and all entries over the pages: list %i",
    async (_n, path, who, total) => {
      const { token } = who();
      await rowsOf(path(), token);
      const first = await rowsOf(`${path()}?limit=500`, token);
      const second = await rowsOf(`${path()}?limit=1000000&page=2`, token);
      expect(first).toHaveLength(LIST_LIMIT_MAX);
      expect(new Set([...first, ...second].map(({ _id }) => _id)).size).toBe(total);
      for (const limit of ["0", "-1", "1e3", "100000000", "x", "5.5"]) {
        expect((await server.api("GET", `${path()}?limit=${limit}`, { token })).status).toBe(400);
      }
    },
  );

  it("wait for each other if one user requests them, at most 100, while another user is answered", async () => {
    const path = "/api/bids/user/my-bids?limit=100";
    const all = Array.from({ length: ASKED_AT_ONCE }, () => server.api("GET", path, { token: ada.token }));
    expect((await server.api("GET", path, { token: bola.token })).status).toBe(200);
    const answers = await Promise.all(all);
    const [passed, refused] = [200, 429].map((code) => answers.filter(({ status }) => status === code)) as [
      ApiAnswer[],
      ApiAnswer[],
    ];
    expect(passed.length + refused.length).toBe(ASKED_AT_ONCE);
    expect(passed.length).toBeGreaterThanOrEqual(101);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, body } of refused) {
      expect(headers.get("retry-after")).toBe("1");
      expect(headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
      expect(body).toMatchObject({ code: "RATE_LIMITED" });
    }
    expect((await server.api("GET", path, { token: ada.token })).status).toBe(200);
  });
});
