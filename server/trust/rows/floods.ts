// Floods a server whose rate limits are on with every call that an outsider may send, each alone from one address, and
// then mixtures from fifty, while other users bid. Every bid of theirs must be accepted, the 99th percentile of their
// waiting times must stay near that without a flood, and the server's memory must come back.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Call, catalogueOf } from "../calls/catalogue.ts";
import { DEAR } from "../calls/market.ts";
import { openStage, type Stage } from "../calls/stage.ts";
import { at, type Bidders, openBidders } from "../floods/bidders.ts";
import { type Counts, type Flooder, startFlooder } from "../floods/flood-process.ts";
import type { Row } from "../row.ts";

const BIDDERS = 6;
const AT_MOST_ABOVE_CALM_MS = 50;
const CALM_WITHIN_MS = 30_000;
/** A process keeps some memory for later. */
const MEMORY_KEPT_MB = 150;
/** The calm before each of the last floods, because a short one alone has too few bids for a percentile. */
const CALMS = 4;
/** The memory that a flood may add meanwhile. Clients that read nothing once added 805 MB. */
const MEMORY_ADDED_MB = 256;
/** The part of a flood's time until it is under way. */
const RISING_MS = 200;

export const floodsRow: Row = {
  name: "floods",
  what: "Bids of others while somebody floods the server with each call that a visitor or a bidder can send, alone from one address, and with mixtures from fifty",
  run: async (context) => {
    const { quick, seconds = quick ? 1.5 : 4, only = "", checkout, say } = context;
    const stage = await openStage({ checkout, sizes: DEAR, hasLimits: true, say });
    let [flooder, bidders, openings] = [await startFlooder(), await openBidders(stage.server, "bidder", BIDDERS), 1];
    try {
      const trial: Trial = { stage, findings: [], calms: [], tried: 0, network: 0 };
      const { findings } = trial;
      const lists = stage.values.map((values) => catalogueOf(stage.documents, values));
      findings.push(...(lists[0]?.missing ?? []).map((what) => `not flooded: ${what}`));
      const tries = triesOf(
        lists.map(({ calls }) => calls),
        { aloneMs: seconds * 1000, mixedMs: quick ? 5_000 : 20_000 },
      ).filter(({ name, calls }) => name.includes(only) && calls.length > 0);
      const calmMs = quick ? 400 : Math.max(400, seconds * 300);
      const wholeMs = tries.reduce((sum, { ms }) => sum + ms + calmMs, 3_000 + CALMS * calmMs);
      say(`${tries.length} floods: ${(wholeMs / 60_000).toFixed(1)} minutes, and more for those that are tried twice`);
      await bidders.bidFor(3_000, findings);
      for (let n = 0; n < CALMS; n++) trial.calms.push(await bidders.bidFor(calmMs, findings));
      const flooded: Flooded[] = [];
      for (const [i, one] of tries.entries()) {
        const tell = (words: string) => say(`${i + 1}/${tries.length} ${words}`);
        try {
          const parts = { flooder, bidders };
          const first = await flood(trial, parts, one, calmMs);
          // Other work of the machine delays some bids too, but not in the same flood twice.
          const second = problemsOf(first).length > 0 ? await flood(trial, parts, one, calmMs) : first;
          const done = first.lost === 0 && aboveCalm(second) < aboveCalm(first) ? second : first;
          flooded.push(done);
          findings.push(...problemsOf(done));
          tell(problemsOf(done)[0] ?? wordsOf(done));
        } catch (error) {
          findings.push(`${one.name} broke off: ${error instanceof Error ? error.message : error}`);
          tell(findings.at(-1) ?? "");
          flooder.close();
          flooder = await startFlooder();
        }
        if (stage.node.isRunning()) continue;
        findings.push(`the server ended during ${one.name}: ${stage.node.died()}\n${stage.node.complaints()}`);
        bidders.close();
        const isBack = await stage.node.start().then(
          () => true,
          () => false,
        );
        if (!isBack) break;
        bidders = await openBidders(stage.server, `bidder${++openings}`, BIDDERS);
      }
      return { tried: trial.tried, bad: findings.length, findings, notes: tableOf(flooded) };
    } finally {
      bidders.close();
      flooder.close();
      await stage.close();
    }
  },
};

interface Trying {
  readonly name: string;
  readonly calls: readonly Call[];
  readonly addresses: number;
  readonly behindProxy?: string | undefined;
  readonly ms: number;
}

const isLive = ({ over }: Call): boolean => over === "socket.io" || over === "/ws";
/** A prefix for documentation (RFC 3849). */
const A_NETWORK = "2001:db8:7";
const mixtures: readonly { readonly name: string; readonly behindProxy?: string; has(call: Call): boolean }[] = [
  { name: "mixture of visitors' calls", has: (call) => call.over === "http" && call.token === null },
  {
    name: "mixture of visitors' calls, each from another /64 of an IPv6 /48",
    behindProxy: A_NETWORK,
    has: (call) => call.over === "http" && call.token === null,
  },
  { name: "mixture of bidders' calls", has: (call) => call.over === "http" && call.token !== null },
  { name: "mixture of live commands", has: isLive },
  { name: "mixture of live commands, unread", has: (call) => "isUnread" in call },
  { name: "mixture of packets", has: ({ over }) => over === "packets" },
  { name: "mixture of everything", has: () => true },
];

