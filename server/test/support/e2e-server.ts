// The real server for end-to-end tests: built from a Config, listening on a free port of this machine.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type * as z from "zod/mini";
import { buildServer, type Server, type ServerOptions } from "../../src/app/build-server.ts";
import type { Config } from "../../src/config.ts";
import { verificationLink } from "../../src/features/mail/words/account-mails.ts";
import type { Mail } from "../../src/platform/outbox/mails.ts";
import { type FreshDatabase, makeDatabase } from "./fresh-database.ts";
import { httpCall } from "./http-call.ts";
import { shiftClock } from "./shift-clock.ts";

/** May call from a browser besides the site itself. */
export const ALLOWED_ORIGIN = "https://partner.test";
export const FOREIGN_ORIGIN = "https://elsewhere.test";
export const JWT_SECRET = "end-to-end-secret-of-the-tests-0123456789";

/** RFC 8291, appendix A: the keys of the application server. */
export const PUSH_KEYS = {
  publicKey: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
  privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
} as const;

/** Nothing listens there, so that no test calls a real push service, and none waits for the search of a name. */
export const NO_PUSH_SERVICE = "http://127.0.0.1:9";

export interface ApiCall {
  readonly token?: string | undefined;
  /** Sent as JSON; `raw` as it is. */
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server sent; the tests say what it must be
  readonly body: any;
}

export interface TestServer {
  readonly address: string;
  readonly server: Server;
  readonly config: Config;
  readonly mails: Mail[];
  api(method: string, path: string, call?: ApiCall): Promise<ApiAnswer>;
  query: Server["database"]["query"];
  /** The database's clock, epoch ms. */
  databaseNow(): Promise<number>;
  /** Other files use it too, so `makePerson` numbers its names. */
  readonly isShared: boolean;
  /**
   * Moves the clock of the server's own database, so that no test waits for a time to come (shift-clock.ts). Throws on
   * the shared server.
   */
  shiftClock(ms: number): Promise<void>;
  /** Closes the server; drops its database unless that was handed in with `at`. Throws on the shared server. */
  close(): Promise<void>;
}

/** The seed of the key that signs the public log of every test server. */
export const LOG_SEED = Buffer.alloc(32, "a log key of the tests");

/**
 * To open and to close a connection takes some 40 ms of processor time, and each reads the catalogue for itself. So many
 * still work at the same time, as a pool of ten does.
 */
const CONNECTIONS = 4;

interface TestServerSettings {
  /** A database of the caller's, which outlives the server. */
  readonly at: FreshDatabase;
  readonly config: Partial<Config>;
  readonly logTo: { write(line: string): void };
  /** Another build of the server than its source. */
  readonly build: typeof buildServer;
  readonly timeouts: NonNullable<ServerOptions["timeouts"]>;
}

/**
 * Why the file does not use the shared server: the settings that it needs, or one sentence. A server without a reason does
 * not compile.
 */
type Reason =
  | { readonly because: string }
  | { [Name in keyof TestServerSettings]: Pick<TestServerSettings, Name> }[keyof TestServerSettings];
type TestServerOptions = Partial<TestServerSettings> & { readonly connections?: number } & Reason;

/** Shorter than a hook's time, so that the failure names the part that did not end. */
const END_WITHIN_MS = 50_000;
const ended = async (what: string, ending: Promise<unknown>): Promise<void> => {
  const isLate = Symbol("late");
  const first = await Promise.race([ending, sleep(END_WITHIN_MS, isLate, { ref: false })]);
  if (first === isLate) throw new Error(`the ${what} did not end; it waits for ${process.getActiveResourcesInfo()}`);
};

