// Makes the verdicts that are due: checks the day, signs what was found, and publishes it. A run that is killed at any
// point is repeated, and two nodes may run at once: one verdict comes of it, because the statement that writes it is
// fenced on its number.
import type { LogKeys } from "../../../config/log-key.ts";
import type { Clock } from "../../../platform/database/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { endOfLagosDay, startOfLagosDay } from "../../../platform/lib/lagos-time.ts";
import { firstBegan, type LogHead, readHead } from "../heads.ts";
import { noteKeys, readKeys } from "../keys.ts";
import { signVerdict, verdictName } from "../signers.ts";
import type { CheckAnswer } from "./check-answer.ts";
import { type DueDays, dueDays } from "./days.ts";
import type { RunCheck } from "./run-check.ts";
import {
  beginTry,
  daysAskedFor,
  hashOfVerdict,
  lastVerdictDay,
  newestVerdict,
  type StoredVerdict,
  storeVerdict,
  takeTryBack,
} from "./stored-verdicts.ts";
import { type Failure, verdictText } from "./verdict-text.ts";

const TRIES = 3;
const RETRY_AFTER_MS = 15 * 60_000;

export interface NightlyDeps {
  readonly database: Pick<Database, "db" | "query" | "transaction">;
  readonly keys: LogKeys;
  readonly clock: Clock;
  readonly runCheck: RunCheck;
  /** The address of the site, as the verdict tells people how to check themselves. */
  readonly site: string;
  readonly log: Record<"warn" | "error", (details: object, message: string) => void>;
  readonly retryAfterMs?: number;
  readonly againAfterMs?: number;
}

interface Due {
  readonly day: string;
  /** The newest verdict before the check began. If another node publishes meanwhile, this one is not written. */
  readonly before: StoredVerdict | null;
  readonly skipped: DueDays["skipped"];
}

const nextDue = async ({ database, clock }: NightlyDeps, log: number): Promise<Due | null> => {
  const before = await newestVerdict(database, log);
  const [asked] = await daysAskedFor(database);
  if (asked !== undefined) return { day: asked, before, skipped: null };
  const { days, skipped } = dueDays(await lastVerdictDay(database), await firstBegan(database), clock.now());
  const [day] = days;
  return day === undefined ? null : { day, before, skipped };
};

/** Makes the next verdict that is due. False: nothing is to be done now. */
export const makeVerdict = async (deps: NightlyDeps, signal: AbortSignal): Promise<boolean> => {
  const { database, keys, log, retryAfterMs = RETRY_AFTER_MS } = deps;
  const head = await readHead(database);
  // A database that is older than what was published must not sign a second chain.
  if (!head || head.stoppedAt !== null) return false;
  const due = await nextDue(deps, head.log);
  if (!due) return false;
  const tried = await beginTry(database, due.day, retryAfterMs);
  if (tried === null) return false;
  await noteKeys(database, keys, head.origin);
  const { answer, problem } = tried > TRIES ? ended : await checkOf(deps, head, due.day, signal);
  if (signal.aborted) {
    await takeTryBack(database, due.day);
    return false;
  }
  if (typeof answer === "string" && tried < TRIES) {
    log.warn({ day: due.day, tried, answer, problem }, "the nightly check was not finished; trying again later");
    return false;
  }
  await publish(deps, head, due, answer);
  return true;
};

const ended = { answer: "ended", problem: null } as const;

const checkOf = async (
  { database, runCheck, againAfterMs }: NightlyDeps,
  head: LogHead,
  day: string,
  signal: AbortSignal,
) => {
  const { keys, verdictKeys } = await readKeys(database);
  return await runCheck(
    {
      name: verdictName(head.origin),
      keys: [...keys, ...verdictKeys].map(({ vkey }) => vkey),
      from: startOfLagosDay(day),
      until: endOfLagosDay(day),
      ...(againAfterMs !== undefined && { againAfterMs }),
    },
    signal,
  );
};

const publish = async (
  { database, keys, clock, site, log }: NightlyDeps,
  head: LogHead,
  { day, before, skipped }: Due,
  checked: CheckAnswer | Failure,
): Promise<void> => {
  const number = (before?.number ?? 0) + 1;
  const { text, result } = verdictText({
    origin: head.origin,
    number,
    date: day,
    previous: before && hashOfVerdict(before.note),
    madeAt: clock.now(),
    checked,
    skipped,
    site,
  });
  const isFirst = await storeVerdict(database, {
    log: head.log,
    number,
    name: verdictName(head.origin),
    date: day,
    result,
    note: signVerdict(keys, head.origin, text),
    details: typeof checked === "string" ? [] : checked.details,
  });
  if (isFirst && result !== "good")
    log.error({ day, number, result }, "a nightly verdict is not good; see docs/operations.md");
};
