// The bench section `scale`: many connections, each figure beside its limit in the same run.
import { availableParallelism, loadavg } from "node:os";
import { buildSite } from "../live/build-site.ts";
import { type Participants, participantsOnBuiltIn, participantsOnPostgres } from "../live/participants.ts";
import { startEcho } from "../live/processes.ts";
import type { BenchOptions } from "../options.ts";
import { measureAnswered } from "./answered.ts";
import { measureAudience } from "./audience.ts";
import { measureReconnect } from "./reconnect.ts";
import { measureStalled } from "./stalled.ts";

export const scaleSection = async ({ quick, rounds }: BenchOptions): Promise<void> => {
  buildSite();
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  const note = load > cores / 2 ? ": not idle, so figures are high" : "";
  console.log(`${cores} cores for servers, database and clients alike, load average ${load.toFixed(1)}${note}\n`);
  const roundCount = rounds ?? (quick ? 2 : 5);
  const ms = quick ? 1_500 : 3_000;
  const offer = { perSecond: 1000, rounds: roundCount, roundMs: ms, echoMs: 0, withinMs: 30_000 };
  const onPostgres = async (measure: (participants: Participants) => Promise<unknown>): Promise<void> => {
    const participants = await participantsOnPostgres();
    if (!participants) return console.log("Left out: no PostgreSQL is given, and none is installed.");
    await measure(participants).finally(() => participants.discard());
  };
  const echo = await startEcho();
  try {
    await onPostgres((participants) => measureAnswered(participants, echo, roundCount, ms));
    const onBuiltIn = await participantsOnBuiltIn();
    await measureAnswered(onBuiltIn, echo, roundCount, ms).finally(() => onBuiltIn.discard());
  } finally {
    await echo.stop();
  }
  await onPostgres((participants) => measureAudience(participants, roundCount, ms, { ...offer, rounds: 1 }, offer));
  await onPostgres((participants) => measureStalled(participants, quick ? 5_000 : 60_000));
  await onPostgres((participants) => measureReconnect({ participants }, quick ? 2_000 : 10_000));
  console.log("");
};
