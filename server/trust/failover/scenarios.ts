// Lists the failover scenarios: the ways in which a cluster loses its primary, or what the primary needs, while people
// bid.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterPlan } from "../cluster/plan.ts";
import { CannotBeTried } from "../row.ts";
import { fillDisk } from "../rows/faults.ts";
import { programsWith } from "./programs-with.ts";
import type { Scenario } from "./scenario.ts";
import { slowDisk } from "./slow-disk.ts";

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
const CUT_FOR_MS = 15_000;

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
    // If nobody hears the primary, its Patroni must not reach the others either. The others do not need each other's Patroni.
    const cut = [
      ...(direction === "both" ? site.links.map(({ fromPeers }) => fromPeers) : []),
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
  attack: async ({ site, broken }) => {
    broken();
    await site.cluster.switchover();
  },
};

const STANDBYS_AWAY_MS = 9_000;

const standbyLost: Scenario = {
  name: "standby-lost",
  what: "the synchronous standby frozen (the other takes its place), or both killed (writes stop) and started again",
  tries: { full: 5, quick: 2 },
  pausesMs: (index) => (index % 2 === 0 ? 0 : STANDBYS_AWAY_MS - 1_000),
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

const FAKE_CLOCK = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
const CLOCKS_MS = [0, 2_000, -2_000];

/** PostgreSQL's programs with a server whose wall clock is wrong. Patroni itself hangs on such a clock. */
const wrongClockPrograms = (plan: ClusterPlan, aheadMs: number): string => {
  if (!existsSync(FAKE_CLOCK)) throw new CannotBeTried("libfaketime is not installed");
  return programsWith(plan, `clock${aheadMs}`, {
    LD_PRELOAD: FAKE_CLOCK,
    FAKETIME: `${aheadMs < 0 ? "-" : "+"}${Math.abs(aheadMs) / 1000}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  });
};

const wrongClocks: Scenario = {
  name: "wrong-clocks",
  what: "planned switchovers between machines whose databases' clocks are right, 2 s ahead and 2 s behind",
  tries: { full: 6, quick: 3 },
  site: {
    programsOf: (plan, index) => (CLOCKS_MS[index] ? wrongClockPrograms(plan, CLOCKS_MS[index]) : plan.binaries),
  },
  clocksDifferMs: 4_000,
  movesPrimary: always,
  attack: planned.attack,
};

const DISK = "700m";
const FULL_FOR_MS = 8_000;

/** Each machine's data on a small disk of its own. Only root may mount one. */
const mountDisks = ({ members, account }: ClusterPlan): void => {
  for (const { folder } of members) {
    mkdirSync(folder, { recursive: true });
    const options = `size=${DISK},mode=755${account ? `,uid=${account.uid},gid=${account.gid}` : ""}`;
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "pipe" });
    } catch {
      throw new CannotBeTried("a small disk can be mounted by root alone, and not in every container");
    }
  }
};

const unmountDisks = ({ members }: ClusterPlan): void => {
  for (const { folder } of members) {
    try {
      execFileSync("umount", ["-l", folder], { stdio: "pipe" });
    } catch {
      // It was not mounted.
    }
  }
};

const fullDisk: Scenario = {
  name: "full-disk",
  what: "the primary's disk full",
  tries: { full: 5, quick: 1 },
  site: { prepare: mountDisks, tidy: unmountDisks },
  attack: async ({ site, primary, broken }) => {
    const filler = path.join(primary.folder, "filler");
    broken();
    fillDisk(filler);
    await sleep(FULL_FOR_MS);
    rmSync(filler);
    // The full disk may have ended either of them.
    primary.start();
    primary.startEtcd();
    await site.cluster.healthy();
  },
};

export const scenarios: readonly Scenario[] = [
  killed,
  frozen,
  cutOff,
  planned,
  standbyLost,
  noQuorum,
  wrongClocks,
  fullDisk,
  slowDisk,
];
