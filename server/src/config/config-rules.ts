// Rules for the configuration, as sentences for the operator. Production refuses unsafe settings. Every other mode
// refuses settings that suggest a server on the internet, because outside production everybody may read all mail and
// log in as the demo's administrator.
import { isIP } from "node:net";
import proxyAddress from "@fastify/proxy-addr";
import { isWeakSecret } from "./secret-strength.ts";

type Name =
  | "NODE_ENV"
  | "DATABASE_URL"
  | "DATABASE_READ_URL"
  | "DATABASE"
  | "JWT_SECRET"
  | "JWT_SECRET_PREVIOUS"
  | "PUBLIC_URL"
  | "CONTACT_EMAIL"
  | "CONTACT_WHATSAPP"
  | "SMTP_URL"
  | "MAIL_FROM"
  | "GOOGLE_CLIENT_ID"
  | "GOOGLE_CLIENT_SECRET"
  | "GOOGLE_ISSUER"
  | "PAYSTACK_SECRET_KEY"
  | "TERMII_API_KEY"
  | "TERMII_SENDER"
  | "TERMII_URL"
  | "METRICS_TOKEN"
  | "RATE_LIMITS"
  | "SEED"
  | "PUSH"
  | "VAPID_PRIVATE_KEY"
  | "PUSH_HOSTS"
  | "LOG_KEY"
  | "LOG_KEY_PREVIOUS"
  | "LOG_WITNESSES"
  | "BRAND_NAME";

interface Settings {
  /** True if the setting was given, valid or not, because a setting with a wrong value is not missing. */
  has(name: Name): boolean;
  /** Undefined if the setting was not given or is not valid. */
  readonly values: Readonly<Partial<Record<Name, string>>>;
}

/**
 * Only loopback counts, because another name that leads to this machine today may be somebody else's address tomorrow.
 */
export const isThisMachine = (url: string): boolean => {
  // The URL parser has already normalised every form of an IPv4 address (127.1, 0x7f000001).
  const host = new URL(url).hostname.replace(/\.$/, "");
  return (
    /^(.+\.)?localhost$/.test(host) ||
    /^127\.\d+\.\d+\.\d+$/.test(host) ||
    /^\[::(1|ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})\]$/.test(host)
  );
};

const wayOut = "Set NODE_ENV=production to open a real site";

/** Rules for every NODE_ENV except production. */
export const developmentProblems = ({ values }: Settings): string[] => {
  const { PUBLIC_URL, SMTP_URL, PAYSTACK_SECRET_KEY, TERMII_API_KEY, TERMII_URL } = values;
  const problems: string[] = [];
  if (PUBLIC_URL && !isThisMachine(PUBLIC_URL)) {
    problems.push(
      `PUBLIC_URL names ${new URL(PUBLIC_URL).hostname}, which is not this machine, but this is not production: anybody ` +
        `could log in as the demo's administrator and read all mail. ${wayOut}, or use a localhost address to develop.`,
    );
  }
  if (SMTP_URL) {
    problems.push(
      "SMTP_URL is set, but this is not production: mail of made-up accounts would leave this machine. " +
        `${wayOut}, or leave SMTP_URL out; without it all mail can be read at /dev/mail.`,
    );
  }
  if (TERMII_API_KEY && !(TERMII_URL && isThisMachine(TERMII_URL))) {
    problems.push(
      "TERMII_API_KEY is set, but this is not production: made-up accounts could send SMS that cost money. " +
        `${wayOut}, or leave TERMII_API_KEY out; without it all codes can be read at /dev/sms.`,
    );
  }
  if (PAYSTACK_SECRET_KEY?.startsWith("sk_live_")) {
    problems.push(
      "PAYSTACK_SECRET_KEY is a live key, but this is not production: real money would reach a site that anybody " +
        `can administer. ${wayOut}, or use a test key (sk_test_…) or none.`,
    );
  }
  return problems;
};

