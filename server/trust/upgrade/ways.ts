// Lists the ways in which an operator brings a site from the version before to this one while people bid, with nodes
// that are killed and with a way back.
import { setTimeout as sleep } from "node:timers/promises";
import type { Upgrade } from "./stage.ts";

export interface Way {
  readonly name: string;
  readonly what: string;
  carryOut(upgrade: Upgrade): Promise<void>;
}

const replaced: Way = {
  name: "replaced",
  what: "servers replaced one after the other, as the guide says",
  carryOut: async ({ site: { before, after }, start, drain, stage }) => {
    const [one, two] = before;
    await drain(one);
    await start(after[0]);
    await stage("one of each version", [two, after[0]], 120);
    await drain(two);
    await start(after[1]);
    await stage("this version alone", after);
  },
};

const beside: Way = {
  name: "beside",
  what: "new servers beside the old ones, then the old ones drained",
  carryOut: async (upgrade) => {
    const { site, drain, stage } = upgrade;
    await expanded(upgrade);
    await drain(...site.before);
    await stage("this version alone", site.after);
  },
};

const back: Way = {
  name: "back",
  what: "upgraded, back to the version before, and upgraded again",
  carryOut: async (upgrade) => {
    const { site, start, drain, stage } = upgrade;
    const { before, after } = site;
    await expanded(upgrade);
    await drain(...before);
    await stage("this version alone", after);
    await start(...before);
    await stage("both versions, on the way back", [...before, ...after]);
    await drain(...after);
    await stage("the version before alone, after the way back", before);
    await start(...after);
    await stage("both versions again", [...before, ...after]);
    await drain(...before);
    await stage("this version alone again", after);
  },
};

const killedMigrating: Way = {
  name: "killed-migrating",
  what: "a new server killed (SIGKILL) while it migrates, and an old one while two new ones start",
  carryOut: async (upgrade) => {
    const { site, random, start, drain, stage } = upgrade;
    const [one, two] = site.before;
    const [killed] = site.after;
    const starting = killed.start().catch(() => {});
    await migrating(upgrade);
    await sleep(random.whole(150));
    await killed.kill();
    await starting;
    await stage("the version before, after a migration that was cut off", site.before);
    await Promise.all([start(...site.after), sleep(random.whole(1_500)).then(() => one.kill())]);
    await stage("one old server and both new ones", [two, ...site.after], 120);
    await drain(two);
    await stage("this version alone", site.after);
  },
};

const killedBeside: Way = {
  name: "killed-beside",
  what: "a server of each version killed (SIGKILL) while both versions serve, and started again",
  carryOut: async (upgrade) => {
    const { site, random, start, drain, stage } = upgrade;
    const { before, after } = site;
    await expanded(upgrade);
    await sleep(random.whole(300));
    await Promise.all([before[0].kill(), after[1].kill()]);
    await stage("one server of each version", [before[1], after[0]]);
    await start(before[0], after[1]);
    await stage("both versions again", [...before, ...after]);
    await drain(...before);
    await stage("this version alone", after);
  },
};

export const ways: readonly Way[] = [replaced, beside, back, killedMigrating, killedBeside];

/** The new servers have migrated the database; the old ones work with it, alone and beside the new ones. */
const expanded = async ({ site: { before, after }, start, stage }: Upgrade): Promise<void> => {
  await start(...after);
  await stage("the version before, over the migrated database", before);
  await stage("both versions", [...before, ...after], 120);
};

const MIGRATES_WITHIN_MS = 30_000;
/** The lock that a node holds while it migrates (database.ts). */
const MIGRATING = `select 1 from pg_locks where locktype = 'advisory' and objid = 7264001 and granted`;

const migrating = async ({ site: { database } }: Upgrade): Promise<void> => {
  for (const until = performance.now() + MIGRATES_WITHIN_MS; performance.now() < until; await sleep(2)) {
    if ((await database.query(MIGRATING)).length > 0) return;
  }
  throw new Error("the new server did not come to its migration");
};
