// Tests a node that is killed before it has notified people: of an outbid, and of lots that it was comparing with saved
// searches. Another node notifies them of both, each once.
import { randomUUID } from "node:crypto";
import { auctionListQuery } from "@jara/shared/rest/auctions";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { filterKey, queryText } from "../../src/features/auctions/search/query-text.ts";
import { violations } from "../support/e2e-contract.ts";
import { connect } from "../support/e2e-live.ts";
import { type Node, type Nodes, openNodes } from "../support/e2e-nodes.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { logIsRead } from "../support/read-log.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

/** The other node's job has its own interval. */
const FOUND_WITHIN = { timeout: 100_000, interval: 100 };
/** A statement compares 10,000 pairs. With 100 lots these are five statements, with pauses between them. */
const SEARCHES = 500;
const OWNERS = 30;
const LOTS = 100;

describe.skipIf(!canHaveNodes())("a node is killed", () => {
  let nodes: Nodes;
  const running: Node[] = [];
  const start = async (): Promise<Node> => {
    const node = await nodes.start();
    running.push(node);
    return node;
  };
  const query = <Row extends Record<string, unknown>>(text: string, params?: string[]): Promise<Row[]> =>
    nodes.database.query<Row>(text, params);

  beforeAll(async () => {
    nodes = await openNodes();
  }, 60_000);
  afterEach(async () => {
    // The next test kills the node that does the work, so no other one may do it.
    await Promise.all(running.splice(0).map((node) => node.kill()));
    await query("delete from job_leases");
    expect(violations.splice(0)).toEqual([]);
  });
  afterAll(() => nodes?.close());

  /** Makes leases, notifications and bids a minute older, so that another node need not wait before it takes over. */
  const letTimePass = async (): Promise<void> => {
    const earlier = (column: string): string => `${column} = ${column} - interval '1 minute'`;
    await query(`update job_leases set ${earlier("until")}`);
    await query(`update notifications set ${["created_at", "at", "read_at"].map(earlier).join(", ")}`);
    await query(`update bids set ${earlier("created_at")}`);
  };

  const bid = async (node: Node, { token }: Person, auctionId: string, amount: number) => {
    const { status } = await node.api("POST", "/api/bids", { token, body: { auctionId, amount } });
    expect(status).toBe(201);
  };

  it("as soon as it has answered a bid: another node notifies the person who was outbid, once", async () => {
    const [killed, other] = [await start(), await start()];
    const admin = await makePerson(killed, "admin", { role: "admin" });
    const [ada, bola] = (await Promise.all(["ada", "bola"].map((name) => makePerson(killed, name)))) as [
      Person,
      Person,
    ];
    const { _id: auctionId } = await openAuction(killed, admin);
    const inboxOf = ({ id }: Person) =>
      query<{ count: number; price: number }>(
        `select count, (data->>'currentPrice')::float8 as price from notifications
         where user_id = $1::text::uuid and kind = 'outbid' order by created_at`,
        [id],
      );
    const device = await connect(other, "/ws", { token: ada.token });
    await bid(killed, ada, auctionId, 1200);
    await bid(killed, bola, auctionId, 1300);
    await killed.kill();
    await expect.poll(() => inboxOf(ada), FOUND_WITHIN).toEqual([{ count: 1, price: 1300 }]);
    const { notification, unread } = await device.next("notification:created");
    expect([notification.kind, notification.auctionId, unread]).toEqual(["outbid", auctionId, 1]);
    device.close();
    // Ada is outbid again within 30 seconds, so she is notified later, by any node.
    await bid(other, ada, auctionId, 1400);
    await logIsRead(nodes.database);
    await bid(other, bola, auctionId, 1500);
    await logIsRead(nodes.database);
    expect(await inboxOf(ada)).toEqual([{ count: 1, price: 1300 }]);
    await other.kill();
    await letTimePass();
    await query("update auction_events set at = at - interval '1 minute'");
    await start();
    await expect.poll(() => inboxOf(ada), FOUND_WITHIN).toEqual([{ count: 2, price: 1500 }]);
    expect(await inboxOf(bola)).toEqual([{ count: 1, price: 1400 }]);
  }, 180_000);

  it("while it compares lots with saved searches: each owner hears of each lot once, and none is lost", async () => {
    const killed = await start();
    const owners = await Promise.all(
      Array.from({ length: OWNERS }, (_, n) => makePerson(killed, `owner-${n}`, { isVerified: n % 2 === 0 })),
    );
    const publisher = await makePerson(killed, "publisher", { role: "admin" });
    const sample = await openAuction(killed, publisher, { title: "Kakaki", startingPrice: 1000 });
    await query("delete from published_lots");
    const searches = Array.from({ length: SEARCHES }, (_, n) => {
      const wanted = auctionListQuery.parse({ search: "kakaki", maxPrice: String(100_000 + n) });
      return {
        id: randomUUID(),
        user_id: owners[n % OWNERS]?.id,
        query: queryText(wanted),
        filter_key: filterKey(wanted),
      };
    });
    await query(
      `insert into saved_searches (id, user_id, name, query, filter_key, alert, created_at)
       select id, user_id, 'Kakaki', query, filter_key, 'now', now() - interval '1 day'
       from json_to_recordset($1::text::json) as q(id uuid, user_id uuid, query jsonb, filter_key text)`,
      [JSON.stringify(searches)],
    );
    await query(
      `insert into auctions (id, seller_id, title, description, categories, condition, location, media, currency,
         starting_price_minor, increment_minor, status, price_minor, starts_at, ends_at, version, revision, created_at,
         updated_at)
       select gen_random_uuid(), seller_id, title, description, categories, condition, location, media, currency,
         starting_price_minor, increment_minor, 'active', starting_price_minor, now(), now() + interval '7 days', 1, 1,
         clock_timestamp(), clock_timestamp()
       from auctions, generate_series(1, $2::text::int) where id = $1::text::uuid`,
      [sample._id, String(LOTS)],
    );
    const matches = async (): Promise<number> =>
      (await query<{ matches: number }>("select count(*)::int as matches from saved_search_matches"))[0]?.matches ?? 0;
    await expect.poll(matches, { interval: 10 }).toBeGreaterThan(0);
    await killed.kill();
    const before = await matches();
    expect(before).toBeLessThan(SEARCHES * LOTS);
    await letTimePass();
    await start();
    await expect.poll(matches, FOUND_WITHIN).toBe(SEARCHES * LOTS);
    const unnotified = () => query("select from saved_search_matches where not is_told limit 1");
    await expect.poll(unnotified, FOUND_WITHIN).toEqual([]);
    const [notified] = await query(
      `select count(*)::int as rows, count(distinct data->>'searchId')::int as searches,
         min((data->>'lots')::int) as fewest, max((data->>'lots')::int) as most
       from notifications where about = 'saved-search' and read_at is null`,
    );
    expect(notified).toEqual({ rows: SEARCHES, searches: SEARCHES, fewest: LOTS, most: LOTS });
    const [mailed] = await query(
      `select max(mails)::int as most, count(*)::int as searches from (
         select count(*) as mails from outbox where kind = 'new-lots' and due_at <= now() group by data->>'searchId') m`,
    );
    expect(mailed).toEqual({ most: 1, searches: SEARCHES / 2 });
  }, 400_000);
});
