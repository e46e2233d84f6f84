// Reads the configuration from environment variables; no other file may read them. If a value is wrong, the server does
// not start, and the error has one sentence for each wrong value. It is long because it has every setting with its
// default and its check.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { email, oneLine, wholePhone } from "@jara/shared/text/kinds";
import * as z from "zod/mini";
import { contradictions, developmentProblems, isNetwork, productionProblems } from "./config/config-rules.ts";
import { type LogKeys, logSeedOf, newLogKey } from "./config/log-key.ts";
import { type Witness, witnessesOf } from "./config/log-witness.ts";
import { newVapidKey, type VapidKeys, vapidKeysOf } from "./config/vapid-key.ts";

const oneOf = <const T extends readonly string[]>(...choices: T) =>
  z.enum(choices, `must be ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`);
const onOff = oneOf("on", "off");
const milliseconds = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, "must be milliseconds, at most 99999")),
  z.transform(Number),
);
const isDecodable = (url: string): boolean => {
  try {
    return decodeURIComponent(url) !== "";
  } catch {
    return false;
  }
};
const ENCODED = "in the user and the password write % as %25, / as %2F, @ as %40, : as %3A, # as %23 and ? as %3F";
/** An address with a user and a password. `example`: how one looks. */
const addressOf = (protocol: RegExp, kind: string, example: string) =>
  z
    .url({ protocol, error: `must be ${kind} like ${example}; ${ENCODED}` })
    .check(z.refine(isDecodable, `must be ${kind} like ${example}; ${ENCODED}`));
const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
const port = z.pipe(z.string().check(z.refine(isPort, "must be a port number, at most 65535")), z.transform(Number));
const logKey = z
  .string()
  .check(z.refine((text) => logSeedOf(text) !== null, "must be 32 random bytes, by: openssl rand -hex 32"));
