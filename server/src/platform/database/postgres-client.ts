// A pool of connections to one PostgreSQL, with its safeguards: one statement at a time on a connection, a short wait
// before it connects again, a time limit for statements without an answer, and parameters as text.
import postgres from "postgres";
import type { Param, Row } from "./typed-statements.ts";
import { ANSWER_WITHIN_MS, CommitUnconfirmed, isWaitCancelled, UnansweredStatements } from "./unanswered-statements.ts";

/** bigint columns hold minor units and counts below 2^53. Times are read as epoch milliseconds. */
export const INT8 = 20;
/**
 * The number of prepared statements that a connection keeps. A list has a text for each page, and a client that
 * requests every page must not fill the memory.
 */
const MAX_STATEMENTS = 300;

/**
 * Pages are in memory or on a solid-state disk. With PostgreSQL's default of 4, the planner would rather collect and
 * sort all bids of the busiest bidder than read the newest ones along the index (50 ms instead of 3 ms).
 */
const PAGES_AT_HAND = { random_page_cost: "1.1" };

/**
 * Use generic plans for prepared statements, because planning the commit takes twice as long as executing it
 * (docs/decisions/0003-one-statement.md).
 */
export const PLANNED_ONCE = { plan_cache_mode: "force_generic_plan", jit: "off", ...PAGES_AT_HAND };

export interface PostgresClient {
  /** Both reject with `StatementUnanswered` if no answer came in time. */
  query(text: string, params: readonly Param[]): Promise<Row[]>;
  cells(text: string, params: readonly Param[]): Promise<unknown[][]>;
  /** Ends all connections, after this many seconds also those with statements under way. */
  end(withinS: number): Promise<void>;
}

interface ClientOptions {
  readonly connections: number;
  /** Tells the connections from others in pg_stat_activity. */
  readonly name: string;
  readonly answerWithinMs?: number;
  /** Settings of its sessions. */
  readonly session?: Readonly<Record<string, number>>;
  /** True: the driver does not replace connections by their age, which could be in the middle of a transaction. */
  readonly isKept?: boolean;
  /** Called when a connection was lost, before another one is made in its place. */
  readonly onClose: () => void;
  /** Null: the statement may be sent at once. */
  readonly before?: (text: string) => Promise<void> | null;
}

/** Options of the driver that every connection of a server has. */
export const driverOptions = (unanswered: UnansweredStatements) => ({
  max_pipeline: 1,
  // Short, because bids wait for the first connection to a new primary.
  backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 0.4),
  connect_timeout: 5,
  // The driver queries the array types without awaiting the answer. A connection lost at that moment would end the
  // process with an unhandled rejection. We do not need the types, because our statements return no arrays (they use
  // to_json instead).
  fetch_types: false,
  // Rejects all statements under way, because the driver does not say to which of them the notice belongs.
  onnotice: (notice: postgres.Notice) => {
    if (isWaitCancelled(notice)) unanswered.reject(new CommitUnconfirmed());
  },
  types: { bigint: { to: INT8, from: [INT8], parse: Number, serialize: String } },
});

export const openClient = (url: string, options: ClientOptions): PostgresClient => {
  const { connections, name, answerWithinMs = ANSWER_WITHIN_MS, session, onClose, before = () => null } = options;
  const unanswered = new UnansweredStatements(answerWithinMs);
  const sql = postgres(url, {
    ...driverOptions(unanswered),
    max: connections,
    onclose: onClose,
    ...(options.isKept && { max_lifetime: null, idle_timeout: 0 }),
    connection: { application_name: name, statement_timeout: answerWithinMs - 1000, ...session, ...PLANNED_ONCE },
  });
  // Every parameter is text already. The driver would turn the text "true" into false, and quote a JSON text again.
  for (const type of Object.keys(sql.options.serializers)) sql.options.serializers[Number(type)] = (text) => text;
  const prepared = new Set<string>();
  const prepare = (text: string): boolean => {
    if (prepared.size < MAX_STATEMENTS) prepared.add(text);
    return prepared.has(text);
  };
  const send = <T>(
    text: string,
    params: readonly Param[],
    run: (statement: postgres.PendingQuery<Row[]>) => PromiseLike<T>,
  ): Promise<T> => {
    const sent = (): PromiseLike<T> => run(sql.unsafe<Row[]>(text, params.map(toText), { prepare: prepare(text) }));
    const doubt = before(text);
    return unanswered.until(doubt ? doubt.then(sent) : sent());
  };
  return {
    query: (text, params) => send(text, params, (statement) => statement) as Promise<Row[]>,
    cells: (text, params) => send(text, params, (statement) => statement.values()),
    end: (withinS) => sql.end({ timeout: withinS }),
  };
};

export const toText = (param: Param): string | null => (param === null ? null : String(param));
