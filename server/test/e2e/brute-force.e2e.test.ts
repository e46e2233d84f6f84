// Tests guesses at passwords, codes and links over three nodes: the account and the address limit them over all nodes
// together, one after the other and all at once, with Redis and without. The answers do not reveal which accounts
// exist.
import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServersTogether, startServersTogether } from "../support/e2e-in-process-nodes.ts";
import { lastVerificationLink, type TestServer } from "../support/e2e-server.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

const PASSWORD = "correct horse battery";
/** Failures allowed in 15 minutes, whatever the number of nodes. */
const FROM_ANYWHERE = 50;
const FROM_ADDRESS = 100;
const FROM_ADDRESS_AT_ACCOUNT = 10;

describe.skipIf(!canHaveNodes())("guessing over three nodes", () => {
  let nodes: ServersTogether;
  let accounts = 0;
  beforeAll(async () => {
    nodes = await startServersTogether(3, {
      hasRateLimits: true,
      hidesUnknownAccounts: true,
      trustedProxies: ["127.0.0.1"],
    });
  });
  afterAll(() => nodes?.close());

  const at = (n: number): TestServer => nodes.servers[n % nodes.servers.length] ?? nodes.servers[0];
  const post = (n: number, path: string, body: object, address: string) =>
    at(n).api("POST", path, { body, headers: { "x-forwarded-for": address } });
  const logIn = (n: number, email: string, password: string, address: string) =>
    post(n, "/api/auth/login", { email, password }, address);
  /** An address that nobody has come from yet. */
  const elsewhere = (): string => `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`;
  const register = async (isVerified = true): Promise<string> => {
    const name = `guessed${++accounts}`;
    const body = { username: name, email: `${name}@people.test`, password: PASSWORD };
    expect((await post(accounts, "/api/auth/register", body, elsewhere())).status).toBe(201);
    // A site that hides accounts wants the address verified first.
    if (isVerified)
      await nodes.servers[0].query("update users set email_verified_at = now() where email = $1", [body.email]);
    return body.email;
  };
  const count = (statuses: readonly number[], status: number): number =>
    statuses.filter((one) => one === status).length;
  const windowsPass = () =>
    nodes.servers[0].query("update login_failures set window_ends_at = clock_now() - interval '1 second'");

  /** Each way to send more guesses than are allowed; the address of each is said by `from`. */
  const guesses = async (
    allowed: number,
    email: (n: number) => string,
    from: (n: number) => string,
    isAtOnce: boolean,
  ) => {
    const guess = async (n: number) => (await logIn(n, email(n), `guess ${n}`, from(n))).status;
    if (isAtOnce) return await Promise.all(Array.from({ length: allowed + 60 }, (_, n) => guess(n)));
    const statuses: number[] = [];
    for (let n = 0; n < allowed + 10; n++) statuses.push(await guess(n));
    return statuses;
  };

  describe.each(["there", "away"] as const)("with Redis %s", (redis) => {
    beforeAll(async () => {
      if (redis === "away") await nodes.redis.stop();
    });
    afterAll(async () => {
      if (redis === "away") await nodes.redis.start();
    });

    it.each(redis === "there" ? [true, false] : [true])(
      "allows fifty guesses for one account from ever new addresses (all at once: %s)",
      async (isAtOnce) => {
        const email = await register();
        const statuses = await guesses(FROM_ANYWHERE, () => email, elsewhere, isAtOnce);
        const wrong = count(statuses, 401);
        process.stdout.write(
          `  guesses at one account over three nodes: ${statuses.length} tried, ${Math.max(0, wrong - FROM_ANYWHERE)} bad\n`,
        );
        expect([wrong, count(statuses, 429)]).toEqual([FROM_ANYWHERE, statuses.length - FROM_ANYWHERE]);
        for (let n = 0; n < 3; n++) {
          const { status, body, headers } = await logIn(n, email, PASSWORD, elsewhere());
          expect([n, status, body.code]).toEqual([n, 429, "RATE_LIMITED"]);
          expect(Number(headers.get("retry-after"))).toBeGreaterThan(13 * 60);
        }
        await windowsPass();
        expect((await logIn(1, email, PASSWORD, elsewhere())).status).toBe(200);
      },
    );

    // One after the other only once: the database counts, Redis there or not.
    it.each(redis === "there" ? [true, false] : [true])(
      "allows one address a hundred failures over many accounts, known or not (all at once: %s)",
      async (isAtOnce) => {
        const known = await register();
        const here = elsewhere();
        const email = (n: number) => (n % 20 === 0 ? known : `nobody${n}@people.test`);
        // Addresses that the proxy did not write do not count, and all addresses of one /64 count as one.
        const written = (n: number) => `198.51.100.${n}, ${here.replace(/1$/, String(n + 1))}`;
        const statuses = await guesses(FROM_ADDRESS, email, written, isAtOnce);
        expect([count(statuses, 401), count(statuses, 429)]).toEqual([FROM_ADDRESS, statuses.length - FROM_ADDRESS]);
        expect((await logIn(2, known, PASSWORD, here)).status).toBe(429);
      },
    );

    if (redis === "there")
      it("allows the addresses of a /48 four hundred failures over many accounts", async () => {
        const [known, here] = [await register(), elsewhere()];
        const network = here.split(":", 3).join(":");
        const statuses = await guesses(
          4 * FROM_ADDRESS,
          (n) => `no-one${n}@people.test`,
          (n) => `${network}:${(n % 100).toString(16)}::1`,
          true,
        );
        expect([count(statuses, 401), count(statuses, 429)]).toEqual([400, statuses.length - 400]);
        expect((await logIn(2, known, PASSWORD, `${network}:ffff::1`)).status).toBe(429);
        expect((await logIn(2, known, PASSWORD, elsewhere())).status).toBe(200);
      });

    it("allows ten guesses for one account from one address, and a log-in from another", async () => {
      const [email, here] = [await register(), elsewhere()];
      const statuses = await guesses(
        FROM_ADDRESS_AT_ACCOUNT,
        () => email,
        () => here,
        true,
      );
      expect(count(statuses, 401)).toBe(FROM_ADDRESS_AT_ACCOUNT);
      expect((await logIn(1, email, PASSWORD, here)).status).toBe(429);
      expect((await logIn(1, email, PASSWORD, elsewhere())).status).toBe(200);
    });

    it("lets the owner log in with a code that one node mails and another takes, while others guess the password", async () => {
      const [email, here] = [await register(), elsewhere()];
      await guesses(FROM_ANYWHERE, () => email, elsewhere, true);
      const { body } = await post(0, "/api/auth/login-code", { email, password: PASSWORD }, here);
      const [mail] = await nodes.servers[0].query<{ code: string }>(
        "select data ->> 'code' as code from outbox where kind = 'login-code' and to_address = $1",
        [email],
      );
      const code = { ticket: body.ticket, digits: mail?.code };
      const { status } = await post(2, "/api/auth/login", { email, password: PASSWORD, code }, here);
      expect(status).toBe(200);
    });
  });

  it("counts every way to write a mail address as the same account", async () => {
    const email = await register();
    const name = email.split("@")[0] ?? "";
    const written = [email, email.toUpperCase(), `G${name.slice(1)}@People.Test`, ` ${email} `, `\t${email}\u200b`];
    let wrong = 0;
    for (let n = 0; n < FROM_ANYWHERE + 10; n++) {
      const { status } = await logIn(n, written[n % written.length] ?? email, `guess ${n}`, elsewhere());
      if (status === 401) wrong += 1;
    }
    expect(wrong).toBe(FROM_ANYWHERE);
    // Letters that only look like it, or become it where somebody folds them, are another address, or none.
    for (const twin of [email.replace("e", "е"), email.replace("g", "ｇ"), `\u212A${email}`]) {
      expect([400, 401]).toContain((await logIn(0, twin, PASSWORD, elsewhere())).status);
    }
  });

  it("answers an unknown account, a wrong password, a Google account and a suspended one with the same words", async () => {
    const [known, suspended, google] = [await register(), await register(), `google${randomUUID()}@people.test`];
    await nodes.servers[0].query("update users set banned_at = now() where email = $1", [suspended]);
    await nodes.servers[0].query(
      `insert into users (id, username, email, role, email_verified_at, balance_minor, created_at)
       values (gen_random_uuid(), 'google-only', $1, 'user', now(), 0, now())`,
      [google],
    );
    const answers = [];
    for (const email of [known, suspended, google, "nobody@people.test"]) {
      const { status, text, headers } = await logIn(0, email, "a wrong one", elsewhere());
      const { date: _, "x-request-id": __, ...rest } = Object.fromEntries(headers);
      answers.push(JSON.stringify([status, text, rest]));
    }
    expect(new Set(answers).size).toBe(1);
    const locked = [];
    for (const email of [known, "nobody@people.test"]) {
      const { body } =
        (await Promise.all(Array.from({ length: FROM_ANYWHERE + 2 }, (_, n) => logIn(n, email, "x", elsewhere())))).at(
          -1,
        ) ?? {};
      const last = await logIn(0, email, "x", elsewhere());
      expect(body).toBeDefined();
      locked.push([last.status, last.body.code, last.body.message]);
    }
    expect(locked[0]).toEqual(locked[1]);
    expect(locked[0]?.[0]).toBe(429);
  });

  it("answers guesses of a verification link alike for known and unknown addresses, limits them, and keeps the link valid", async () => {
    const email = await register(false);
    // The one node that wrote the mail knows its link.
    const link = new URL(lastVerificationLink(at(accounts)));
    const token = link.searchParams.get("token") ?? "";
    expect(token.length).toBeGreaterThanOrEqual(43);
    const here = elsewhere();
    const near = [
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      token.split("").reverse().join(""),
      "",
      "A".repeat(43),
    ];
    const answers = [];
    for (const [n, guess] of near.entries()) {
      for (const to of [email, "nobody@people.test"]) {
        const { status, text } = await post(n, "/api/auth/verify-email", { token: guess, email: to }, here);
        expect(status).toBe(400);
        if (guess !== "") answers.push(text);
      }
    }
    expect(new Set(answers).size).toBe(1);
    const statuses = await Promise.all(
      Array.from({ length: 800 }, async (_, n) => {
        const guess = randomBytes(32).toString("base64url");
        return (await post(n, "/api/auth/verify-email", { token: guess, email }, here)).status;
      }),
    );
    process.stdout.write(
      `  guesses at a verification link from one address: ${statuses.length} tried, ${count(statuses, 400)} looked at, 0 bad\n`,
    );
    // 503: the node had too much to do to look at the guess.
    expect(statuses.filter((status) => ![400, 429, 503].includes(status))).toEqual([]);
    // A burst of each node at most, where they had not heard of each other yet.
    expect(count(statuses, 400)).toBeLessThanOrEqual(3 * 200);
    expect((await post(0, "/api/auth/verify-email", { token, email: "nobody@people.test" }, elsewhere())).status).toBe(
      400,
    );
    expect((await post(0, "/api/auth/verify-email", { token, email }, elsewhere())).status).toBe(200);
  });
});
