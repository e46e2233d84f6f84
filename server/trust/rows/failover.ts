// `pnpm trust failover`: a site on a cluster under load, whose primary is lost in several ways. After each round the
// checker compares everything that was answered and shown with what the cluster has then.
import { withBuiltProgram } from "../../bench/build-program.ts";
import type { Member } from "../cluster/member.ts";
import { type Recovery, timeRecovery } from "../failover/recovery.ts";
import type { Attack, Scenario } from "../failover/scenario.ts";
import { scenarios } from "../failover/scenarios.ts";
import { type OutsideJudge, outsideJudge } from "../outside/judge-outside.ts";
import { type Outside, openOutside } from "../outside/outside.ts";
import { startPayers } from "../outside/payers.ts";
import { judge } from "../round/judge.ts";
import { makePeople, type RoundParticipants } from "../round/participants.ts";
import { type Played, playRound } from "../round/play-round.ts";
import { type Random, randomOf } from "../round/random.ts";
import type { Row, RowContext } from "../row.ts";
import { type ClusterSite, openClusterSite } from "../site/cluster-site.ts";
import { dead, patientNow } from "./fault-row.ts";
import { runKinds, seconds, spread, waitWords } from "./rounds.ts";

const BIDDERS = 24;
/** They add money to their balances meanwhile, and do nothing else. */
const PAYERS = 4;
const NODES = 2;
/** `FAILOVER=killed,switchover` runs only these. */
const chosen = process.env.FAILOVER?.split(",");

interface Round {
  readonly played: Played;
  readonly recovery: Recovery | null;
  /** Payments and mails of all rounds so far on the same site. */
  readonly outsideSoFar: { readonly payments: number; readonly mails: number };
  readonly findings: readonly string[];
  readonly looked: number;
}

export const failoverRow: Row = {
  name: "failover",
  what: "A cluster's primary killed, frozen, cut off, switched; its standbys, etcd, disk and clocks disturbed, under load",
  run: async (context) =>
    await withBuiltProgram("trust/outside/node-program.ts", (entry) => {
      const run = (scenario: Scenario, random: Random) => runScenario(scenario, entry, context, random);
      return runKinds({ kinds: scenarios, chosen, summaryOf, run }, context.say);
    }),
};

const runScenario = async (
  scenario: Scenario,
  entry: string,
  { quick, say }: RowContext,
  random: Random,
): Promise<Round[]> => {
  const count = quick ? scenario.tries.quick : scenario.tries.full;
  const rounds: Round[] = [];
  const outside = await openOutside();
  const { environment } = outside;
  const site = await openClusterSite({ nodes: NODES, entry, ...scenario.site, environment }).catch(async (error) => {
    await outside.close();
    throw error;
  });
  try {
    const participants = await makePeople(site.database, BIDDERS);
    const { bidders: payers } = await makePeople(site.database, PAYERS);
    const judgeOutside = outsideJudge(site.database, outside, payers);
    for (let index = 0; index < count; index += 1) {
      const seed = random.whole(2 ** 31);
      const round = await playOne(scenario, { site, outside, judgeOutside, participants, payers, index, seed });
      rounds.push(round);
      say(`  ${index + 1} of ${count}: ${wordsOf(round)}`);
      for (const finding of round.findings) say(`    ${finding}`);
    }
  } finally {
    await site.close().finally(() => outside.close());
  }
  return rounds;
};

interface Playing {
  readonly site: ClusterSite;
  readonly outside: Outside;
  readonly judgeOutside: OutsideJudge;
  readonly participants: RoundParticipants;
  readonly payers: RoundParticipants["bidders"];
  readonly index: number;
  readonly seed: number;
}

