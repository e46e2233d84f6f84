// Keeps bidders' refused commands as evidence. It never delays an answer: a refusal goes to a list in memory, and a job
// writes the list. What a node has not written when it dies is lost. A flood of one person is counted and not kept, so that
// it costs little room and pushes nobody else out.
import { randomUUID } from "node:crypto";
import type { ErrorBody, ErrorCode } from "@jara/shared/errors";
import { toMinor } from "@jara/shared/money";
import type { Command } from "../../../auction/commands.ts";
import type { Clock } from "../../../platform/database/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import { isOfRow } from "../../../platform/jobs/guard-rows.ts";
import { type Job, startJob } from "../../../platform/jobs/job.ts";
import { createBoundedCache } from "../../../platform/lib/bounded-cache.ts";
import { type Attempt, writeAttempts } from "./queries.ts";

const EVERY_MS = 1_000;
/** If the database does not keep up, further attempts are dropped. */
const MOST_WAITING = 5_000;
const AT_ONCE = 500;
/** A person's refused commands on one lot that are kept in one minute. */
const KEPT_A_MINUTE = 20;
/** The same for commands that a rate limit refused, because they are already a flood. */
const KEPT_OF_A_FLOOD = 1;
/** The same on all lots in one day, by each node. */
const KEPT_A_DAY = 500;

/** Refusals that say nothing about the lot, or that a mistake of another program causes. */
const notKept: ReadonlySet<ErrorCode> = new Set([
  "UNAVAILABLE",
  "INTERNAL",
  "UNAUTHENTICATED",
  "NOT_FOUND",
  "COMMAND_ID_REUSED",
]);

const beforeTheEngine: ReadonlySet<ErrorCode> = new Set([
  "RATE_LIMITED",
  "TERMS_NOT_ACCEPTED",
  "BIDDER_NOT_APPROVED",
] as const);

export interface RefusedAttempts extends Job {
  note(command: Command, error: ErrorBody, at: number | null): void;
}

export const startRefusedAttempts = (deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: { warn(details: object, message: string): void };
}): RefusedAttempts => {
  const { database, clock, log } = deps;
  let waiting: Attempt[] = [];
  const perMinute = createBoundedCache<string, { kept: number; last: Attempt }>(20_000, { ttl: 60_000 });
  const perDay = createBoundedCache<string, { kept: number }>(50_000, { ttl: 86_400_000 });

  const writeWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const part = waiting.slice(0, AT_ONCE);
      // Drop the attempts that were not written, because writing them again would burden a database in trouble.
      waiting = waiting.slice(AT_ONCE);
      await writeAttempts(database, part).catch(async (error: unknown) => {
        if (!isOfRow(error)) throw error;
        for (const attempt of part) {
          await writeAttempts(database, [attempt]).catch((one: unknown) => {
            if (!isOfRow(one)) throw one;
            log.warn({ err: one, attempt: attempt.id }, "a refused attempt was not kept");
          });
        }
      });
    }
  };
  const job = startJob({
    everyMs: EVERY_MS,
    run: writeWaiting,
    failed: (error) => log.warn({ err: error }, "some refused attempts were not kept"),
  });
  return {
    ...job,
    stop: async () => {
      await job.stop();
      await writeWaiting().catch(() => {});
    },
    note(command, error, at) {
      const attempt = attemptOf(command, error, at ?? clock.now());
      if (!attempt) return;
      const isFlood = attempt.code === "RATE_LIMITED";
      const key = `${attempt.userId} ${attempt.auctionId}${isFlood ? " flood" : ""}`;
      const most = isFlood ? KEPT_OF_A_FLOOD : KEPT_A_MINUTE;
      const minute = perMinute.get(key);
      const day = perDay.get(attempt.userId) ?? { kept: 0 };
      if (minute && (minute.kept >= most || day.kept >= KEPT_A_DAY)) {
        minute.last.repeats += 1;
        // Count the repeat with the last attempt that was kept. If that one is written already, it is written again.
        if (!waiting.includes(minute.last) && waiting.length < MOST_WAITING) waiting.push(minute.last);
        return;
      }
      if (day.kept >= KEPT_A_DAY || waiting.length >= MOST_WAITING) return;
      waiting.push(attempt);
      day.kept += 1;
      perDay.set(attempt.userId, day, { noUpdateTTL: true });
      if (minute) Object.assign(minute, { kept: minute.kept + 1, last: attempt });
      else perMinute.set(key, { kept: 1, last: attempt });
    },
  };
};

const attemptOf = (command: Command, error: ErrorBody, at: number): Attempt | null => {
  if (!("commandId" in command) || notKept.has(error.code)) return null;
  const kind = kindOf(command.type);
  // Leave out a command whose lot cannot exist: before the engine, nothing has checked its id.
  if (!kind || !isUuid(command.auctionId)) return null;
  return {
    id: randomUUID(),
    auctionId: command.auctionId,
    userId: command.userId,
    // If a command never reached the engine, it is often sent again under its id. Its later outcome is another attempt.
    commandId: beforeTheEngine.has(error.code) ? `${command.commandId} ${error.code}` : command.commandId,
    kind,
    amountMinor: command.type === "PlaceBid" ? command.amountMinor : null,
    code: error.code,
    minimumMinor: error.minimumBid === undefined ? null : toMinor(error.minimumBid),
    repeats: 0,
    at,
  };
};

const kindOf = (type: Command["type"]): Attempt["kind"] | null => {
  if (type === "PlaceBid") return "bid";
  if (type === "SetMaxBid" || type === "ConfirmMaxBid") return "maximum";
  if (type === "BuyItNow") return "buy-it-now";
  return type === "WithdrawBids" ? "withdrawal" : null;
};
