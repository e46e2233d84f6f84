// `pnpm trust restore`: a site is backed up under load, loses its database, and is restored. After each round the checker
// compares what was answered and shown before the moment that was restored to, and since then, with the database.
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type Lost, lostOf, restoredHistory } from "../../../load/src/history/restored-history.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { openBuiltInSite } from "../restore/built-in-drill.ts";
import { type Drilled, drillCluster, type Target } from "../restore/cluster-drill.ts";
import { type Judged, judge } from "../round/judge.ts";
import { makePeople, type RoundParticipants } from "../round/participants.ts";
import { type Played, playRound, type RoundOptions } from "../round/play-round.ts";
import type { Random } from "../round/random.ts";
import type { Row, RowContext } from "../row.ts";
import { openClusterSite } from "../site/cluster-site.ts";
import { dead, patientNow } from "./fault-row.ts";
import { runKinds, seconds, spread } from "./rounds.ts";

const migrations = fileURLToPath(new URL("../../../migrations", import.meta.url));
const BIDDERS = 24;
const NODES = 2;
/** All nodes sign the public log with one key. */
const LOG_KEY = randomBytes(32).toString("hex");
/** `RESTORE=second,newest` runs only these. */
const chosen = process.env.RESTORE?.split(",");

interface Round extends Judged {
  readonly played: Played;
  readonly drilled: Drilled;
  readonly lost: Lost;
}

interface Kind {
  readonly name: string;
  readonly what: string;
  readonly tries: { readonly full: number; readonly quick: number };
  run(count: number, random: Random, say: RowContext["say"]): Promise<Round[]>;
}

const ofCluster = (target: Target, what: string, tries: Kind["tries"]): Kind => ({
  name: target,
  what,
  tries,
  run: async (count, random, say) => {
    const site = await openClusterSite({ nodes: NODES, hasBackups: true, environment: { LOG_KEY } });
    const rounds: Round[] = [];
    try {
      const participants = await makePeople(site.database, BIDDERS);
      for (let index = 0; index < count; index += 1) {
        const round = await playOne({
          participants,
          options: { address: site.proxy.address, seed: random.whole(2 ** 31), now: () => patientNow(site) },
          drill: (underWay) => drillCluster(site, target, underWay),
          withDatabase: (use) => use(site.database),
        });
        rounds.push({ ...round, findings: [...round.findings, ...(await dead(site))] });
        say(`  ${index + 1} of ${count}: ${wordsOf(round)}`);
      }
    } finally {
      await site.close();
    }
    return rounds;
  },
});

const builtIn: Kind = {
  name: "built-in",
  what: "the built-in database's folder lost, and restored from the backup (`jara backup`, `jara restore`)",
  tries: { full: 3, quick: 1 },
  run: async (count, random, say) => {
    const site = await openBuiltInSite(migrations, LOG_KEY);
    const { proxy, node, withDatabase } = site;
    const rounds: Round[] = [];
    try {
      const participants = await withDatabase((database) => makePeople(database, BIDDERS));
      for (let index = 0; index < count; index += 1) {
        await node.start();
        const round = await playOne({
          participants,
          options: { address: proxy.address, seed: random.whole(2 ** 31), now: async () => Date.now() },
          drill: (underWay) => site.drill(underWay),
          withDatabase: async (use) => {
            await node.stop();
            return await withDatabase(use);
          },
        });
        rounds.push(round);
        say(`  ${index + 1} of ${count}: ${wordsOf(round)}`);
      }
    } finally {
      await site.close();
    }
    return rounds;
  },
};

const kinds: readonly Kind[] = [
  ofCluster("second", "all machines' data lost, and restored to a named second", { full: 3, quick: 1 }),
  ofCluster("newest", "all machines' data lost, and restored to the newest that was archived", { full: 6, quick: 2 }),
  builtIn,
];

interface Playing {
  readonly participants: RoundParticipants;
  readonly options: Pick<RoundOptions, "address" | "seed" | "now">;
  drill(underWay: Parameters<NonNullable<RoundOptions["fault"]>>[0]): Promise<Drilled>;
  withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T>;
}

