// The faults of a site of three nodes while people bid, one row each: rounds with the fault in the middle, and after
// each round a check of its history against the database.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CannotBeTried, type Row } from "../row.ts";
import type { LinkState, NetworkLink } from "../site/network-link.ts";
import type { LinkedNode, Site } from "../site/site.ts";
import { type FaultRow, faultRow } from "./fault-row.ts";

const NODES = 3;

const nodeKills: FaultRow = {
  name: "node-kills",
  what: "A node killed (`kill -9`) in the middle of its batches and started again, three nodes under load",
  tries: { full: 50, quick: 3 },
  site: { nodes: NODES },
  fault: async ({ site, random, broken }) => {
    const node = random.pick(site.nodes);
    await sleep(random.whole(300));
    broken();
    await node.kill();
    site.lead();
    await node.start();
    site.lead();
  },
};

const READERS_KILLED = 3;

/**
 * Finds what no reading may write: a notification within 30 s of the one before, a second mail of an outbid within 15
 * minutes, a second mail of a win; and wins that were read without a mail.
 */
const writtenTwice = async ({ database }: Site): Promise<string[]> => {
  const found = await database.query<{ finding: string }>(
    `select concat_ws(' ', user_id, 'has', count, about, 'notifications of', auction_id, 'from', created_at, 'to', at) as finding
     from notifications where (about = 'outbid' and (count - 1) * interval '30 seconds' > at - created_at)
       or (about = 'extended' and count > 1)
     union all
     select concat_ws(' ', user_id, 'has', count(*), 'outbid mails of', auction_id) from outbox
     where kind = 'outbid' group by user_id, auction_id having count(*) > 1
     union all
     select concat_ws(' ', winner, 'has', count(m.id), 'mails and', count(n.id), 'notifications of the win of', w.auction_id)
     from (
       select auction_id, revision, event -> 'winner' ->> 'id' as winner
       from auction_events cross join json_array_elements(events) as event
       where event ->> 'type' in ('AuctionEnded', 'SettlementOpened') and event ->> 'dueAt' is not null
         and event -> 'winner' ->> 'id' is not null and event ->> 'because' is distinct from 'sold'
         and written_by <= (select position from log_cursors where reader = 'lot-mails')
     ) w
     left join outbox m on m.kind = 'won' and m.auction_id = w.auction_id and m.user_id::text = w.winner
       and m.log_revision = w.revision
     left join notifications n on n.id = m.id
     group by w.auction_id, w.revision, w.winner having count(m.id) <> 1 or count(n.id) <> 1`,
  );
  return found.map(({ finding }) => finding);
};

const logReaders: FaultRow = {
  name: "log-readers",
  what: "The cursors of the log's readers set back, again and again, and each time a node killed while they read on",
  tries: { full: 20, quick: 3 },
  site: { nodes: NODES },
  fault: async ({ site, random, broken }) => {
    for (let killed = 0; killed < READERS_KILLED; killed += 1) {
      const share = random.oneIn(3) ? 0 : random.whole(1_000) / 1_000;
      await site.database.query("update log_cursors set position = (position * $1::text::float8)::bigint", [share]);
      await sleep(random.whole(150));
      const node = random.pick(site.nodes);
      if (killed === 0) broken();
      await node.kill();
      site.lead();
      await node.start();
      site.lead();
    }
  },
  alsoFound: writtenTwice,
};

const postgresRestarts: FaultRow = {
  name: "postgres-restarts",
  what: "PostgreSQL stopped, gracefully or at once, and started again under load",
  tries: { full: 10, quick: 4 },
  site: { nodes: NODES },
  fault: async ({ site, random, index }) => {
    await site.postgres.end(index % 2 === 0 ? "SIGQUIT" : "SIGINT");
    await sleep(random.whole(2_000));
    await site.postgres.start();
  },
};

const TERMINATED_A_ROUND = 20;

const backendsTerminated: FaultRow = {
  name: "backends-terminated",
  what: "Database connections ended by `pg_terminate_backend` under load, busy ones first",
  tries: { full: 200, quick: 4 * TERMINATED_A_ROUND },
  triesARound: TERMINATED_A_ROUND,
  site: { nodes: NODES },
  fault: async ({ site, random }) => {
    for (let ended = 0; ended < TERMINATED_A_ROUND; ) {
      const [row] = await site.database.query<{ done: number }>(
        `select count(pg_terminate_backend(pid))::int as done from (
           select pid from pg_stat_activity
           where application_name like 'jara%' and pid <> pg_backend_pid() and client_port is not null
           order by state = 'active' desc, random() limit 1
         ) one`,
      );
      ended += row?.done ?? 0;
      await sleep(random.whole(80));
    }
  },
};

