// Tries deletions of accounts whose owners bid, lead or win at the same moment. Nobody who leads, owes or has money may
// be gone afterwards. Over two engines.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { asMinor } from "@jara/shared/money";
import type { Person } from "../../src/auction/state.ts";
import { askForDeletion, endOneDeletion, keepAccount } from "../../src/features/own-data/deletion.ts";
import { editBalance } from "../../src/features/users-admin/admin-users.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { seedAuction, seedUsers } from "../../test/support/seed.ts";
import { closeMoneyNode, type MoneyNode, openMoneyNode, submitted } from "../round/money-round.ts";
import { newSeed, type Random, randomOf } from "../round/random.ts";
import { onTwoDatabases } from "../round/two-databases.ts";
import type { Row, RowContext, Tried } from "../row.ts";

const TRIES = { full: 4_000, quick: 200 };
/** People of one batch, who all act at once. */
const AT_ONCE = 50;
/** The acts of one person come within this time of each other. */
const AROUND_MS = 15;
const BID_MINOR = 5_000;
const RIVAL_MINOR = 9_000;

interface Node extends MoneyNode {
  readonly database: Database;
}

interface Trial {
  readonly person: Person;
  readonly rival: Person;
  readonly admin: Person;
  readonly auctionId: string;
}

const setTrial = async (database: Database, admin: Person): Promise<Trial> => {
  const { person, rival } = await seedUsers(database, { person: {}, rival: {} });
  const { id: auctionId } = await seedAuction(database, admin);
  return { person: person as Person, rival: rival as Person, admin, auctionId };
};

/** The actions of the people of a trial, each on any node at any moment. */
const acts = ({ person, rival, admin, auctionId }: Trial) => {
  const by = ({ id: userId }: Person) => ({ auctionId, userId, commandId: randomUUID() });
  const balance = (action: "set" | "add", amountMinor: number) => (node: Node) =>
    editBalance(node.database, {
      actorId: admin.id,
      userId: person.id,
      action,
      amountMinor,
      reason: null,
      commandId: randomUUID(),
      seenMinor: null,
      method: null,
      bankReference: null,
    });
  const bid = (who: Person, minor: number) => (node: Node) =>
    submitted(node, { ...by(who), type: "PlaceBid", amountMinor: asMinor(minor) });
  const voidBidsOf = (who: Person) => (node: Node) =>
    submitted(node, { ...by(admin), type: "VoidBids", bidderId: who.id, reason: "fraud", note: null });
  return {
    bid: bid(person, BID_MINOR),
    maximum: (node: Node) =>
      submitted(node, {
        ...by(person),
        type: "SetMaxBid",
        amountMinor: asMinor(BID_MINOR),
        currency: "NGN",
        maxBidId: randomUUID(),
      }),
    outbid: bid(rival, RIVAL_MINOR),
    empty: balance("set", 0),
    pay: balance("add", 1_000_000),
    ask: (node: Node) => askForDeletion(node.database, person.id),
    keep: (node: Node) => keepAccount(node.database, person.id),
    endWeek: (node: Node) => endOneDeletion(node.database),
    voidRival: voidBidsOf(rival),
    voidOwn: voidBidsOf(person),
    endLot: (node: Node) => submitted(node, { ...by(admin), type: "ChangeStatus", status: "ended" }),
  };
};
type Acts = ReturnType<typeof acts>;
type Act = keyof Acts;

/** First the request races the person's bids. A week later, the deletion races what may bind the person again. */
const beforeTheWeek: readonly (readonly Act[])[] = [
  ["bid", "empty", "ask", "ask"],
  ["empty", "maximum", "ask", "ask"],
  ["bid", "outbid", "empty", "ask", "ask"],
  ["bid", "endLot", "empty", "ask", "ask"],
  ["empty", "ask", "bid"],
  ["empty", "ask"],
];
const afterTheWeek: readonly (readonly Act[])[] = [
  ["endWeek", "voidRival"],
  ["endWeek", "endLot"],
  ["endWeek", "pay", "bid"],
  ["endWeek", "keep", "pay", "bid"],
  ["endWeek", "endWeek"],
];

const race = async (which: readonly Act[], trial: Trial, nodes: readonly Node[], random: Random): Promise<void> => {
  const possible = acts(trial);
  await Promise.all(
    which.map(async (act) => {
      await sleep(random.whole(AROUND_MS));
      await possible[act](random.pick(nodes));
    }),
  );
};

