// Decides what the log holds about a request and an error. It must never log a request's query (links carry tokens
// there: verification, sign-in), nor a statement's parameters or a row's values: password hashes, tokens, hidden
// maxima.
import { IDEMPOTENCY_HEADER, idempotencyKey } from "@jara/shared/rest/common";
import type { FastifyRequest } from "fastify";

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: LoggedError;
  readonly [detail: string]: unknown;
}

/** These fields of a database error hold names of ours only. `detail`, `where` and `hint` would quote stored values. */
const NAMES = [
  "code",
  "severity",
  "constraint",
  "constraint_name",
  "table",
  "table_name",
  "column",
  "routine",
  "statusCode",
] as const;
/** No error of ours is nested deeper. The limit also stops at an error that is its own cause. */
const DEEPEST = 4;

const toLogged = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error", stack: "" };
  // Drizzle appends the parameters to the statement, so cut them off.
  const message = error.message.split(/\nparams:/, 1)[0] ?? "";
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const details = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message,
    stack: [`${error.name}: ${message}`, ...frames].join("\n"),
    ...Object.fromEntries(NAMES.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name]]]))),
    ...(error.cause !== undefined && depth < DEEPEST && { cause: toLogged(error.cause, depth + 1) }),
  };
};

export const requestLog = {
  req: (request: FastifyRequest) => {
    const command = idempotencyKey.safeParse(request.headers?.[IDEMPOTENCY_HEADER]);
    return {
      method: request.method,
      path: request.url.split("?", 1)[0],
      address: request.ip,
      ...(command.success && { commandId: command.data }),
    };
  },
  err: (error: unknown) => toLogged(error),
};
