// Recognises the errors after which the same request may be sent again: the database could not be reached, or the
// outcome of the statement is unknown.

/** Our own errors; the statement was not sent, or its outcome is unknown. */
const OUR_OWN = new Set(["StatementUnanswered", "CommitUnconfirmed", "OutcomeUnknown", "WritesStopped"]);

/**
 * The drivers' codes for lost and refused connections, and PostgreSQL's. 25006: the connection led to a standby, just
 * before or after a change of the primary.
 */
const CODES = /^(?:CONNECTION_|CONNECT_TIMEOUT$|ECONN|EPIPE$|57P0|08|25006$)/;

export const isDatabaseAway = (error: unknown): boolean => {
  if (typeof error !== "object" || error === null) return false;
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown };
  return CODES.test(String(code)) || OUR_OWN.has(String(name)) || isDatabaseAway(cause);
};
