// Checks the replica of DATABASE_READ_URL: that it can be reached, that it follows this database, and how far it is
// behind.
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../../../config.ts";
import { connectionProblem, placeOf } from "../../../platform/database/connection-problem.ts";
import type { Database } from "../../../platform/database/database.ts";
import { createPositions, type Position } from "../../../platform/database/replica/primary-position.ts";
import {
  openReplicaConnection,
  type ReplicaIdentity,
  type ReplicaState,
} from "../../../platform/database/replica/replica-connection.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** A replica that is behind for longer is worth a line. */
const CATCHES_UP_WITHIN_MS = 2_000;
const ASKS_EVERY_MS = 50;

const { ok, note, wrong } = findingsOf("replica");

export const checkReplica = async (
  database: Pick<Database, "query">,
  { databaseReadUrl }: Pick<Config, "databaseReadUrl">,
): Promise<Finding[]> => {
  if (databaseReadUrl === null) return [];
  const replica = openReplicaConnection(databaseReadUrl);
  try {
    const identity = await replica.identity();
    const position = await createPositions(database)();
    let state = await replica.state();
    for (const until = Date.now() + CATCHES_UP_WITHIN_MS; bytesBehind(position, state) > 0 && Date.now() < until; ) {
      await sleep(ASKS_EVERY_MS);
      state = await replica.state();
    }
    return [replicaFinding(placeOf(databaseReadUrl).at, position, identity, state)];
  } catch (error) {
    const problem = connectionProblem(error, databaseReadUrl);
    const reason = problem?.sentence ?? (error as Error).message;
    return [wrong(`${reason} That is DATABASE_READ_URL; lists are read on the primary.`)];
  } finally {
    await replica.close();
  }
};

const bytesBehind = ({ flushed }: Position, { replayed }: ReplicaState): number => flushed - (replayed ?? 0);

export const replicaFinding = (
  at: string,
  position: Position,
  identity: ReplicaIdentity,
  state: ReplicaState,
): Finding => {
  if (identity.system !== position.system) {
    return wrong(
      `The database at ${at} (DATABASE_READ_URL) is no copy of the one at DATABASE_URL, so it is never read`,
    );
  }
  if (!state.isInRecovery) {
    return wrong(`The server at ${at} (DATABASE_READ_URL) is no standby, so it is never read`);
  }
  if (identity.timeline !== position.timeline) {
    return note(
      `The replica at ${at} is on timeline ${identity.timeline}, and the primary on ${position.timeline}. Lists are read ` +
        "on the primary until it follows; after a failover that takes up to checkpoint_timeout, or run CHECKPOINT on it",
    );
  }
  const behind = bytesBehind(position, state);
  if (behind > 0) {
    return note(
      `The replica at ${at} is ${Math.ceil(behind / 1024)} kB behind. Lists are read on the primary until then`,
    );
  }
  return ok(`the replica at ${at} has replayed everything; lists are read there`);
};
