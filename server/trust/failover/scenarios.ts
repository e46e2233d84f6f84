// The ways in which a cluster loses its primary, or what the primary needs, while people bid.
import { setTimeout as sleep } from "node:timers/promises";
import type { Member } from "../cluster/member.ts";
import type { RoundUnderWay } from "../round/play-round.ts";
import type { ClusterSite, ClusterSiteOptions } from "../site/cluster-site.ts";

export interface Attack extends RoundUnderWay {
  readonly site: ClusterSite;
  readonly primary: Member;
  /** The synchronous standby, and the other one. */
  readonly standby: Member;
  readonly other: Member;
  readonly index: number;
  /** Resolves when another machine is the primary. */
  promoted(): Promise<void>;
}

export interface Scenario {
  readonly name: string;
  readonly what: string;
  readonly tries: { readonly full: number; readonly quick: number };
  readonly site?: Pick<ClusterSiteOptions, "hasLinks" | "environmentOf" | "prepare" | "tidy">;
  /** Whether another machine becomes the primary, so that the parts of it can be timed. */
  movesPrimary?(index: number): boolean;
  attack(attack: Attack): Promise<void>;
}

const always = (): boolean => true;

const killed: Scenario = {
  name: "killed",
  what: "the primary killed (PostgreSQL and Patroni, SIGKILL)",
  tries: { full: 20, quick: 2 },
  movesPrimary: always,
  attack: async ({ primary, broken, promoted, random }) => {
    await sleep(random.whole(1_000));
    broken();
    await primary.kill();
    await promoted();
    await sleep(2_000);
    primary.start();
  },
};

const frozen: Scenario = {
  name: "frozen",
  what: "the primary frozen (SIGSTOP), and thawed after the promotion of another",
  tries: { full: 10, quick: 1 },
  movesPrimary: always,
  attack: async ({ primary, broken, promoted, random }) => {
    broken();
    primary.freeze();
    await promoted();
    await sleep(random.between(200, 3_000));
    primary.thaw();
  },
};

const DIRECTIONS = ["outwards", "both", "inwards"] as const;
const CUT_FOR_MS = 8_000;

const cutOff: Scenario = {
  name: "cut-off",
  what: "the primary cut off: from etcd, from everybody, from the others and HAProxy alone (silent links)",
  tries: { full: 10, quick: 3 },
  site: { hasLinks: true },
  movesPrimary: (index) => DIRECTIONS[index % DIRECTIONS.length] === "both",
  attack: async ({ site, primary, broken, index }) => {
    const direction = DIRECTIONS[index % DIRECTIONS.length];
    const links = site.links[site.cluster.members.findIndex(({ name }) => name === primary.name)];
    if (!links) throw new Error("no links to cut");
    const cut = [
      ...(direction === "outwards" ? [] : links.inwards),
      ...(direction === "inwards" ? [] : links.outwards),
    ];
    broken();
    for (const link of cut) link.set("silent");
    await sleep(CUT_FOR_MS);
    for (const link of cut) link.set("whole");
  },
};

const planned: Scenario = {
  name: "switchover",
  what: "a planned switchover",
  tries: { full: 10, quick: 2 },
  movesPrimary: always,
  attack: async ({ site, primary, standby, broken }) => {
    broken();
    await site.cluster.switchover(primary, standby);
  },
};

const STANDBYS_AWAY_MS = 9_000;

const standbyLost: Scenario = {
  name: "standby-lost",
  what: "the synchronous standby frozen (the other takes its place), or both killed (writes stop) and started again",
  tries: { full: 5, quick: 2 },
  attack: async ({ standby, other, broken, index }) => {
    broken();
    if (index % 2 === 0) {
      standby.freeze();
      await sleep(STANDBYS_AWAY_MS);
      standby.thaw();
      return;
    }
    await Promise.all([standby.kill(), other.kill()]);
    await sleep(STANDBYS_AWAY_MS);
    standby.start();
    other.start();
  },
};

const QUORUM_AWAY_MS = 10_000;

const noQuorum: Scenario = {
  name: "no-quorum",
  what: "etcd without a quorum",
  tries: { full: 3, quick: 1 },
  attack: async ({ site, broken }) => {
    const [one, two] = site.cluster.members;
    broken();
    await Promise.all([one?.killEtcd(), two?.killEtcd()]);
    await sleep(QUORUM_AWAY_MS);
    one?.startEtcd();
    two?.startEtcd();
  },
};

export const scenarios: readonly Scenario[] = [killed, frozen, cutOff, planned, standbyLost, noQuorum];