/** Each call alone, then the mixtures. `all`: the calls of each person. */
const triesOf = (
  all: readonly (readonly Call[])[],
  { aloneMs, mixedMs }: { readonly aloneMs: number; readonly mixedMs: number },
): Trying[] => {
  const alone = (all[0] ?? []).map(({ name }, i): Trying => {
    // Another person each time, because each has limits of their own.
    const call = all[i % all.length]?.[i];
    return { name, calls: call ? [call] : [], addresses: 1, ms: aloneMs };
  });
  const mixed = mixtures.map(
    ({ has, ...mixture }): Trying => ({ ...mixture, calls: all.flat().filter(has), addresses: 50, ms: mixedMs }),
  );
  return [...alone, ...mixed];
};

interface Parts {
  readonly flooder: Flooder;
  readonly bidders: Bidders;
}

interface Trial {
  readonly stage: Stage;
  readonly findings: string[];
  readonly calms: number[][];
  tried: number;
  network: number;
}

interface Flooded {
  readonly name: string;
  readonly seconds: number;
  readonly counts: Counts;
  readonly calm: readonly number[];
  readonly attacked: readonly number[];
  readonly lost: number;
  readonly firstLost: string | undefined;
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number };
  /** Until bids were answered as before, and the memory was back. */
  readonly backAfterMs: number;
}

const flood = async (
  trial: Trial,
  { flooder, bidders }: Parts,
  { name, calls, addresses, behindProxy, ms }: Trying,
  calmMs: number,
): Promise<Flooded> => {
  const { stage, calms } = trial;
  const memoryMb = (): number => memoryMbOf(stage.node.pid());
  const lost: string[] = [];
  const before = memoryMb();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryMb());
  }, 100);
  // Addresses that no earlier flood used, so that none of them is refused already.
  trial.network += 1;
  const network = `127.${1 + Math.floor(trial.network / 250)}.${trial.network % 250}`;
  const startedAt = performance.now();
  flooder.begin({ address: stage.server.address, calls, network, addresses, behindProxy });
  await sleep(RISING_MS);
  const attacked = await bidders.bidFor(ms - RISING_MS, lost);
  const seconds = (performance.now() - startedAt) / 1000;
  const counts = await flooder.stop();
  const calm = calms
    .slice(-CALMS)
    .flat()
    .sort((a, b) => a - b);
  const limitMs = at(calm, 0.99) + AT_MOST_ABOVE_CALM_MS;
  const endedAt = performance.now();
  let next: number[] = [];
  // Bids go on, so that what a flood leaves behind is seen.
  for (;;) {
    next = await bidders.bidFor(calmMs, lost);
    const isBack = at(next, 0.99) <= limitMs && memoryMb() <= before + MEMORY_KEPT_MB;
    if (isBack || performance.now() - endedAt - calmMs > CALM_WITHIN_MS) break;
  }
  clearInterval(timer);
  calms.push(next);
  trial.tried += attacked.length;
  const backAfterMs = performance.now() - endedAt - calmMs;
  const memory = { before, peak, after: memoryMb() };
  return { name, seconds, counts, calm, attacked, lost: lost.length, firstLost: lost[0], memory, backAfterMs };
};

const problemsOf = (flooded: Flooded): string[] => {
  const problems = [
    flooded.counts.sent === 0 && "there was no flood",
    flooded.lost > 0 && `bids were lost (${flooded.firstLost})`,
    aboveCalm(flooded) > AT_MOST_ABOVE_CALM_MS && "bids waited too long",
    flooded.memory.peak > flooded.memory.before + MEMORY_ADDED_MB && "memory grew too much",
    flooded.backAfterMs > CALM_WITHIN_MS && "bids or memory were not back after 30 s",
  ];
  return problems.filter((problem) => problem !== false).map((problem) => `${problem}: ${wordsOf(flooded)}`);
};

const aboveCalm = ({ attacked, calm }: Flooded): number => at(attacked, 0.99) - at(calm, 0.99);
const pair = (sorted: readonly number[]): string => `${at(sorted, 0.5).toFixed(0)} / ${at(sorted, 0.99).toFixed(0)}`;
const cellsOf = (flooded: Flooded): readonly string[] => {
  const { name, seconds, counts, calm, attacked, lost, memory, backAfterMs } = flooded;
  const rate = (count: number): string => Math.round(count / seconds).toLocaleString("en");
  return [
    name,
    rate(counts.sent),
    rate(counts.answered),
    rate(counts.refused),
    String(counts.closed),
    pair(calm),
    pair(attacked),
    aboveCalm(flooded).toFixed(0),
    String(lost),
    [memory.before, memory.peak, memory.after].map((mb) => mb.toFixed(0)).join(" / "),
    (backAfterMs / 1000).toFixed(1),
  ];
};
const heads = [
  "flood",
  "sent/s",
  "answered/s",
  "refused/s",
  "closed",
  "calm ms, p50 / p99",
  "flooded ms, p50 / p99",
  "above calm",
  "lost",
  "MB before / peak / after",
  "back after s",
];
const wordsOf = (flooded: Flooded): string =>
  cellsOf(flooded)
    .map((cell, i) => (i === 0 ? cell : `${heads[i]} ${cell}`))
    .join("; ");

/** The worst first, to paste into docs/trust.md. */
const tableOf = (all: readonly Flooded[]): string[] => [
  "",
  `| ${heads.join(" | ")} |`,
  `|---|${"---:|".repeat(heads.length - 1)}`,
  ...all.toSorted((a, b) => aboveCalm(b) - aboveCalm(a)).map((one) => `| ${cellsOf(one).join(" | ")} |`),
];

/** The memory of a process that is in use, by the kernel; the server's own answer would wait behind the flood. */
const memoryMbOf = (pid: number): number => {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    // It has ended, which the row reports.
    return 0;
  }
};
