// `pnpm trust upgrade`: a site comes from the version before to this one under load, in several ways. After each round the
// checker compares everything that nodes of both versions answered and showed with the database.
import { readFileSync } from "node:fs";
import path from "node:path";
import { migrationsFolder } from "../../src/app/open-database.ts";
import { knownMigrations } from "../../src/platform/database/migrating/migration-status.ts";
import { databaseNow } from "../../test/support/seed.ts";
import { type Judged, judge } from "../round/judge.ts";
import type { RoundParticipants } from "../round/participants.ts";
import { type Played, playRound } from "../round/play-round.ts";
import { newSeed, type Random, randomOf } from "../round/random.ts";
import type { Row, Tried } from "../row.ts";
import { lostTexts } from "../upgrade/kept-texts.ts";
import { payWins } from "../upgrade/pay-wins.ts";
import { openUpgrade, type Upgrade } from "../upgrade/stage.ts";
import { openUpgradeSite, type UpgradeSite } from "../upgrade/upgrade-site.ts";
import { buildVersionBefore, type VersionBefore } from "../upgrade/version-before.ts";
import { type Way, ways } from "../upgrade/ways.ts";
import { seconds, spread, waitWords } from "./rounds.ts";

const BIDDERS = 24;
const TRIES = { full: 2 * ways.length, quick: ways.length };
/** A round prints at most so many of its findings. */
const SAID = 6;
const SAID_LENGTH = 600;
/** Some lots end while the versions change. */
const ENDS_AFTER_MS = { least: 3_000, most: 15_000 };

interface Round extends Judged {
  readonly played: Played | null;
  readonly accepted: Upgrade["accepted"];
  readonly payments: number;
}

export const upgradeRow: Row = {
  name: "upgrade",
  what: "The version before replaced by this one under load: beside each other over one database, back again, and killed",
  run: async ({ quick, rounds: wanted, from, say }) => {
    const version = await buildVersionBefore(from, say);
    try {
      return await runRounds(version, wanted ?? (quick ? TRIES.quick : TRIES.full), say);
    } finally {
      version.remove();
    }
  },
};

const runRounds = async (version: VersionBefore, count: number, say: (line: string) => void): Promise<Tried> => {
  const seed = newSeed();
  const random = randomOf(seed);
  const rounds: Round[] = [];
  for (let index = 0; index < count; index += 1) {
    const way = ways[index % ways.length] as Way;
    say(`round ${index + 1} of ${count}: ${way.what}`);
    const round = await playOne(version, way, random);
    rounds.push(round);
    say(`  ${wordsOf(round)}`);
    for (const finding of someOfEach(round.findings).slice(0, SAID)) say(`  ${finding.slice(0, SAID_LENGTH)}`);
  }
  const bad = rounds.filter(({ findings }) => findings.length > 0).length;
  const findings = rounds.flatMap((round, index) =>
    someOfEach(round.findings).map((finding) => `round ${index + 1}: ${finding}`),
  );
  return {
    tried: count,
    bad,
    findings,
    notes: [`from ${version.name}; seed ${seed} (TRUST_SEED)`, ...summaryOf(rounds)],
  };
};

/** Two of each kind, which is what a finding begins with. */
const someOfEach = (findings: readonly string[]): string[] => {
  const kindOf = (finding: string): string => finding.replace(/^after the upgrade: /, "").slice(0, 12);
  return findings.filter((finding, index) => {
    const earlier = findings.slice(0, index).filter((one) => kindOf(one) === kindOf(finding));
    return earlier.length < 2;
  });
};

const playOne = async (version: VersionBefore, way: Way, random: Random): Promise<Round> => {
  const site = await openUpgradeSite(version);
  try {
    const participants = await site.makePeople(BIDDERS);
    const round = await upgradeUnderLoad(site, participants, { version, way, random });
    if (!round.played) return round;
    const later = await playRound({ ...playing(site, participants, random), before: 60, after: 60 });
    const judged = await judge(later, site.database, participants);
    const findings = judged.findings.map((finding) => `after the upgrade: ${finding}`);
    return { ...round, looked: round.looked + judged.looked, findings: [...round.findings, ...findings] };
  } finally {
    await site.close();
  }
};