const playOne = async ({ participants, options, drill, withDatabase }: Playing): Promise<Round> => {
  let drilled: Drilled | undefined;
  const played = await playRound({
    ...options,
    participants,
    fault: async (underWay) => {
      drilled = await drill(underWay);
    },
  });
  if (!drilled) throw new Error("the round was over before the drill");
  const restored = drilled;
  const judged = await withDatabase((database) =>
    judge(played, database, participants, { restored: (history) => restoredHistory(history, restored) }),
  );
  const lost = lostOf(played.recorder.history(), restored.to, restored.lostAt);
  return {
    played,
    drilled: restored,
    lost,
    looked: judged.looked,
    findings: [...restored.findings, ...judged.findings],
  };
};

export const restoreRow: Row = {
  name: "restore",
  what: "The database lost with all its machines under load, and restored from its backup to a named second or to the newest",
  run: async ({ quick, say }) =>
    await runKinds(
      {
        kinds,
        chosen,
        summaryOf,
        run: (kind, random) => kind.run(quick ? kind.tries.quick : kind.tries.full, random, say),
      },
      say,
    ),
};

const wordsOf = ({ played, drilled, lost, findings }: Round): string => {
  const { restored, nodesMs, lostAt, resumedAt, backupMs, isLogRestarted } = drilled;
  return [
    `${played.settled} commands, ${played.accepted} accepted`,
    `lost ${lost.commands} acknowledged of the last ${seconds(lost.ms)}`,
    `backup ${seconds(backupMs)}, ${partsOf(restored).join(", ")}`,
    `nodes started ${seconds(resumedAt - lostAt)} after the loss, ready in ${seconds(nodesMs)}, a bid accepted ${seconds(played.acceptedAgainMs ?? 0)} after the loss`,
    `the public log ${isLogRestarted ? "begun anew" : "continued"}`,
    `${findings.length} findings`,
  ].join(", ");
};

const partsOf = ({ copiedMs, primaryMs, wholeMs }: Drilled["restored"]): string[] =>
  wholeMs === copiedMs
    ? [`restored ${seconds(copiedMs)}`]
    : [`files ${seconds(copiedMs)}`, `primary ${seconds(primaryMs)}`, `standbys ${seconds(wholeMs)}`];

const summaryOf = ({ name }: Kind, rounds: readonly Round[]): string[] => {
  const sum = (of: (round: Round) => number): string =>
    rounds.reduce((total, round) => total + of(round), 0).toLocaleString("en");
  const part = (of: (drilled: Drilled) => number): string => spread(rounds.map(({ drilled }) => of(drilled)));
  const lostCommands = Math.max(0, ...rounds.map(({ lost }) => lost.commands));
  return [
    `${name}: ${rounds.length} rounds, ${sum(({ played }) => played.settled)} commands, ${sum(({ looked }) => looked)} things held against a promise`,
    `${name}: lost the last ${spread(rounds.map(({ lost }) => lost.ms))}, ${sum(({ lost }) => lost.commands)} acknowledged commands, at most ${lostCommands} in a round`,
    ...(name === builtIn.name
      ? [`${name}: restored after ${part(({ restored }) => restored.copiedMs)}`]
      : [
          `${name}: files copied after ${part(({ restored }) => restored.copiedMs)}, log replayed after ${part(({ restored }) => restored.primaryMs)}, standbys after ${part(({ restored }) => restored.wholeMs)}`,
        ]),
    `${name}: the nodes were ready after ${part(({ nodesMs }) => nodesMs)}; a backup took ${part(({ backupMs }) => backupMs)}`,
    `${name}: from the loss until a bid was accepted ${spread(rounds.flatMap(({ played }) => played.acceptedAgainMs ?? []))}`,
    `${name}: the public log was begun anew after ${rounds.filter(({ drilled }) => drilled.isLogRestarted).length} of the restores`,
  ];
};