const environment = z.object({
  NODE_ENV: z.optional(oneOf("development", "production", "test")),
  PORT: z.optional(port),
  HOST: z.optional(z.string().check(z.minLength(1))),
  DATA_DIR: z.optional(z.string().check(z.minLength(1))),
  DATABASE_URL: z.optional(
    addressOf(/^postgres(ql)?$/, "a postgres:// address", "postgres://user:password@host:5432/name"),
  ),
  DATABASE_READ_URL: z.optional(
    addressOf(/^postgres(ql)?$/, "a postgres:// address", "postgres://user:password@host:5433/name"),
  ),
  DATABASE: z.optional(z.literal("built-in", "must be built-in or left out; a PostgreSQL is named by DATABASE_URL")),
  REDIS_URL: z.optional(addressOf(/^rediss?$/, "a redis:// address", "redis://:password@host:6379")),
  JWT_SECRET: z.optional(z.string().check(z.minLength(32, "must have at least 32 characters"))),
  JWT_SECRET_PREVIOUS: z.optional(z.string().check(z.minLength(32, "must have at least 32 characters"))),
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/, error: "must be an http(s):// address" })),
  ALLOWED_ORIGINS: z.optional(z.string()),
  SEED: z.optional(oneOf("demo", "none")),
  RATE_LIMITS: z.optional(onOff),
  TRUSTED_PROXIES: z.optional(z.string()),
  BRAND_NAME: z.optional(oneLine.check(z.maxLength(40, "must have at most 40 characters"))),
  OPERATOR_NAME: z.optional(oneLine.check(z.maxLength(120, "must have at most 120 characters"))),
  OPERATOR_ADDRESS: z.optional(oneLine.check(z.maxLength(200, "must have at most 200 characters"))),
  STAFF_MAY_BID: z.optional(oneOf("true", "false")),
  BALANCE_RULE: z.optional(oneOf("check", "hold")),
  REQUIRE_SECOND_FACTOR: z.optional(oneOf("admins", "none")),
  STEP_UP_MINUTES: z.optional(
    z.pipe(z.string().check(z.regex(/^\d{1,4}$/, "must be a number of minutes from 0 to 9999")), z.transform(Number)),
  ),
  SECOND_PERSON_ABOVE: z.optional(
    z.pipe(
      z.string().check(z.regex(/^(0|[1-9]\d{0,9})$/, "must be a whole amount in naira, at most 9999999999")),
      z.transform(Number),
    ),
  ),
  MAX_UNPAID_WINS: z.optional(
    z.pipe(z.string().check(z.regex(/^[1-9]\d?$/, "must be a number from 1 to 99")), z.transform(Number)),
  ),
  HIDE_UNKNOWN_ACCOUNTS: z.optional(oneOf("true", "false")),
  SERVICE_WORKER: z.optional(onOff),
  PUSH: z.optional(onOff),
  VAPID_PRIVATE_KEY: z.optional(
    z
      .string()
      .check(z.refine((text) => vapidKeysOf(text) !== null, "must be 32 random bytes, by: openssl rand -hex 32")),
  ),
  PUSH_HOSTS: z.optional(z.string()),
  LOG_KEY: z.optional(logKey),
  LOG_KEY_PREVIOUS: z.optional(logKey),
  LOG_ORIGIN: z.optional(
    z
      .string()
      .check(
        z.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, "must be a host like auction.example, with its port"),
      ),
  ),
  LOG_WITNESSES: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => witnessesOf(text) !== null,
          "must be a list of: verifier key, and after a space its http(s):// address",
        ),
      ),
  ),
  CONTACT_EMAIL: z.optional(email("must be an e-mail address")),
  CONTACT_WHATSAPP: z.optional(wholePhone),
  SMTP_URL: z.optional(addressOf(/^smtps?$/, "an smtp:// or smtps:// address", "smtps://user:password@host:465")),
  MAIL_FROM: z.optional(oneLine.check(z.regex(/^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, "must be an e-mail address"))),
  GOOGLE_CLIENT_ID: z.optional(z.string().check(z.minLength(1))),
  GOOGLE_CLIENT_SECRET: z.optional(z.string().check(z.minLength(1))),
  GOOGLE_ISSUER: z.optional(z.url({ protocol: /^https?$/, error: "must be an http(s):// address" })),
  PAYSTACK_SECRET_KEY: z.optional(z.string().check(z.minLength(10, "must have at least 10 characters"))),
  PAYSTACK_URL: z.optional(z.url({ protocol: /^https?$/, error: "must be an http(s):// address" })),
  TERMII_API_KEY: z.optional(z.string().check(z.minLength(10, "must have at least 10 characters"))),
  TERMII_SENDER: z.optional(
    z
      .string()
      .check(z.regex(/^[A-Za-z0-9 ]{3,11}$/, "must be the sender's name at Termii, 3 to 11 letters and digits")),
  ),
  TERMII_URL: z.optional(z.url({ protocol: /^https?$/, error: "must be an http(s):// address" })),
  SMS_COUNTRIES: z.optional(
    z
      .string()
      .check(z.regex(/^\+\d{1,6}(,\s*\+\d{1,6})*$/, "must be beginnings of numbers like +233, separated by commas")),
  ),
  SMS_PER_DAY: z.optional(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/, "must be a number from 1 to 999999")), z.transform(Number)),
  ),
  BANK_ACCOUNT: z.optional(
    oneLine.check(z.regex(/^[^/]+\/\s*\d{6,20}\s*\/[^/]+$/, "must be bank / account number / account name")),
  ),
  RATES_URL: z.optional(z.url({ protocol: /^https?$/, error: "must be an http(s):// address" })),
  MEDIA_S3_URL: z.optional(z.url({ protocol: /^https?$/, error: "must be an http(s):// address" })),
  MEDIA_S3_BUCKET: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be a bucket's name")),
  ),
  MEDIA_S3_ACCESS_KEY: z.optional(z.string().check(z.minLength(1))),
  MEDIA_S3_SECRET_KEY: z.optional(z.string().check(z.minLength(1))),
  MEDIA_S3_REGION: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, "must be a region like eu-west-1"))),
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]{16,}$/, "must have at least 16 characters, no spaces")),
  ),
  DRAIN_WAIT_MS: z.optional(milliseconds),
  DRAIN_SPREAD_MS: z.optional(milliseconds),
  LOG_LEVEL: z.optional(oneOf("trace", "debug", "info", "warn", "error", "silent")),
});