const playOne = async (scenario: Scenario, on: Playing): Promise<Round> => {
  const { site, outside, judgeOutside, participants, payers, index, seed } = on;
  const { cluster, database, proxy } = site;
  const roles = await rolesOf(site);
  const isToMove = scenario.movesPrimary?.(index) === true;
  let recovery: Promise<Recovery> | null = null;
  let promoted = (): void => {};
  const promotion = new Promise<void>((resolve) => {
    promoted = resolve;
  });
  const { address } = proxy;
  const paying = startPayers({ address, people: payers, paystack: outside.paystack, random: randomOf(seed + 1) });
  const playing = playRound({
    address,
    participants,
    seed,
    now: () => patientNow(site),
    fault: async (round) => {
      const attack: Attack = {
        ...round,
        site,
        ...roles,
        index,
        broken: () => {
          round.broken();
          if (!isToMove) return;
          recovery = timeRecovery(cluster, roles.primary.name, performance.now(), promoted);
        },
        promoted: () => promotion,
      };
      await scenario.attack(attack);
    },
  });
  let givenUp: readonly string[] = [];
  const played = await playing.finally(async () => {
    givenUp = await paying.stop();
  });
  await cluster.healthy();
  const { findings, looked } = await judge(played, database, participants, {
    clockMovedMs: scenario.clocksDifferMs ?? 0,
  });
  const beside = await judgeOutside.judge();
  const recovered = await recovery;
  const stayed = isToMove && !(recovered as Recovery | null)?.promotedMs ? ["no other machine became the primary"] : [];
  const leastMs = scenario.pausesMs?.(index) ?? 0;
  const unfelt = (played.longestPauseMs ?? 0) < leastMs ? ["the fault had no effect: writes went on"] : [];
  return {
    played,
    outsideSoFar: judgeOutside.counts(),
    recovery: recovered,
    looked: looked + beside.looked,
    findings: [...findings, ...givenUp, ...beside.findings, ...stayed, ...unfelt, ...(await dead(site))],
  };
};

const rolesOf = async ({ cluster }: ClusterSite): Promise<Pick<Attack, "primary" | "standby" | "other">> => {
  const primary = await cluster.healthy();
  const states = await cluster.states();
  const isSync = (member: Member): boolean => states[cluster.members.indexOf(member)]?.isSync === true;
  const standby = cluster.members.find(isSync);
  const other = cluster.members.find((member) => member !== primary && member !== standby);
  if (!standby || !other) throw new Error("the cluster is not whole");
  return { primary, standby, other };
};

const wordsOf = ({ recovery, played, findings }: Round): string => {
  const { settled, accepted, acceptedAgainMs, longestPauseMs } = played;
  const { detectedMs = null, promotedMs = null, ledMs = null, commitsMs = null } = recovery ?? {};
  const moments = { lease: detectedMs, primary: promotedMs, HAProxy: ledMs, standby: commitsMs };
  const reached = Object.entries({ ...moments, accepted: acceptedAgainMs }).flatMap(([name, at]) =>
    at === null ? [] : [`${name} ${seconds(at)}`],
  );
  return [
    `${settled} commands, ${accepted} accepted`,
    `nothing accepted for ${seconds(longestPauseMs ?? 0)} (${reached.join(", ")})`,
    waitWords(played),
    `${findings.length} findings`,
  ].join(", ");
};

const summaryOf = ({ name }: Scenario, rounds: readonly Round[]): string[] => {
  const pauses = rounds.flatMap(({ played }) => played.longestPauseMs ?? []);
  const waits = rounds.map(({ played }) => played.longestWaitMs);
  const commands = rounds.reduce((sum, { played }) => sum + played.settled, 0);
  const looked = rounds.reduce((sum, round) => sum + round.looked, 0);
  const { payments, mails } = rounds.at(-1)?.outsideSoFar ?? { payments: 0, mails: 0 };
  const recoveries = rounds.flatMap(({ recovery }) => recovery ?? []);
  const part = (key: keyof Recovery): string => spread(recoveries.flatMap((recovery) => recovery[key] ?? []));
  return [
    `${name}: ${rounds.length} rounds, ${commands.toLocaleString("en")} commands, ${looked.toLocaleString("en")} things held against a promise`,
    `${name}: ${payments.toLocaleString("en")} payments into balances, ${mails.toLocaleString("en")} mails`,
    `${name}: nothing was accepted for ${spread(pauses)}; the longest wait for an outcome ${spread(waits)}`,
    ...(recoveries.length > 0
      ? [
          `${name}: from the fault until the lease moved ${part("detectedMs")}, until the promotion ${part("promotedMs")}, until HAProxy led there ${part("ledMs")}, until a standby followed ${part("commitsMs")}`,
        ]
      : []),
  ];
};