/** Most people are bound after the race. They are freed, so that their deletion races too when the week is over. */
const askAgain = async (trial: Trial, node: Node): Promise<void> => {
  const { ask, voidOwn, empty } = acts(trial);
  if ((await ask(node)).isWaiting) return;
  await voidOwn(node);
  await empty(node);
  await ask(node);
};

interface Left extends Record<string, unknown> {
  readonly id: string;
  readonly outcome: string;
  readonly wrong: string | null;
}

/** The outcome for each person, and the obstacles to their deletion although they are gone. */
const leftOf = async (database: Database, trials: readonly Trial[]): Promise<Left[]> =>
  await database.query<Left>(
    `select u.id, coalesce((select coalesce(r.outcome, 'waiting') from deletion_requests r where r.user_id = u.id
         order by r.requested_at desc limit 1), 'not asked') as outcome,
       case when u.deleted_at is not null then nullif(concat_ws(', ',
         case when u.balance_minor <> 0 then 'has ' || u.balance_minor || ' kobo' end,
         case when exists (select from auctions a where a.leader_id = u.id and a.status in ('active', 'paused')) then 'leads' end,
         case when exists (select from max_bids m join auctions a on a.id = m.auction_id and a.status in ('active', 'paused')
           where m.user_id = u.id and not m.cancelled) then 'has a maximum' end,
         case when exists (select from settlements s where s.winner_id = u.id and s.status = 'open') then 'owes' end,
         case when exists (select from bids b where b.bidder_id = u.id and b.created_at > u.deleted_at) then 'bid afterwards' end,
         case when u.username not like 'deleted-%' or u.password_hash is not null then 'keeps a name' end
       ), '') end as wrong
     from users u where u.id = any(string_to_array($1::text, ',')::uuid[])`,
    [trials.map(({ person }) => person.id).join(",")],
  );

const runBatch = async (nodes: readonly Node[], random: Random, count: number): Promise<Left[]> => {
  const [first] = nodes;
  if (!first) throw new Error("no node");
  const { admin } = await seedUsers(first.database, { admin: { role: "admin" } });
  const trials = await Promise.all(Array.from({ length: count }, () => setTrial(first.database, admin as Person)));
  await Promise.all(trials.map((trial) => race(random.pick(beforeTheWeek), trial, nodes, random)));
  await Promise.all(trials.map((trial) => askAgain(trial, random.pick(nodes))));
  await first.database.query("update deletion_requests set due_at = clock_timestamp() where ended_at is null");
  await Promise.all(trials.map((trial) => race(random.pick(afterTheWeek), trial, nodes, random)));
  while (await endOneDeletion(first.database));
  return await leftOf(first.database, trials);
};

export const deletionsRow: Row = {
  name: "deletions",
  what: "A person deleting their account while they bid, lead or win, and again when the week is over",
  run: async ({ quick, say }: RowContext): Promise<Tried> => {
    const seed = newSeed();
    const random = randomOf(seed);
    const counts = new Map<string, number>();
    const findings: string[] = [];
    let tried = 0;
    const tries = quick ? TRIES.quick : TRIES.full;
    await onTwoDatabases(async (databases) => {
      const nodes = await Promise.all(
        databases.map(async (database) => ({ ...(await openMoneyNode(database)), database })),
      );
      for (let left = tries; left > 0; left -= AT_ONCE) {
        for (const { id, outcome, wrong } of await runBatch(nodes, random, Math.min(left, AT_ONCE))) {
          tried += 1;
          counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
          if (wrong) findings.push(`${id} is deleted, but ${wrong}`);
        }
        say(`${tried.toLocaleString("en")} so far, ${findings.length} findings`);
      }
      await Promise.all(nodes.map(closeMoneyNode));
    });
    for (const outcome of ["deleted", "refused", "taken back"])
      if (!counts.has(outcome)) findings.push(`no deletion was ${outcome}, so this was not tried`);
    const outcomes = [...counts].sort().map(([outcome, count]) => `${count.toLocaleString("en")} ${outcome}`);
    return { tried, bad: findings.length, findings, notes: [`${outcomes.join(", ")}; seed ${seed}`] };
  },
};
