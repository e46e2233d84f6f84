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

const secret = "0123456789abcdefghijklmnopqrstuv";
const production = {
  NODE_ENV: "production",
  JWT_SECRET: secret,
  PUBLIC_URL: "https://jara.example",
  CONTACT_EMAIL: "help@jara.example",
  CONTACT_WHATSAPP: "+2348012345678",
  SMTP_URL: "smtp://mail.example",
  MAIL_FROM: "Jara <no-reply@jara.example>",
};

describe("the configuration", () => {
  it("needs nothing in development: a demo on port 3000, and a secret kept for the next start", () => {
    const config = readConfig({ DATA_DIR });
    expect(config).toMatchObject({ port: 3000, seed: "demo", hasRateLimits: true, databaseUrl: null });
    expect(config.publicUrl).toBe("http://localhost:3000");
    expect(readConfig({ DATA_DIR }).jwtSecret).toBe(config.jwtSecret);
  });

  it.each([
    ["PORT", { PORT: "http" }],
    ["DATABASE_URL", { DATABASE_URL: "mysql://localhost/x" }],
    ["REDIS_URL", { REDIS_URL: "localhost:6379" }],
    ["JWT_SECRET", { JWT_SECRET: "short" }],
    ["PUBLIC_URL", { PUBLIC_URL: "jara.example" }],
    ["ALLOWED_ORIGINS", { ALLOWED_ORIGINS: "https://a.example, nonsense" }],
    ["SEED", { SEED: "yes" }],
    ["RATE_LIMITS", { RATE_LIMITS: "maybe" }],
    ["JWT_SECRET", { ...production, JWT_SECRET: "" }],
    ["JWT_SECRET", { ...production, JWT_SECRET: "a".repeat(40) }],
    ["PUBLIC_URL", { ...production, PUBLIC_URL: "" }],
    ["RATE_LIMITS", { ...production, RATE_LIMITS: "off" }],
    ["SEED", { ...production, SEED: "demo" }],
    ["PAYSTACK_SECRET_KEY", { ...production, PAYSTACK_SECRET_KEY: "sk_test_0123456789abcdef" }],
    ["BANK_ACCOUNT", { BANK_ACCOUNT: "First Bank, 0123456789" }],
    ["CONTACT_EMAIL", { ...production, CONTACT_EMAIL: "" }],
    ["CONTACT_WHATSAPP", { ...production, CONTACT_WHATSAPP: "" }],
    ["SMTP_URL", { ...production, SMTP_URL: "" }],
    ["MAIL_FROM", { ...production, MAIL_FROM: "" }],
    ["GOOGLE_CLIENT_ID", { GOOGLE_CLIENT_SECRET: "of-no-client" }],
    ["GOOGLE_ISSUER", { ...production, GOOGLE_ISSUER: "http://accounts.example" }],
  ])("stops the start with a sentence that names %s", (name, env) => {
    expect(() => readConfig({ DATA_DIR, ...env })).toThrow(ConfigError);
    expect(() => readConfig({ DATA_DIR, ...env })).toThrow(new RegExp(`\\b${name}\\b.*\\.$`));
  });

  it("seeds nothing in production and trusts the origins it was given", () => {
    const config = readConfig({ DATA_DIR, ...production, ALLOWED_ORIGINS: "https://a.example/, http://b.example:81" });
    expect(config).toMatchObject({ seed: "none", isProduction: true });
    expect(config.allowedOrigins).toEqual(["https://a.example", "http://b.example:81"]);
  });
});