const playing = ({ proxy, database }: UpgradeSite, participants: RoundParticipants, random: Random) => ({
  address: proxy.address,
  participants,
  seed: random.whole(2 ** 31),
  now: () => databaseNow(database),
});

interface Upgrading {
  readonly version: VersionBefore;
  readonly way: Way;
  readonly random: Random;
}

/**
 * Promises that the version before did not make are not asked of its nodes. Afterwards this version alone must keep
 * them all.
 */
const upgradeUnderLoad = async (
  site: UpgradeSite,
  participants: RoundParticipants,
  { version, way, random }: Upgrading,
): Promise<Round> => {
  const { proxy, database } = site;
  let upgrade: Upgrade | null = null;
  let payments = 0;
  const findings: string[] = [];
  const played = await playRound({
    ...playing(site, participants, random),
    isLong: true,
    endsAfterMs: random.between(ENDS_AFTER_MS.least, ENDS_AFTER_MS.most),
    fault: async (underWay) => {
      const stop = new AbortController();
      const paying = payWins(underWay, { address: proxy.address, participants, database }, stop.signal);
      try {
        underWay.broken();
        upgrade = await openUpgrade(site, underWay, migrationsText(), (old, now) =>
          lostTexts(old, now, participants.seller.token),
        );
        await way.carryOut(upgrade);
      } finally {
        stop.abort();
        payments = await paying;
      }
    },
  }).catch((error: unknown) => {
    findings.push(`the round broke off: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  });
  const { findings: found = [], accepted = { before: 0, after: 0 } } = (upgrade as Upgrade | null) ?? {};
  findings.push(...found, ...dead(site), ...(await mailsOfWinsNotOnce(site)));
  const judged = played
    ? await judge(played, database, participants, { isMade: version.makes })
    : { findings: [], looked: 0 };
  findings.push(...judged.findings);
  return { played, accepted, payments, looked: judged.looked, findings };
};

/** Every migration's text, in which it may say what it takes away on purpose. */
const migrationsText = (): string =>
  knownMigrations(migrationsFolder)
    .map(({ tag }) => readFileSync(path.join(migrationsFolder, `${tag}.sql`), "utf8"))
    .join("\n");

const dead = ({ before, after }: UpgradeSite): string[] =>
  [...before, ...after].flatMap((node) =>
    node.died() === null
      ? []
      : [`a node of the version ${node.version} ended by itself (${node.died()}): ${node.complaints().slice(-500)}`],
  );

/** Nothing is sent here, but every mail is a row: one for each win. */
const mailsOfWinsNotOnce = async ({ database }: UpgradeSite): Promise<string[]> => {
  const rows = await database.query<{ what: string }>(
    `select concat_ws(' ', count(*), 'mails to', user_id, 'about winning', auction_id) as what from outbox o
     where kind = 'won' group by user_id, auction_id
     having count(*) <> (select count(*) from settlements s where s.winner_id = o.user_id and s.auction_id = o.auction_id)`,
  );
  return rows.map(({ what }) => what);
};

const wordsOf = ({ played, accepted, payments, findings }: Round): string =>
  [
    `${played?.settled ?? 0} commands, ${played?.accepted ?? 0} accepted`,
    `since the migration ${accepted.before} by the version before and ${accepted.after} by this one`,
    `nothing accepted for ${seconds(played?.longestPauseMs ?? 0)}`,
    played ? waitWords(played) : "broken off",
    `${payments} payments, ${findings.length} findings`,
  ].join(", ");

const summaryOf = (rounds: readonly Round[]): string[] => {
  const sum = (of: (round: Round) => number): string =>
    rounds.reduce((total, round) => total + of(round), 0).toLocaleString("en");
  const played = rounds.flatMap((round) => round.played ?? []);
  return [
    `${sum((round) => round.played?.settled ?? 0)} commands with known outcomes; ${sum(({ looked }) => looked)} things held against a promise; ${sum(({ payments }) => payments)} payments`,
    `accepted in stages since the migration: ${sum(({ accepted }) => accepted.before)} by the version before, ${sum(({ accepted }) => accepted.after)} by this one`,
    `nothing was accepted for ${spread(played.map(({ longestPauseMs }) => longestPauseMs ?? 0))}; the longest wait for an outcome ${spread(played.map(({ longestWaitMs }) => longestWaitMs))}`,
  ];
};