export interface Config {
  readonly isProduction: boolean;
  readonly port: number;
  readonly host: string;
  /** Null: the built-in PostgreSQL, in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Replicas of the same PostgreSQL, for lists. Null: lists are read where everything is. */
  readonly databaseReadUrl: string | null;
  readonly dataDir: string;
  readonly redisUrl: string | null;
  readonly jwtSecret: string;
  /** Accepted beside `jwtSecret`, and never signed with. Null: none. */
  readonly previousJwtSecret: string | null;
  readonly publicUrl: string;
  /** Origins besides that of `publicUrl` from which a browser may call the API. */
  readonly allowedOrigins: readonly string[];
  readonly seed: "demo" | "none";
  readonly hasRateLimits: boolean;
  /** The proxies (addresses and networks) whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly brandName: string;
  /** The person or company that runs the site by law, for the legal pages. `name` is the brand unless it is set. */
  readonly operator: { readonly name: string; readonly address: string | null };
  readonly hidesUnknownAccounts: boolean;
  /** False: browsers remove the service worker that they have, and get none. */
  readonly hasServiceWorker: boolean;
  /** Null: no push messages. */
  readonly push: PushSettings | null;
  /** Null: no public log and no bid receipts. */
  readonly log: LogKeys | null;
  /** They are asked to cosign the public log. */
  readonly witnesses: readonly Witness[];
  /** Staff may bid and buy. */
  readonly staffMayBid: boolean;
  /** `hold`: what a person leads with, or has as a maximum, on other open auctions counts against the balance. */
  readonly balanceRule: "check" | "hold";
  /** After so many unpaid wins a person may not bid or buy until they are paid or pardoned. */
  readonly maxUnpaidWins: number;
  /** `admins`: administrators and all other staff need a second factor. */
  readonly requireSecondFactor: "admins" | "none";
  /** Sensitive actions need a proof of the person that is not older. 0: they need none. */
  readonly stepUpMinutes: number;
  /**
   * NGN kobo. A change of somebody's money by staff above this amount waits for a second person. Null: none does.
   */
  readonly secondPersonAboveMinor: number | null;
  readonly logLevel: string;
  /** The token that allows reading /metrics. Null: direct requests from a private network may read it. */
  readonly metricsToken: string | null;
  /**
   * The times of a graceful shutdown: how long a proxy has to notice it, and the period over which sockets are sent to
   * other nodes.
   */
  readonly drain: { readonly waitMs: number; readonly spreadMs: number };
  /** Null: the settings have it. */
  readonly contact: { readonly email: string | null; readonly whatsapp: string | null };
  /** `smtpUrl` null: mail stays in the outbox (development). */
  readonly mail: { readonly smtpUrl: string | null; readonly from: string };
  /** Development without Google's keys: a stand-in answers for Google. */
  readonly hasGoogleStandIn: boolean;
  /** Null: no keys of Google. `secret` null: the button works, but not the redirect flow. */
  readonly google: { readonly clientId: string; readonly secret: string | null; readonly issuer: string } | null;
  /** `secretKey` null: the local sandbox replaces Paystack; in production nothing does. */
  readonly paystack: { readonly secretKey: string | null; readonly url: string };
  readonly sms: {
    /** Null: development has a sandbox, and production sends no SMS. */
    readonly termii: { readonly apiKey: string; readonly sender: string; readonly url: string } | null;
    /** Beginnings of numbers (`+233`) that get codes besides Nigerian mobile numbers. */
    readonly countries: readonly string[];
    /** The most codes that the whole site sends within a day. */
    readonly perDay: number;
  };
  /** Null: the settings have it, or the site has none. */
  readonly bankAccount: { readonly bank: string; readonly number: string; readonly name: string } | null;
  /** An address that answers `{"rates": {"NGN": …}}` for one USD. Null: the fallback rates. */
  readonly ratesUrl: string | null;
  /**
   * The place of uploads: `folder`, or a bucket. With a bucket, `folder` holds only files that are being
   * received.
   */
  readonly media: { readonly folder: string; readonly s3: S3Settings | null };
}

