// Times the parts of a failover: until the lease of the lost primary is given to another machine, until that machine is
// the primary, until HAProxy leads there, and until a standby follows it, so that commits are answered.
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { Cluster } from "../cluster/cluster.ts";
import { ADDRESS, addressesOf } from "../cluster/plan.ts";

/** Milliseconds from the fault; null for what did not happen. */
export interface Recovery {
  readonly detectedMs: number | null;
  readonly promotedMs: number | null;
  readonly ledMs: number | null;
  readonly commitsMs: number | null;
}

const LOOKS_EVERY_MS = 25;
const WITHIN_MS = 60_000;

/**
 * Follows the machine that takes over from `former`. Calls `promoted` when it is the primary, or none has become it in
 * time.
 */
export const timeRecovery = async (
  cluster: Cluster,
  former: string,
  brokenAt: number,
  promoted: () => void,
): Promise<Recovery> => {
  const since = (): number => performance.now() - brokenAt;
  const isLate = (): boolean => since() > WITHIN_MS;
  let next: string | null = null;
  while (!next && !isLate()) {
    const holder = await leaseHolder(cluster);
    if (holder && holder !== former) next = holder;
    else await sleep(LOOKS_EVERY_MS);
  }
  const detectedMs = next ? since() : null;
  const member = cluster.members.find(({ name }) => name === next);
  while (member && !isLate() && !isPrimary((await member.state())?.role)) await sleep(LOOKS_EVERY_MS);
  const promotedMs = member && !isLate() ? since() : null;
  promoted();
  while (!isLate() && !(await answers(cluster, IS_LED))) await sleep(LOOKS_EVERY_MS);
  const ledMs = isLate() ? null : since();
  while (!isLate() && !(await answers(cluster, COMMITS))) await sleep(LOOKS_EVERY_MS);
  return { detectedMs, promotedMs, ledMs, commitsMs: isLate() ? null : since() };
};

const isPrimary = (role: string | undefined): boolean => role === "primary" || role === "master";

const leaseHolder = async ({ members }: Cluster): Promise<string | null> => {
  for (const { etcdClientPort } of members) {
    try {
      const signal = AbortSignal.timeout(500);
      const answer = await fetch(`http://${ADDRESS}:${etcdClientPort}/v2/keys/service/jara/leader`, { signal });
      const { node } = (await answer.json()) as { node?: { value: string } };
      return node?.value ?? null;
    } catch {
      // Another member of etcd may answer.
    }
  }
  return null;
};

const IS_LED = "select not pg_is_in_recovery() as answer";
/** A commit that waits for the standby. */
const COMMITS = "select pg_logical_emit_message(true, 'jara', '') is not null as answer";
const ANSWERS_WITHIN_MS = 5_000;

/** Resolves to true if a new connection through HAProxy answers this with true. */
const answers = async ({ plan }: Cluster, question: string): Promise<boolean> => {
  const sql = postgres(addressesOf(plan).primary, { max: 1, connect_timeout: 1, fetch_types: false });
  try {
    const [row] = await Promise.race([sql.unsafe(question), sleep(ANSWERS_WITHIN_MS, [], { ref: false })]);
    return row?.answer === true;
  } catch {
    return false;
  } finally {
    void sql.end({ timeout: 0 });
  }
};
