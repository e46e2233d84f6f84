// Turns an error of opening PostgreSQL into a sentence for the operator, and says whether waiting may help.

export interface ConnectionProblem {
  readonly sentence: string;
  /** True if the database may accept the same connection a moment later. */
  readonly isPassing: boolean;
}

/** PostgreSQL cannot be used. The message is a sentence for the operator. */
export class DatabaseUnusable extends Error {}

interface Place {
  /** Host and port. */
  readonly at: string;
  readonly user: string;
  readonly name: string;
}

export const placeOf = (url: string): Place => {
  const { hostname, port, username, pathname } = new URL(url);
  const user = decodeURIComponent(username) || "postgres";
  return {
    at: `${hostname || "localhost"}:${port || 5432}`,
    user,
    name: decodeURIComponent(pathname.slice(1)) || user,
  };
};

const passing: Readonly<Record<string, (place: Place) => string>> = {
  ECONNREFUSED: ({ at }) => `Nothing listens at ${at}`,
  ECONNRESET: ({ at }) => `PostgreSQL at ${at} breaks connections off`,
  ETIMEDOUT: ({ at }) => `${at} does not answer`,
  EHOSTUNREACH: ({ at }) => `${at} cannot be reached`,
  ENETUNREACH: ({ at }) => `${at} cannot be reached`,
  ENOTFOUND: ({ at }) => `The name of ${at} is not known`,
  EAI_AGAIN: ({ at }) => `The name of ${at} cannot be looked up`,
  CONNECT_TIMEOUT: ({ at }) => `${at} does not answer`,
  CONNECTION_CLOSED: ({ at }) => `PostgreSQL at ${at} closes connections`,
  CONNECTION_ENDED: ({ at }) => `PostgreSQL at ${at} closes connections`,
  CONNECTION_DESTROYED: ({ at }) => `PostgreSQL at ${at} closes connections`,
  "57P01": ({ at }) => `PostgreSQL at ${at} is shutting down`,
  "57P02": ({ at }) => `PostgreSQL at ${at} is restarting`,
  "57P03": ({ at }) => `PostgreSQL at ${at} is starting`,
  "53300": ({ at }) => `PostgreSQL at ${at} has no free connection (max_connections)`,
};

const lasting: Readonly<Record<string, (place: Place) => string>> = {
  "28P01": ({ at, user }) => `PostgreSQL at ${at} refuses the password of the user ${user}`,
  SASL_SIGNATURE_MISMATCH: ({ at, user }) => `PostgreSQL at ${at} refuses the password of the user ${user}`,
  "28000": ({ at, user, name }) =>
    `PostgreSQL at ${at} does not let the user ${user} connect to the database ${name} from here (the user does not exist, or pg_hba.conf)`,
  "3D000": ({ at, user, name }) =>
    `PostgreSQL at ${at} has no database ${name}; make it with: createdb --owner=${user} ${name}`,
  "42501": ({ user, name }) =>
    `The user ${user} may not make tables in the database ${name}; make it the owner with: alter database ${name} owner to ${user}`,
};

/** Null for an error that is not about the connection. */
export const connectionProblem = (error: unknown, url: string): ConnectionProblem | null => {
  const code = codeOf(error);
  const words = passing[code] ?? lasting[code];
  if (!words) return null;
  return { sentence: `DATABASE_URL: ${words(placeOf(url))}.`, isPassing: code in passing };
};

/** The code of an error, of the error that caused it, or of the first of several tries. */
const codeOf = (error: unknown): string => {
  const { code, cause, errors } = (error ?? {}) as { code?: unknown; cause?: unknown; errors?: unknown[] };
  if (typeof code === "string" && (code in passing || code in lasting)) return code;
  if (cause !== undefined) return codeOf(cause);
  return errors?.[0] === undefined ? "" : codeOf(errors[0]);
};