/** The secrets whose signatures are accepted, the one that signs first. */
export const acceptedSecrets = ({
  jwtSecret,
  previousJwtSecret,
}: Pick<Config, "jwtSecret" | "previousJwtSecret">): readonly [string, ...string[]] => [
  jwtSecret,
  ...(previousJwtSecret === null ? [] : [previousJwtSecret]),
];

/**
 * The usual places of reverse proxies: this machine, containers, private networks, and mobile operators' NAT networks.
 */
export const PRIVATE_NETWORKS: readonly string[] = ["loopback", "linklocal", "uniquelocal", "100.64.0.0/10"];

export interface PushSettings extends VapidKeys {
  /** Origins of push services besides the known ones. */
  readonly services: readonly string[];
}

/** An S3-compatible service for media. */
export interface S3Settings {
  readonly url: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** `problems`: a sentence for each setting that is wrong. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(...problems: readonly string[]) {
    super(asText(problems));
    this.problems = problems;
  }
}

const asText = (problems: readonly string[]): string =>
  problems.length === 1
    ? (problems[0] ?? "")
    : ["These settings must be corrected:", ...problems.map((problem) => `- ${problem}`)].join("\n");

/** Gives a process beside the server no secret: only what programs and the driver of PostgreSQL need everywhere. */
export const environmentOfHelper = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(?:PATH|HOME|USER|TZ|LANG|PG[A-Z]+|SSL_CERT_[A-Z]+|NODE_EXTRA_CA_CERTS)$/.test(name),
    ),
  );

/** False: nobody can get a code by SMS. Development has a sandbox. */
export const sendsSms = ({ isProduction, sms }: Pick<Config, "isProduction" | "sms">): boolean =>
  !isProduction || sms.termii !== null;

