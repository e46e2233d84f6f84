// Sends REST calls: adds the session's token, sends and reads JSON, and turns every refusal into an ApiError. A refused
// token ends the session here, so that no screen goes on with an invalid session. A call that needs a fresh proof of
// the person waits for it and is sent again. upload.ts and queries/download.ts use its parts for files; log-out.ts
// alone sends a call of its own.
import type { ErrorBody } from "@jara/shared/errors";
import { noteFactorMissing } from "../store/factor-missing.ts";
import { askForProof, NOT_PROVED } from "../store/proof.ts";
import { useSession } from "../store/session.ts";
import { endSession } from "./end-session.ts";
import { seeFirstData, takeFirstData } from "./first-data.ts";
import { IDEMPOTENCY_HEADER } from "./idempotency-header.ts";

/** `status` 0: no answer came (offline, aborted). `code` is from the contract, or "NETWORK". */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorBody["code"] | "NETWORK";
  readonly body: ErrorBody | null;

  constructor(status: number, body: ErrorBody | null) {
    super(body?.message ?? "");
    this.status = status;
    this.code = body?.code ?? (status === 0 ? "NETWORK" : "INTERNAL");
    this.body = body;
  }
}

export const API_BASE = "/api";

export type Query = Record<string, string | number | boolean | null | undefined>;

interface Options {
  query?: Query | undefined;
  body?: unknown;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Empty, null and undefined values are not sent (spec section 5). */
const queryString = (query: Query = {}): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== "" && value !== null && value !== undefined) params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : "";
};

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === "object" && value !== null && "message" in value && typeof value.message === "string";

/** The headers of every call, and the token they contain. */
export const callAs = (): { token: string | null; headers: Record<string, string> } => {
  const { token } = useSession.getState();
  return { token, headers: { accept: "application/json", ...(token && { authorization: `Bearer ${token}` }) } };
};

/** Returns the body of an answer, or throws its refusal. `token` is the token that the call was sent with. */
export const takeAnswer = <T>(path: string, token: string | null, status: number, answer: unknown): T => {
  if (status >= 200 && status <= 299) return answer as T;
  if (status === 401 && token && !path.startsWith("/auth/login") && useSession.getState().token === token) {
    endSession("refused");
  }
  const body = isErrorBody(answer) ? answer : null;
  if (body?.code === "SECOND_FACTOR_NOT_SET_UP") noteFactorMissing();
  throw new ApiError(status, body);
};

/**
 * Runs a call, and, if the server wants a fresh proof of the person, once more after it. Both runs must be the same
 * request. Rejects with PROOF_REQUIRED if the person does not give the proof, or if their session ends.
 */
export const withProof = async <T>(call: () => Promise<T>): Promise<T> => {
  const { token } = useSession.getState();
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "PROOF_REQUIRED" || !error.body) throw error;
    if (await askForProof(error.body.methods ?? [], token)) return await call();
    throw new ApiError(error.status, { ...error.body, message: NOT_PROVED });
  }
};

const sendOnce = async <T>(method: string, path: string, options: Options): Promise<T> => {
  const { token, headers } = callAs();
  const known = method === "GET" && !token ? takeFirstData(`${path}${queryString(options.query)}`) : null;
  if (known !== null) return known as T;
  if (options.body !== undefined) headers["content-type"] = "application/json";
  if (options.idempotencyKey) headers[IDEMPOTENCY_HEADER] = options.idempotencyKey;

  const response = await fetch(`${API_BASE}${path}${queryString(options.query)}`, {
    method,
    headers,
    credentials: "include",
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, null);
  });
  const answer: unknown = await response.json().catch(() => {
    // The log-in page of a network answers in the server's place.
    if (response.ok && response.headers.get("content-type")?.includes("html")) throw new ApiError(0, null);
    return null;
  });
  return takeAnswer<T>(path, token, response.status, answer);
};

/** The proof itself is never asked for a proof. */
const send = <T>(method: string, path: string, options: Options = {}): Promise<T> => {
  const call = () => sendOnce<T>(method, path, options);
  return path === "/auth/prove" ? call() : withProof(call);
};

export const api = {
  /** The visitor's answer in the page, which a signed-in user may be shown until their own comes. */
  inPage: <T>(path: string, query?: Query): T | undefined =>
    (seeFirstData(`${path}${queryString(query)}`) as T | null) ?? undefined,
  get: <T>(path: string, query?: Query, signal?: AbortSignal) => send<T>("GET", path, { query, signal }),
  post: <T>(path: string, body?: unknown, options: { idempotencyKey?: string } = {}) =>
    send<T>("POST", path, { body, ...options }),
  put: <T>(path: string, body?: unknown, options: { idempotencyKey?: string } = {}) =>
    send<T>("PUT", path, { body, ...options }),
  patch: <T>(path: string, body?: unknown, options: { idempotencyKey?: string } = {}) =>
    send<T>("PATCH", path, { body, ...options }),
  delete: <T>(path: string, body?: unknown) => send<T>("DELETE", path, { body }),
};

/** The server's own message if there is one, otherwise the screen's. */
export const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.message ? error.message : otherwise;