export const startTestServer = async (options: TestServerOptions): Promise<TestServer> => {
  const settings: Partial<TestServerSettings> & { readonly connections?: number } = options;
  const { at, config = {}, logTo, build = buildServer, timeouts, connections = CONNECTIONS } = settings;
  const place = at ?? (await makeDatabase());
  const folder = mkdtempSync(path.join(tmpdir(), "jara-e2e-"));
  const mails: Mail[] = [];
  const fullConfig: Config = {
    isProduction: false,
    port: 0,
    host: "127.0.0.1",
    databaseUrl: place.databaseUrl,
    databaseReadUrl: null,
    dataDir: folder,
    redisUrl: null,
    jwtSecret: JWT_SECRET,
    previousJwtSecret: null,
    publicUrl: "http://localhost:3000",
    allowedOrigins: [ALLOWED_ORIGIN],
    seed: "none",
    hasRateLimits: false,
    trustedProxies: [],
    brandName: "Jara",
    operator: { name: "Jara Tests Ltd", address: "1 Test Road, Yaba, Lagos" },
    hidesUnknownAccounts: false,
    hasServiceWorker: true,
    push: { ...PUSH_KEYS, services: [NO_PUSH_SERVICE] },
    log: { host: "localhost:3000", seeds: [LOG_SEED] },
    witnesses: [],
    staffMayBid: false,
    balanceRule: "check",
    maxUnpaidWins: 2,
    requireSecondFactor: "none",
    stepUpMinutes: 10,
    secondPersonAboveMinor: null,
    logLevel: "silent",
    metricsToken: null,
    drain: { waitMs: 0, spreadMs: 0 },
    contact: { email: "help@jara.test", whatsapp: "+2348012345678" },
    mail: { smtpUrl: null, from: "Jara <no-reply@jara.test>" },
    google: null,
    hasGoogleStandIn: false,
    paystack: { secretKey: null, url: "https://paystack.invalid" },
    sms: { termii: null, countries: [], perDay: 1_000 },
    bankAccount: { bank: "Test Bank", number: "0123456789", name: "Jara Tests" },
    ratesUrl: null,
    media: { folder: path.join(folder, "media"), s3: null },
    ...config,
  };
  const server = await build(fullConfig, {
    onMail: (mail) => mails.push(mail),
    connections,
    ...(logTo && { logTo }),
    ...(timeouts && { timeouts }),
  });
  const address = `http://127.0.0.1:${await server.listen()}`;
  const query: TestServer["query"] = (text, params) => server.database.query(text, params);
  return {
    address,
    server,
    config: fullConfig,
    mails,
    isShared: false,
    api: (method, path, call) => callApi(address, method, path, call),
    query,
    async databaseNow() {
      const [row] = await query<{ at: number }>("select (extract(epoch from clock_now()) * 1000)::float8 as at");
      return row?.at ?? Number.NaN;
    },
    shiftClock: (ms) => shiftClock(server.database, ms, server),
    async close() {
      await ended("server", server.close());
      rmSync(folder, { recursive: true, force: true });
      if (!at) await ended("database", place.drop());
    },
  };
};

let shared: Promise<TestServer> | undefined;

/**
 * The server of this worker, with one database: every file that breaks, stops or configures nothing uses it. A file makes
 * its own people, lots and sales, and looks only at those.
 */
export const sharedServer = (): Promise<TestServer> => {
  shared ??= startShared();
  return shared;
};

const startShared = async (): Promise<TestServer> => {
  const server = await startTestServer({ because: "it is the shared one" });
  // Vitest awaits these when the worker ends.
  (globalThis as unknown as Worker).__vitest_worker__.onCleanup(() => server.close());
  return {
    ...server,
    isShared: true,
    async shiftClock() {
      throw new Error("other files use the shared server's clock too");
    },
    async close() {
      throw new Error("the shared server closes when its worker ends");
    },
  };
};

interface Worker {
  readonly __vitest_worker__: { onCleanup(close: () => Promise<void>): void };
}

export const callApi = async (
  address: string,
  method: string,
  path: string,
  call: ApiCall = {},
): Promise<ApiAnswer> => {
  const { token, body, raw, headers } = call;
  const isJson = raw !== undefined || body !== undefined;
  const answer = await httpCall(`${address}${path}`, {
    method,
    headers: {
      ...(isJson && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: isJson ? (raw ?? JSON.stringify(body)) : null,
  });
  const { status, text, isJson: isAnswerJson } = answer;
  return {
    status,
    text,
    get headers() {
      return answer.headers;
    },
    body: isAnswerJson ? JSON.parse(text) : undefined,
  };
};

/** The body is what the shared schema says: nothing is missing, and nothing more is there than it names. */
export const expectShape = (schema: z.ZodMiniType, body: unknown): void => {
  expect(schema.parse(body)).toEqual(body);
};

/** Returns the verification link of the newest mail. */
export const lastVerificationLink = ({ mails, config }: Pick<TestServer, "mails" | "config">): string => {
  const mail = mails.at(-1);
  if (mail?.kind !== "verify-email") throw new Error("the newest mail has no verification link");
  return verificationLink(config.publicUrl, mail.data);
};