export const productionProblems = ({ values, has }: Settings): string[] => {
  const problems: string[] = [];
  const wants = (name: Name, why: string): void => {
    if (!has(name)) problems.push(`${name} must be given in production (${why}).`);
  };
  if (!has("DATABASE_URL") && !has("DATABASE")) {
    problems.push(
      "DATABASE_URL must be given in production (a PostgreSQL), or DATABASE=built-in to run on the built-in database, " +
        "which can lose the last moments in a power cut.",
    );
  }
  wants("JWT_SECRET", "at least 32 characters, by: openssl rand -hex 32");
  if (values.PUSH !== "off" && !has("VAPID_PRIVATE_KEY")) {
    problems.push(
      "VAPID_PRIVATE_KEY must be given in production (push messages; 32 random bytes, by: openssl rand -hex 32), or " +
        "PUSH=off.",
    );
  }
  if (/http:/.test(values.PUSH_HOSTS ?? "")) problems.push("PUSH_HOSTS must be https:// addresses in production.");
  wants("PUBLIC_URL", "the site's own address");
  wants("SMTP_URL", "accounts are verified by mail");
  wants("MAIL_FROM", "accounts are verified by mail");
  const { JWT_SECRET, JWT_SECRET_PREVIOUS, METRICS_TOKEN, PUBLIC_URL, GOOGLE_ISSUER, PAYSTACK_SECRET_KEY, BRAND_NAME } =
    values;
  const known = [...(BRAND_NAME ? [BRAND_NAME] : []), ...(PUBLIC_URL ? new URL(PUBLIC_URL).hostname.split(".") : [])];
  if (JWT_SECRET && isWeakSecret(JWT_SECRET, known)) {
    problems.push("JWT_SECRET is too easy to guess; use a random one, by: openssl rand -hex 32.");
  }
  if (JWT_SECRET_PREVIOUS && isWeakSecret(JWT_SECRET_PREVIOUS, known)) {
    problems.push("JWT_SECRET_PREVIOUS is too easy to guess, and whoever guesses it is accepted; leave it out.");
  }
  if (METRICS_TOKEN && isEasyToken(METRICS_TOKEN)) {
    problems.push("METRICS_TOKEN is too easy to guess; use a random one, by: openssl rand -hex 32.");
  }
  if (PUBLIC_URL?.startsWith("http:") && !isThisMachine(PUBLIC_URL)) {
    problems.push(
      "PUBLIC_URL must be https:// in production: over http:// passwords and sessions can be read on the way.",
    );
  }
  if (values.TERMII_URL?.startsWith("http:") && !isThisMachine(values.TERMII_URL)) {
    problems.push("TERMII_URL must be https:// in production, because every request carries the key.");
  }
  if (GOOGLE_ISSUER?.startsWith("http:")) problems.push("GOOGLE_ISSUER must be https in production.");
  if (PAYSTACK_SECRET_KEY?.startsWith("sk_test_")) {
    problems.push("PAYSTACK_SECRET_KEY is a test key: in production it would credit money that nobody paid.");
  }
  if (values.RATE_LIMITS === "off") problems.push("RATE_LIMITS=off is refused in production.");
  if (values.SEED === "demo") problems.push("SEED=demo is refused in production.");
  return problems;
};

/** Rules for every NODE_ENV. */
export const contradictions = ({ has, values }: Settings): string[] => {
  const problems: string[] = [];
  if (values.JWT_SECRET_PREVIOUS !== undefined && values.JWT_SECRET_PREVIOUS === values.JWT_SECRET) {
    problems.push("JWT_SECRET_PREVIOUS is the same as JWT_SECRET; it must be the other secret, or left out.");
  }
  if (has("LOG_KEY_PREVIOUS") && (!has("LOG_KEY") || values.LOG_KEY_PREVIOUS === values.LOG_KEY)) {
    problems.push("LOG_KEY_PREVIOUS is the key before LOG_KEY; give both, with different values, or leave it out.");
  }
  if (has("DATABASE_URL") && has("DATABASE")) {
    problems.push("DATABASE=built-in and DATABASE_URL are both given; leave one of them out.");
  }
  if (has("DATABASE_READ_URL") && !has("DATABASE_URL")) {
    problems.push(
      "DATABASE_READ_URL is given without DATABASE_URL; the built-in database has no replicas, so leave it out.",
    );
  }
  if (values.DATABASE_READ_URL !== undefined && values.DATABASE_READ_URL === values.DATABASE_URL) {
    problems.push("DATABASE_READ_URL is the same as DATABASE_URL; it must be the address of a replica, or left out.");
  }
  if (has("TERMII_API_KEY") !== has("TERMII_SENDER")) {
    problems.push("TERMII_API_KEY and TERMII_SENDER belong together; give both or neither.");
  }
  if (has("GOOGLE_CLIENT_SECRET") && !has("GOOGLE_CLIENT_ID")) {
    problems.push("GOOGLE_CLIENT_SECRET is given without GOOGLE_CLIENT_ID; give both or neither.");
  }
  return problems;
};

/** Guesses of this token need one request each over the network, so a token may be shorter than a signing secret. */
const isEasyToken = (token: string): boolean => new Set(token).size < 8;

/** The names of networks that @fastify/proxy-addr knows. */
const namedNetworks = new Set(["loopback", "linklocal", "uniquelocal"]);

/** Whether a trusted proxy is an address (`10.0.0.2`), a network (`10.0.0.0/8`) or the name of one (`loopback`). */
export const isNetwork = (entry: string): boolean => {
  if (namedNetworks.has(entry)) return true;
  if (isIP(entry.split("/", 1)[0] ?? "") === 0) return false;
  try {
    proxyAddress.compile(entry);
    return true;
  } catch {
    return false;
  }
};