export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Reads and checks the environment. Throws a ConfigError with a sentence for everything that is wrong. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const problems: string[] = [];
  const collect = <T>(read: () => T, otherwise: T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(error.message);
      return otherwise;
    }
  };
  const values = validOnes(given, problems);
  const isProduction = values.NODE_ENV === "production";
  const settings = {
    values: values as Readonly<Record<string, string>>,
    has: (name: string) => Object.hasOwn(given, name),
  };
  // While NODE_ENV itself is wrong, it is unknown which rules apply.
  if (isProduction) problems.push(...productionProblems(settings));
  else if (values.NODE_ENV || !settings.has("NODE_ENV")) problems.push(...developmentProblems(settings));
  problems.push(...contradictions(settings));
  const allowedOrigins = collect(() => originsOf("ALLOWED_ORIGINS", values.ALLOWED_ORIGINS), []);
  const pushServices = collect(() => originsOf("PUSH_HOSTS", values.PUSH_HOSTS), []);
  const trustedProxies = collect(() => proxiesOf(values.TRUSTED_PROXIES), undefined);
  const s3 = collect(() => s3Of(values, given), null);
  if (problems.length > 0) throw new ConfigError(...problems);

  const port = values.PORT ?? 3000;
  const dataDir = path.resolve(projectRoot, values.DATA_DIR ?? ".data");
  const brandName = values.BRAND_NAME ?? "Jara";
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, "");
  return {
    isProduction,
    port,
    host: values.HOST ?? "0.0.0.0",
    databaseUrl: values.DATABASE_URL ?? null,
    databaseReadUrl: values.DATABASE_READ_URL ?? null,
    dataDir,
    redisUrl: values.REDIS_URL ?? null,
    jwtSecret:
      values.JWT_SECRET ?? developmentSecret(dataDir, "jwt-secret", () => randomBytes(32).toString("base64url")),
    previousJwtSecret: values.JWT_SECRET_PREVIOUS ?? null,
    publicUrl,
    allowedOrigins,
    // A PostgreSQL may hold real data, so it gets the demo only on request.
    seed: values.SEED ?? (isProduction || values.DATABASE_URL ? "none" : "demo"),
    hasRateLimits: values.RATE_LIMITS !== "off",
    trustedProxies: trustedProxies ?? (isProduction ? PRIVATE_NETWORKS : []),
    brandName,
    operator: { name: values.OPERATOR_NAME ?? brandName, address: values.OPERATOR_ADDRESS ?? null },
    hidesUnknownAccounts: values.HIDE_UNKNOWN_ACCOUNTS === "true",
    hasServiceWorker: values.SERVICE_WORKER !== "off",
    push: pushOf(values, dataDir, pushServices),
    log: logKeysOf(values, dataDir, values.LOG_ORIGIN ?? new URL(publicUrl).host),
    witnesses: (values.LOG_WITNESSES === undefined ? null : witnessesOf(values.LOG_WITNESSES)) ?? [],
    staffMayBid: values.STAFF_MAY_BID === "true",
    balanceRule: values.BALANCE_RULE ?? "check",
    maxUnpaidWins: values.MAX_UNPAID_WINS ?? 2,
    requireSecondFactor: values.REQUIRE_SECOND_FACTOR ?? (isProduction ? "admins" : "none"),
    stepUpMinutes: values.STEP_UP_MINUTES ?? 10,
    secondPersonAboveMinor: values.SECOND_PERSON_ABOVE === undefined ? null : values.SECOND_PERSON_ABOVE * 100,
    logLevel: values.LOG_LEVEL ?? (isProduction ? "info" : "warn"),
    metricsToken: values.METRICS_TOKEN ?? null,
    drain: {
      waitMs: values.DRAIN_WAIT_MS ?? (isProduction ? 3_000 : 0),
      spreadMs: values.DRAIN_SPREAD_MS ?? (isProduction ? 5_000 : 0),
    },
    contact: {
      email: values.CONTACT_EMAIL ?? null,
      whatsapp: values.CONTACT_WHATSAPP ?? null,
    },
    mail: { smtpUrl: values.SMTP_URL ?? null, from: values.MAIL_FROM ?? `${brandName} <no-reply@auction.test>` },
    hasGoogleStandIn: !isProduction && !values.GOOGLE_CLIENT_ID,
    google: values.GOOGLE_CLIENT_ID
      ? {
          clientId: values.GOOGLE_CLIENT_ID,
          secret: values.GOOGLE_CLIENT_SECRET ?? null,
          issuer: values.GOOGLE_ISSUER ?? "https://accounts.google.com",
        }
      : null,
    paystack: { secretKey: values.PAYSTACK_SECRET_KEY ?? null, url: values.PAYSTACK_URL ?? "https://api.paystack.co" },
    sms: {
      termii:
        values.TERMII_API_KEY && values.TERMII_SENDER
          ? {
              apiKey: values.TERMII_API_KEY,
              sender: values.TERMII_SENDER,
              url: (values.TERMII_URL ?? "https://v3.api.termii.com").replace(/\/+$/, ""),
            }
          : null,
      countries: values.SMS_COUNTRIES?.split(/,\s*/) ?? [],
      perDay: values.SMS_PER_DAY ?? 1_000,
    },
    bankAccount: bankAccountOf(values.BANK_ACCOUNT),
    ratesUrl: values.RATES_URL ?? null,
    media: { folder: path.join(dataDir, "media"), s3 },
  };
};

/** Returns the valid values, and adds a sentence to `problems` for each other value. */
const validOnes = (given: NodeJS.ProcessEnv, problems: string[]): z.infer<typeof environment> => {
  const parsed = environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const rest = { ...given };
  for (const { path: names, message } of parsed.error.issues) {
    const name = String(names[0]);
    if (name in rest) problems.push(`${name} ${message}${cameAs(name, given[name] ?? "")}.`);
    delete rest[name];
  }
  return environment.parse(rest);
};

