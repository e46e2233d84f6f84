// Sends REST calls: adds the session's token, sends and reads JSON, and turns every refusal into an ApiError. A refused
// token ends the session here, so that no screen goes on with an invalid session. A call that needs a fresh proof of
// the person waits for it and is sent again. upload.ts and queries/download.ts use its parts for files; log-out.ts
// alone sends a call of its own.
import type { Call, InputOf, OutputOf } from "@jara/shared/calls/call";
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

/** The parts of a call that its address names. */
interface Places {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Query | undefined;
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
export const readAnswer = <T>(path: string, token: string | null, status: number, answer: unknown): T => {
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
  return readAnswer<T>(path, token, response.status, answer);
};

/** `ask` sends all calls by it, so that a test can watch them. */
export const api = {
  /** The proof itself is never asked for a proof. */
  send: <T>(method: string, path: string, options: Options = {}): Promise<T> => {
    const call = () => sendOnce<T>(method, path, options);
    return path === "/auth/prove" ? call() : withProof(call);
  },
};

/** A part that the call has. It may be left out if nothing in it is required. */
type Part<Name extends string, Input, T = Input> = [Input] extends [never]
  ? object
  : undefined extends Input
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };
type Sent<T> = T extends readonly (infer E)[]
  ? readonly Sent<E>[]
  : T extends object
    ? { readonly [Name in keyof T]: Sent<T[Name]> }
    : T;
type Params<Input> = { readonly [Name in keyof Input]: string };

/** The arguments of a call. */
export type Given<C extends Call> = Part<"params", InputOf<C["params"]>, Params<InputOf<C["params"]>>> &
  Part<"body", Sent<InputOf<C["body"]>>> & {
    readonly query?: { readonly [Name in keyof InputOf<C["query"]>]?: Query[string] } | undefined;
    readonly idempotencyKey?: string | undefined;
    readonly signal?: AbortSignal | undefined;
  };
type Answer<C extends Call> = OutputOf<C["answer"]> | OutputOf<C["waits"]>;

/** The path of a call below `API_BASE`. */
export const pathOf = ({ route }: Call, { params = {}, query }: Places = {}): string => {
  const path = route.slice(route.indexOf("/") + API_BASE.length);
  return path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? "")) + queryString(query);
};

/** The visitor's answer in the page, which a signed-in user may be shown until their own comes. */
export const inPage = <C extends Call>(call: C, query: Query): OutputOf<C["answer"]> | undefined =>
  (seeFirstData(pathOf(call, { query })) as OutputOf<C["answer"]> | null) ?? undefined;

/** Sends a call, and returns its answer or throws its refusal. */
export const ask = <C extends Call>(
  call: C,
  ...[given]: object extends Given<C> ? [Given<C>?] : [Given<C>]
): Promise<Answer<C>> => {
  const { params, ...options } = (given ?? {}) as Options & Places;
  return api.send(call.route.split(" ")[0] as string, pathOf(call, { params }), options);
};

/** The server's own message if there is one, otherwise the screen's. */
export const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.message ? error.message : otherwise;