const redisRestarts: FaultRow = {
  name: "redis-restarts",
  what: "Redis killed or frozen for a while, and back, under load",
  tries: { full: 10, quick: 4 },
  site: { nodes: NODES },
  fault: async ({ site, random, index }) => {
    const away = random.between(300, 3_000);
    if (index % 2 === 0) {
      await site.redis.stop();
      await sleep(away);
      await site.redis.start();
      return;
    }
    site.redis.freeze();
    await sleep(away);
    site.redis.thaw();
  },
};

/** Longer than a statement's timeout, so that data held back arrive when nobody waits for them any more. */
const HELD_BACK_MS = 12_000;

const links: readonly { to: (node: LinkedNode) => NetworkLink; state: LinkState; forMs: number }[] = [
  { to: ({ toPostgres }) => toPostgres, state: "cut", forMs: 1_500 },
  { to: ({ toPostgres }) => toPostgres, state: "silent", forMs: 2_500 },
  { to: ({ toPostgres }) => toPostgres, state: "silent", forMs: HELD_BACK_MS },
  { to: ({ toPostgres }) => toPostgres, state: { slowMs: 150 }, forMs: 3_000 },
  { to: ({ toRedis }) => toRedis, state: "cut", forMs: 2_000 },
  { to: ({ toRedis }) => toRedis, state: "silent", forMs: 4_000 },
  { to: ({ toRedis }) => toRedis, state: { slowMs: 400 }, forMs: 3_000 },
];

const linksBroken: FaultRow = {
  name: "links",
  what: "A node's connections to PostgreSQL or Redis cut, slowed, or silent for 2 to 12 s (the data arrives afterwards)",
  tries: { full: links.length * 4, quick: links.length },
  site: { nodes: NODES },
  fault: async ({ site, random, index }) => {
    const { to, state, forMs } = links[index % links.length] as (typeof links)[number];
    const link = to(random.pick(site.nodes));
    link.set(state);
    await sleep(forMs);
    link.set("whole");
  },
};

const wrongClocks: FaultRow = {
  name: "wrong-clocks",
  what: "Two of three nodes with a clock 30 s ahead and 30 s behind, across closes",
  tries: { full: 10, quick: 3 },
  site: { nodes: NODES, clockWrongMsOf: (index) => [30_000, -30_000][index] },
};

const frozenNodes: FaultRow = {
  name: "frozen-nodes",
  what: "A node frozen (SIGSTOP) across a close, thawed 2 s after it",
  tries: { full: 10, quick: 4 },
  site: { nodes: NODES },
  fault: async ({ site, random, endsAt, now, broken }) => {
    const node = random.pick(site.nodes);
    await sleep(Math.max(0, endsAt - 400 - (await now())));
    broken();
    node.freeze();
    await sleep(Math.max(0, endsAt + 2_000 - (await now())));
    node.thaw();
  },
};

const SMALL_DISK = "400m";

/** Only root may mount a file system that can be filled. */
const smallDisk = (): { folder: string; remove(): void } => {
  const folder = mkdtempSync(path.join(tmpdir(), "jara-small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SMALL_DISK},mode=755`, "tmpfs", folder], { stdio: "pipe" });
  } catch {
    rmSync(folder, { recursive: true });
    throw new CannotBeTried("a small disk can be mounted by root alone, and not in every container");
  }
  return {
    folder,
    remove: () => {
      execFileSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true });
    },
  };
};

const fullDisks: FaultRow = {
  name: "full-disks",
  what: "PostgreSQL's disk full for some seconds under load",
  tries: { full: 5, quick: 2 },
  site: { nodes: NODES },
  disk: smallDisk,
  fault: async ({ site, random, folder, broken }) => {
    const filler = path.join(folder ?? "", "filler");
    fillDisk(filler);
    broken();
    // Its log cannot grow either.
    await site.database.query("select pg_switch_wal()").catch(() => {});
    await sleep(random.between(1_500, 4_000));
    rmSync(filler);
    await back(site);
  },
};

/** Writes the file until its disk is full. */
export const fillDisk = (file: string): void => {
  const chunk = Buffer.alloc(1024 * 1024);
  for (const size of [chunk.length, 4096]) {
    try {
      for (;;) writeFileSync(file, chunk.subarray(0, size), { flag: "a" });
    } catch {
      // The disk is full for chunks of this size.
    }
  }
};

/** Restarts PostgreSQL if it ended, because it may end when it cannot write its log. */
const back = async ({ postgres, database }: Site): Promise<void> => {
  for (let tries = 0; tries < 20; tries += 1) {
    const isBack = await database.query("select 1").then(
      () => true,
      () => false,
    );
    if (isBack) return;
    await sleep(250);
  }
  await postgres.end("SIGQUIT");
  await postgres.start();
};

export const faultRows: readonly Row[] = [
  nodeKills,
  logReaders,
  postgresRestarts,
  backendsTerminated,
  redisRestarts,
  linksBroken,
  wrongClocks,
  frozenNodes,
  fullDisks,
].map(faultRow);