/** Quotes the given value, unless it may hold a secret, because the sentence ends up in logs. */
const cameAs = (name: string, value: string): string =>
  /SECRET|TOKEN|KEY|^(DATABASE|DATABASE_READ|REDIS|SMTP)_URL$/.test(name)
    ? ""
    : `, not ${JSON.stringify(value.slice(0, 60))}`;

const bankAccountOf = (given: string | undefined): Config["bankAccount"] => {
  if (!given) return null;
  const [bank = "", number = "", name = ""] = given.split("/").map((part) => part.trim());
  return { bank, number, name };
};

/** The bucket's settings: all of them or none. Only the region has a default, which services without regions accept. */
const s3Of = (values: z.infer<typeof environment>, all: NodeJS.ProcessEnv): S3Settings | null => {
  const names = ["MEDIA_S3_URL", "MEDIA_S3_BUCKET", "MEDIA_S3_ACCESS_KEY", "MEDIA_S3_SECRET_KEY"] as const;
  const [url, bucket, accessKeyId, secretAccessKey] = names.map((name) => values[name]);
  const given = values.MEDIA_S3_REGION ? "MEDIA_S3_REGION" : names.find((name) => values[name]);
  if (!given) return null;
  if (!url || !bucket || !accessKeyId || !secretAccessKey) {
    const missing = names.filter((name) => !all[name]).join(" and ");
    // A value that was given but is invalid already has its own sentence.
    if (missing === "") return null;
    throw new ConfigError(`${given} is given without ${missing}; give all of them or none.`);
  }
  return { url, bucket, accessKeyId, secretAccessKey, region: values.MEDIA_S3_REGION ?? "us-east-1" };
};

const originsOf = (name: string, list: string | undefined): string[] =>
  (list ?? "")
    .split(",")
    .map((origin) => origin.trim())
    .filter((origin) => origin !== "")
    .map((origin) => {
      if (!URL.canParse(origin)) throw new ConfigError(`${name} has "${origin}", which is not an address.`);
      return new URL(origin).origin;
    });

const proxiesOf = (list: string | undefined): string[] | undefined => {
  const given = list?.split(",").map((entry) => entry.trim());
  const wrong = given?.find((entry) => !isNetwork(entry));
  if (wrong !== undefined) {
    throw new ConfigError(`TRUSTED_PROXIES: "${wrong}" is neither an address nor a network.`);
  }
  return given;
};

const pushOf = (
  values: z.infer<typeof environment>,
  dataDir: string,
  services: readonly string[],
): PushSettings | null => {
  // Push messages are shown by the service worker.
  if (values.PUSH === "off" || values.SERVICE_WORKER === "off") return null;
  const keys = vapidKeysOf(values.VAPID_PRIVATE_KEY ?? developmentSecret(dataDir, "vapid-key", newVapidKey));
  return keys && { ...keys, services };
};

const logKeysOf = (values: z.infer<typeof environment>, dataDir: string, host: string): LogKeys | null => {
  const inUse =
    values.LOG_KEY ?? (values.NODE_ENV === "production" ? null : developmentSecret(dataDir, "log-key", newLogKey));
  const seed = inUse && logSeedOf(inUse);
  if (!seed) return null;
  const previous = values.LOG_KEY_PREVIOUS === undefined ? null : logSeedOf(values.LOG_KEY_PREVIOUS);
  return { host, seeds: previous ? [seed, previous] : [seed] };
};

/** Made once and stored in the data folder, so that it survives a restart in development. */
const developmentSecret = (dataDir: string, name: string, make: () => string): string => {
  const file = path.join(dataDir, name);
  try {
    if (existsSync(file)) return readFileSync(file, "utf8");
    mkdirSync(dataDir, { recursive: true });
    const secret = make();
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DATA_DIR: the server cannot write into ${dataDir} (${code}); name another folder.`);
  }
};
