import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

let DATA_DIR = "";
beforeAll(() => {
  DATA_DIR = mkdtempSync(path.join(tmpdir(), "jara-config-"));
});
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const secret = "6f1d3c9a0be84725d6a1e0f94c7b28355a90de1c";
const vapidKey = "5a1e0c93b7d24f68a9e3175c0d8b6f42e7a91c35d08f4b6290e7c1a35d84f6b2";
const production = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://jara:5a90de1c@database.example/jara",
  JWT_SECRET: secret,
  VAPID_PRIVATE_KEY: vapidKey,
  PUBLIC_URL: "https://jara.example",
  CONTACT_EMAIL: "help@jara.example",
  CONTACT_WHATSAPP: "+2348012345678",
  SMTP_URL: "smtp://mail.example",
  MAIL_FROM: "Jara <no-reply@jara.example>",
};

const bucket = {
  MEDIA_S3_URL: "https://s3.example",
  MEDIA_S3_BUCKET: "jara-media",
  MEDIA_S3_ACCESS_KEY: "key",
  MEDIA_S3_SECRET_KEY: "secret",
};

describe("the configuration", () => {
  it("needs no settings in development: it serves a demo on port 3000 and keeps a secret for the next start", () => {
    const config = readConfig({ DATA_DIR });
    expect(config).toMatchObject({ port: 3000, seed: "demo", hasRateLimits: true, databaseUrl: null });
    expect(config.publicUrl).toBe("http://localhost:3000");
    expect(readConfig({ DATA_DIR }).jwtSecret).toBe(config.jwtSecret);
  });

  it("names the public log after the site's host, or after LOG_ORIGIN, which stays when the site moves", () => {
    const LOG_KEY = vapidKey;
    expect(readConfig({ ...production, DATA_DIR, LOG_KEY }).log?.host).toBe("jara.example");
    const moved = { ...production, DATA_DIR, LOG_KEY, PUBLIC_URL: "https://new.example:8443" };
    expect(readConfig(moved).log?.host).toBe("new.example:8443");
    for (const host of ["jara.example", "localhost:3000"]) {
      expect(readConfig({ ...moved, LOG_ORIGIN: host }).log?.host).toBe(host);
    }
    for (const wrong of ["jara.example/log/1", "Jara example", "a+b", "https://jara.example", "jara.example:"]) {
      expect(() => readConfig({ ...moved, LOG_ORIGIN: wrong }), wrong).toThrow(/LOG_ORIGIN must be a host/);
    }
  });

  it("sends push messages with a key of its own in development, with the given one in production, and with none if off", () => {
    const { push } = readConfig({ DATA_DIR });
    expect(push).toMatchObject({ services: [], publicKey: expect.stringMatching(/^B[\w-]{86}$/) });
    expect(readConfig({ DATA_DIR }).push).toEqual(push);
    const PUSH_HOSTS = "https://push.example/, http://127.0.0.1:9000";
    expect(readConfig({ DATA_DIR, PUSH_HOSTS }).push?.services).toEqual([
      "https://push.example",
      "http://127.0.0.1:9000",
    ]);
    const given = readConfig({ ...production, DATA_DIR }).push;
    expect(Buffer.from(given?.privateKey ?? "", "base64url").toString("hex")).toBe(vapidKey);
    expect(readConfig({ ...production, DATA_DIR, VAPID_PRIVATE_KEY: "", PUSH: "off" }).push).toBeNull();
    // The service worker shows them.
    expect(readConfig({ ...production, DATA_DIR, SERVICE_WORKER: "off" })).toMatchObject({
      hasServiceWorker: false,
      push: null,
    });
  });

  it("has a stand-in for Google in development without Google's keys, and never in production", () => {
    const keys = { GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "secret" };
    expect(readConfig({ DATA_DIR }).hasGoogleStandIn).toBe(true);
    expect(readConfig({ DATA_DIR, ...keys }).hasGoogleStandIn).toBe(false);
    expect(readConfig({ ...production, DATA_DIR }).hasGoogleStandIn).toBe(false);
  });

  it("trusts no proxy in development, proxies in private networks in production, or those that are named", () => {
    expect(readConfig({ DATA_DIR }).trustedProxies).toEqual([]);
    expect(readConfig({ ...production, DATA_DIR }).trustedProxies).toContain("uniquelocal");
    const TRUSTED_PROXIES = "203.0.113.7, 2001:db8::/32";
    expect(readConfig({ DATA_DIR, TRUSTED_PROXIES }).trustedProxies).toEqual(["203.0.113.7", "2001:db8::/32"]);
  });

  it.each([
    ["PORT", { PORT: "http" }],
    ["PORT", { PORT: "99999" }],
    ["NODE_ENV", { NODE_ENV: "prod" }],
    ["NODE_ENV", { NODE_ENV: "Production" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ["DATABASE", { DATABASE: "another" }],
    ["DATABASE", { DATABASE: "built-in", DATABASE_URL: "postgres://localhost/jara" }],
    ["DATABASE_URL", { ...production, DATABASE_URL: "" }],
    ["PUBLIC_URL", { ...production, PUBLIC_URL: "http://jara.example" }],
    ["METRICS_TOKEN", { ...production, METRICS_TOKEN: "abababababababababab" }],
    ["DATABASE_URL", { DATABASE_URL: "mysql://localhost/x" }],
    ["DATABASE_READ_URL", { DATABASE_READ_URL: "mysql://localhost/x", DATABASE_URL: "postgres://localhost/x" }],
    ["DATABASE_READ_URL", { DATABASE_READ_URL: "postgres://localhost/x" }],
    ["DATABASE_READ_URL", { DATABASE_READ_URL: "postgres://localhost/x", DATABASE_URL: "postgres://localhost/x" }],
    ["REDIS_URL", { REDIS_URL: "localhost:6379" }],
    ["JWT_SECRET", { JWT_SECRET: "short" }],
    ["PUBLIC_URL", { PUBLIC_URL: "jara.example" }],
    ["ALLOWED_ORIGINS", { ALLOWED_ORIGINS: "https://a.example, nonsense" }],
    ["SEED", { SEED: "yes" }],
    ["RATE_LIMITS", { RATE_LIMITS: "maybe" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "10.0.0.0/8, proxy.example" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "10.0.0.0/99" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "10.0.0.0/8/8" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "10.0.0" }],
    ["JWT_SECRET", { ...production, JWT_SECRET: "" }],
    ["VAPID_PRIVATE_KEY", { ...production, VAPID_PRIVATE_KEY: "" }],
    ["VAPID_PRIVATE_KEY", { VAPID_PRIVATE_KEY: "f".repeat(64) }],
    ["PUSH_HOSTS", { PUSH_HOSTS: "push example" }],
    ["PUSH_HOSTS", { ...production, PUSH_HOSTS: "http://push.example" }],
    ["PUSH", { PUSH: "yes" }],
    ["SERVICE_WORKER", { SERVICE_WORKER: "no" }],
    ["JWT_SECRET_PREVIOUS", { JWT_SECRET_PREVIOUS: "short" }],
    ["JWT_SECRET_PREVIOUS", { ...production, JWT_SECRET_PREVIOUS: secret }],
    ["JWT_SECRET_PREVIOUS", { ...production, JWT_SECRET_PREVIOUS: "a".repeat(40) }],
    ["DATABASE_URL", { DATABASE_URL: "postgres://jara:pass/word@localhost/jara" }],
    ["DATABASE_URL", { DATABASE_URL: "postgres://jara:100%@localhost/jara" }],
    ["BRAND_NAME", { BRAND_NAME: "J".repeat(41) }],
    ["DATA_DIR", { DATA_DIR: "/dev/null/data" }],
    ["JWT_SECRET", { ...production, JWT_SECRET: "a".repeat(40) }],
    ["PUBLIC_URL", { ...production, PUBLIC_URL: "" }],
    ["RATE_LIMITS", { ...production, RATE_LIMITS: "off" }],
    ["SEED", { ...production, SEED: "demo" }],
    ["PAYSTACK_SECRET_KEY", { ...production, PAYSTACK_SECRET_KEY: "sk_test_0123456789abcdef" }],
    ["BANK_ACCOUNT", { BANK_ACCOUNT: "First Bank, 0123456789" }],
    ["SMTP_URL", { ...production, SMTP_URL: "" }],
    ["MAIL_FROM", { ...production, MAIL_FROM: "" }],
    ["GOOGLE_CLIENT_ID", { GOOGLE_CLIENT_SECRET: "of-no-client" }],
    ["MEDIA_S3_URL", { MEDIA_S3_URL: "s3://bucket" }],
    ["MEDIA_S3_URL", { ...bucket, MEDIA_S3_URL: "" }],
    ["MEDIA_S3_BUCKET", { ...bucket, MEDIA_S3_BUCKET: "" }],
    ["MEDIA_S3_BUCKET", { ...bucket, MEDIA_S3_BUCKET: "a/b" }],
    ["MEDIA_S3_ACCESS_KEY", { ...bucket, MEDIA_S3_ACCESS_KEY: "" }],
    ["MEDIA_S3_SECRET_KEY", { ...bucket, MEDIA_S3_SECRET_KEY: "" }],
    ["MEDIA_S3_REGION", { ...bucket, MEDIA_S3_REGION: "Lagos, Nigeria" }],
    ["MEDIA_S3_REGION", { MEDIA_S3_REGION: "eu-west-1" }],
    ["METRICS_TOKEN", { METRICS_TOKEN: "too short" }],
    ["DRAIN_WAIT_MS", { DRAIN_WAIT_MS: "3s" }],
    ["DRAIN_SPREAD_MS", { DRAIN_SPREAD_MS: "-1" }],
    ["GOOGLE_ISSUER", { ...production, GOOGLE_ISSUER: "http://accounts.example" }],
  ])("stops the start with a sentence that names %s", (name, env) => {
    expect(() => readConfig({ DATA_DIR, ...env })).toThrow(ConfigError);
    expect(() => readConfig({ DATA_DIR, ...env })).toThrow(new RegExp(`\\b${name}\\b.*\\.$`));
  });

  it("stores uploads in the data folder, or in the configured bucket", () => {
    const folder = path.join(DATA_DIR, "media");
    expect(readConfig({ DATA_DIR }).media).toEqual({ folder, s3: null });
    const s3 = { url: "https://s3.example", bucket: "jara-media", accessKeyId: "key", secretAccessKey: "secret" };
    expect(readConfig({ DATA_DIR, ...bucket }).media).toEqual({ folder, s3: { ...s3, region: "us-east-1" } });
    const inRegion = readConfig({ DATA_DIR, ...bucket, MEDIA_S3_REGION: "eu-west-1" });
    expect(inRegion.media.s3).toEqual({ ...s3, region: "eu-west-1" });
  });

  it("makes no demo in production, and trusts the configured origins", () => {
    const config = readConfig({ DATA_DIR, ...production, ALLOWED_ORIGINS: "https://a.example/, http://b.example:81" });
    expect(config).toMatchObject({ seed: "none", isProduction: true });
    expect(config.allowedOrigins).toEqual(["https://a.example", "http://b.example:81"]);
  });

  it("names the possible values of a setting that has a fixed set", () => {
    const tried = {
      NODE_ENV: "prod",
      LOG_LEVEL: "loud",
      SEED: "yes",
      HIDE_UNKNOWN_ACCOUNTS: "1",
      RATE_LIMITS: "maybe",
    };
    const message = problemsOf(tried);
    expect(message).toContain('NODE_ENV must be development, production or test, not "prod".');
    expect(message).toContain('LOG_LEVEL must be trace, debug, info, warn, error or silent, not "loud".');
    expect(message).toContain('SEED must be demo or none, not "yes".');
    expect(message).toContain('HIDE_UNKNOWN_ACCOUNTS must be true or false, not "1".');
    expect(message).toContain('RATE_LIMITS must be on or off, not "maybe".');
  });

  it("shows what was given, but no value that may hold a secret", () => {
    const given = { PORT: "80 or so", JWT_SECRET: "short-secret", SMTP_URL: "mail.example:secret" };
    const message = problemsOf({ ...production, ...given });
    expect(message).toContain('"80 or so"');
    expect(message).not.toMatch(/short-secret|mail\.example:secret/);
    const DATABASE_URL = "postgres://jara:pass/word@localhost/jara";
    expect(problemsOf({ DATABASE_URL })).toMatch(/write % as %25, \/ as %2F/);
    expect(problemsOf({ DATABASE_URL })).not.toContain("pass/word");
    expect(readConfig({ DATA_DIR, DATABASE_URL: "postgres://jara:pass%2Fword@localhost/jara" }).databaseUrl).toContain(
      "%2F",
    );
  });

  it("reads lists on a replica only of a PostgreSQL, and shows nothing of its address", () => {
    const [DATABASE_URL, DATABASE_READ_URL] = ["postgres://db/jara", "postgres://replica/jara"];
    expect(readConfig({ DATA_DIR, DATABASE_URL, DATABASE_READ_URL }).databaseReadUrl).toBe(DATABASE_READ_URL);
    expect(readConfig({ DATA_DIR, DATABASE_URL }).databaseReadUrl).toBeNull();
    expect(problemsOf({ DATABASE_READ_URL })).toMatch(/built-in database has no replicas/);
    expect(problemsOf({ DATABASE: "built-in", DATABASE_READ_URL })).toMatch(/built-in database has no replicas/);
    const secret = "postgres://jara:pass/word@localhost/jara";
    expect(problemsOf({ DATABASE_URL, DATABASE_READ_URL: secret })).not.toContain("pass/word");
  });

  it("reports all wrong settings at once, each once", () => {
    const message = problemsOf({
      NODE_ENV: "production",
      PORT: "http",
      JWT_SECRET: "short",
      ALLOWED_ORIGINS: "nonsense",
    });
    const names = [...message.matchAll(/^- (\w+)/gm)].map(([, name]) => name);
    expect(names.toSorted()).toEqual(
      ["PORT", "JWT_SECRET", "VAPID_PRIVATE_KEY", "DATABASE_URL", "PUBLIC_URL", "SMTP_URL", "MAIL_FROM"]
        .concat("ALLOWED_ORIGINS")
        .toSorted(),
    );
  });

  it("makes the demo only in the built-in database, unless SEED=demo is set", () => {
    const DATABASE_URL = "postgres://localhost/jara";
    expect(readConfig({ DATA_DIR }).seed).toBe("demo");
    expect(readConfig({ DATA_DIR, DATABASE: "built-in" }).seed).toBe("demo");
    expect(readConfig({ DATA_DIR, SEED: "none" }).seed).toBe("none");
    expect(readConfig({ DATA_DIR, DATABASE_URL }).seed).toBe("none");
    expect(readConfig({ DATA_DIR, DATABASE_URL, SEED: "demo" }).seed).toBe("demo");
  });

  it("uses the built-in database in production only if it is named", () => {
    const { DATABASE_URL: _left, ...without } = production;
    expect(readConfig({ DATA_DIR, ...without, DATABASE: "built-in" })).toMatchObject({
      databaseUrl: null,
      seed: "none",
    });
    expect(() => readConfig({ DATA_DIR, ...without })).toThrow(/DATABASE_URL .*DATABASE=built-in/);
  });
});

const problemsOf = (env: object): string => {
  try {
    readConfig({ DATA_DIR, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("the configuration was taken");
};

describe("the configuration outside production", () => {
  it.each([undefined, "development", "test"])(
    "refuses to start a server that the internet could reach, with NODE_ENV %s",
    (NODE_ENV) => {
      for (const [name, value] of [
        ["PUBLIC_URL", "https://jara.example"],
        ["SMTP_URL", "smtp://mail.example"],
        ["SMTP_URL", "smtp://localhost:1025"],
        ["PAYSTACK_SECRET_KEY", "sk_live_0123456789abcdef"],
      ] as const) {
        const message = problemsOf({ ...(NODE_ENV && { NODE_ENV }), [name]: value });
        expect(message).toMatch(new RegExp(`^${name} .*Set NODE_ENV=production`));
        expect(message).not.toContain("0123456789abcdef");
      }
    },
  );

  it.each([
    "http://jara.example",
    "http://192.168.1.20:3000",
    "http://10.0.0.1",
    "http://0.0.0.0:3000",
    "http://jara.local",
    "http://localhost.example",
    "http://127.0.0.1.example",
    "http://localhost@jara.example",
    "http://127.0.0.1:80@jara.example",
    "http://128.0.0.1",
    "http://[::2]",
    "http://[::ffff:10.0.0.1]",
    "http://[fe80::1]",
    "http://notlocalhost",
  ])("treats %s as another machine", (PUBLIC_URL) => {
    expect(problemsOf({ PUBLIC_URL })).toMatch(/^PUBLIC_URL names /);
  });

  it.each([
    "http://localhost:5173",
    "https://localhost",
    "http://LOCALHOST.:3000",
    "http://lagos.localhost:3000",
    "http://127.0.0.1:3000",
    "http://127.8.9.1",
    "http://127.1:3000",
    "http://2130706433",
    "http://[::1]:3000",
    "http://[::ffff:127.0.0.1]:3000",
  ])("treats %s as this machine", (PUBLIC_URL) => {
    expect(readConfig({ DATA_DIR, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL);
  });

  it("accepts a test key of Paystack's", () => {
    const PAYSTACK_SECRET_KEY = "sk_test_0123456789abcdef";
    expect(readConfig({ DATA_DIR, PAYSTACK_SECRET_KEY }).paystack.secretKey).toBe(PAYSTACK_SECRET_KEY);
  });
});
