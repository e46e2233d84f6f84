// Rejects statements that got no answer in time, and those whose commit may be lost because the wait for its standby
// was cancelled. Their outcome is unknown.

export class StatementUnanswered extends Error {
  override readonly name = "StatementUnanswered";
  constructor() {
    super("the database did not answer in time");
  }
}

/**
 * Somebody cancelled the wait for a standby, for example with pg_cancel_backend. PostgreSQL then answers as if all were
 * well, with a warning, but a failover could take the commit back.
 */
export class CommitUnconfirmed extends Error {
  override readonly name = "CommitUnconfirmed";
  constructor() {
    super("the wait for the standby was cancelled, so the commit may be lost");
  }
}

/** Recognises the warning by PostgreSQL's function that gives it, because its text depends on the server's language. */
export const isWaitCancelled = ({ routine }: { readonly routine?: string }): boolean => routine === "SyncRepWaitForLSN";

/** None of our statements takes a second. After this time the connection is considered dead. */
export const ANSWER_WITHIN_MS = 10_000;
/**
 * A statement whose effect the database does not show after this time is never carried out, because PostgreSQL ends
 * each of ours sooner (`statement_timeout`). The wait for a standby may last longer, but then nothing is confirmed
 * either.
 */
export const DECIDED_WITHIN_MS = 15_000;

export class UnansweredStatements {
  readonly #rejects = new Set<(reason: Error) => void>();
  readonly #withinMs: number;

  constructor(withinMs = ANSWER_WITHIN_MS) {
    this.#withinMs = withinMs;
  }

  /** Rejects with StatementUnanswered if the statement takes too long. */
  async until<T>(statement: PromiseLike<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let reject: (reason: Error) => void = () => {};
    const late = new Promise<never>((_, rejectLate) => {
      reject = rejectLate;
      timer = setTimeout(() => rejectLate(new StatementUnanswered()), this.#withinMs);
    });
    this.#rejects.add(reject);
    try {
      return await Promise.race([statement, late]);
    } finally {
      this.#rejects.delete(reject);
      clearTimeout(timer);
    }
  }

  /** Rejects all of them: their outcomes are unknown. */
  reject(reason: Error): void {
    for (const reject of this.#rejects) reject(reason);
  }
}
