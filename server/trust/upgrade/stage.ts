// Runs one upgrade under load in stages: in each stage given nodes serve. Collects what went wrong in them. `ways.ts`
// has the orders in which an operator does it.
import { setTimeout as sleep } from "node:timers/promises";
import type { RoundUnderWay } from "../round/play-round.ts";
import { breachesOf, readTables, type Tables, unexplained } from "./expand-only.ts";
import type { UpgradeSite, VersionedNode } from "./upgrade-site.ts";

/** A node must accept so many commands in a stage. */
const LEAST_ACCEPTED = 5;
const ACCEPTS_WITHIN_MS = 60_000;
const LOOKS_EVERY_MS = 100;
const KEPT_COMPLAINT = 400;

export interface Upgrade extends RoundUnderWay {
  readonly site: UpgradeSite;
  readonly findings: string[];
  /** Accepted commands of the nodes of each version, in stages after the migration. */
  readonly accepted: Record<VersionedNode["version"], number>;
  /** Starts nodes; the first ones of this version migrate the database, which must only add. */
  start(...nodes: VersionedNode[]): Promise<void>;
  /** Lets nodes drain and end, one after the other, while the others serve. */
  drain(...nodes: VersionedNode[]): Promise<void>;
  /** These nodes serve, until `more` commands have an outcome and each node has accepted some. */
  stage(name: string, nodes: readonly VersionedNode[], more?: number): Promise<void>;
}

const names = { before: "the version before", after: "this version" } as const;

/** `mixed` is called once, in the first stage with a node of each version, and answers what went wrong. */
export const openUpgrade = async (
  site: UpgradeSite,
  round: RoundUnderWay,
  sql: string,
  mixed: (before: VersionedNode, after: VersionedNode) => Promise<string[]>,
): Promise<Upgrade> => {
  const findings: string[] = [];
  let wasMixed = false;
  const accepted = { before: 0, after: 0 };
  const tables = (): Promise<Tables> => readTables((text) => site.database.query(text));
  const old = await tables();
  let isCompared = false;

  const compare = async (): Promise<void> => {
    if (isCompared) return;
    isCompared = true;
    findings.push(...unexplained(breachesOf(old, await tables()), sql));
    const broken = await site.database.query<{ name: string }>(
      "select indexrelid::regclass::text as name from pg_index where not indisvalid",
    );
    findings.push(...broken.map(({ name }) => `the index ${name} is not valid after the migration`));
  };

  const stage: Upgrade["stage"] = async (name, nodes, more = 60) => {
    site.serve(nodes);
    await sleep(LOOKS_EVERY_MS);
    site.proxy.shake();
    const counts = await Promise.all(nodes.map(acceptedBy));
    const since = async (): Promise<number[]> =>
      (await Promise.all(nodes.map(acceptedBy))).map((count, index) => count - (counts[index] ?? 0));
    let problem: unknown = null;
    await round.settled(more).catch((error: unknown) => {
      problem = error;
    });
    let grown = await since();
    const until = performance.now() + ACCEPTS_WITHIN_MS;
    while (!problem && grown.some((count) => count < LEAST_ACCEPTED) && performance.now() < until) {
      // A client whose connection stays at its node does not come to the others.
      site.proxy.shake();
      await sleep(LOOKS_EVERY_MS * 10);
      grown = await since();
    }
    for (const [index, node] of nodes.entries()) {
      accepted[node.version] += grown[index] ?? 0;
      if ((grown[index] ?? 0) >= LEAST_ACCEPTED) continue;
      const said = node.complaints().slice(-KEPT_COMPLAINT);
      findings.push(`${name}: a node of ${names[node.version]} accepted only ${grown[index]} commands: ${said}`);
    }
    if (problem) throw problem;
    const [before, after] = (["before", "after"] as const).map((is) => nodes.find(({ version }) => version === is));
    if (!before || !after || wasMixed) return;
    wasMixed = true;
    findings.push(...(await mixed(before, after)));
  };

  return {
    ...round,
    site,
    findings,
    accepted,
    stage,
    start: async (...nodes) => {
      await Promise.all(nodes.map((node) => node.start()));
      if (nodes.some(({ version }) => version === "after")) await compare();
    },
    drain: async (...nodes) => {
      for (const node of nodes) {
        const code = await node.stop();
        if (code === 0) continue;
        const said = node.complaints().slice(-KEPT_COMPLAINT);
        findings.push(`a node of ${names[node.version]} did not end gracefully (${code}): ${said}`);
      }
    },
  };
};

/** Commands that this node's engine accepted since its start. */
const acceptedBy = async ({ address }: VersionedNode): Promise<number> => {
  const metrics = await fetch(`${address}/metrics`).then(
    (answer) => answer.text(),
    () => "",
  );
  const ok = [...metrics.matchAll(/^jara_commands_total\{[^}]*code="ok"[^}]*\} (\d+)$/gm)];
  return ok.reduce((sum, [, count]) => sum + Number(count), 0);
};
