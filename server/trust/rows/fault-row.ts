// Builds a row from a fault: a site, rounds of load on it with the fault in the middle, and the checker's findings for
// each round.
import { setTimeout as sleep } from "node:timers/promises";
import { databaseNow } from "../../test/support/seed.ts";
import { judge } from "../round/judge.ts";
import { makePeople } from "../round/participants.ts";
import { playRound, type RoundUnderWay } from "../round/play-round.ts";
import { newSeed, randomOf } from "../round/random.ts";
import type { Row } from "../row.ts";
import { openSite, type PlayedSite, type Site, type SiteOptions } from "../site/site.ts";
import { RoundsRun } from "./rounds-run.ts";

export interface FaultRow extends Pick<Row, "name" | "what"> {
  readonly tries: { readonly full: number; readonly quick: number };
  readonly triesARound?: number;
  readonly site: SiteOptions;
  /** The folder for PostgreSQL's data, if it is not the default one. */
  disk?(): { readonly folder: string; remove(): void };
  /** Without a fault, the site's own configuration is what is tested. */
  fault?(
    round: RoundUnderWay & {
      readonly site: Site;
      /** The round's index. */
      readonly index: number;
      /** The database's clock, epoch ms. */
      now(): Promise<number>;
      readonly folder: string | null;
    },
  ): Promise<void>;
  /** Resolves to faults that the checker does not look for. */
  alsoFound?(site: Site): Promise<string[]>;
}

const BIDDERS = 24;

export const faultRow = ({
  name,
  what,
  tries,
  triesARound = 1,
  site: options,
  disk,
  fault,
  alsoFound,
}: FaultRow): Row => ({
  name,
  what,
  run: async ({ quick, say }) => {
    const rounds = Math.ceil((quick ? tries.quick : tries.full) / triesARound);
    const seed = newSeed();
    const seeds = randomOf(seed);
    const ran = new RoundsRun(rounds, say);
    const small = disk?.();
    const site = await openSite({ ...options, ...(small && { under: small.folder }) });
    try {
      const participants = await makePeople(site.database, BIDDERS);
      const now = () => patientNow(site);
      say(`${rounds} rounds, seed ${seed} (TRUST_SEED)`);
      for (let index = 0; index < rounds; index += 1) {
        const played = await playRound({
          address: site.proxy.address,
          participants,
          seed: seeds.whole(2 ** 31),
          now,
          ...(fault && {
            fault: (round) => fault({ ...round, site, index, now, folder: small?.folder ?? null }),
          }),
        });
        const { findings, looked } = await judge(played, site.database, participants);
        const others = [...(await dead(site)), ...((await alsoFound?.(site)) ?? [])];
        ran.played(played, { findings: [...findings, ...others], looked });
      }
    } finally {
      await site.close();
      small?.remove();
    }
    return ran.result({ seed, triesARound });
  },
});

/** A fault elsewhere must never end a node. */
export const dead = async (site: PlayedSite): Promise<string[]> => {
  const found: string[] = [];
  for (const node of site.nodes) {
    if (node.isRunning()) continue;
    found.push(`a node ended by itself (${node.died()}): ${node.complaints().slice(-500)}`);
    await node.start();
    site.lead();
  }
  return found;
};

/** Also works while the database is recovering. */
export const patientNow = async ({ database }: PlayedSite): Promise<number> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await databaseNow(database);
    } catch (error) {
      if (tries === 20) throw error;
    }
    await sleep(250);
  }
};
