// Tests the three counters of failed log-ins, and the code by e-mail that lets an account's owner in whatever others
// did.
import { randomBytes } from "node:crypto";
import { loginCodeAnswer } from "@jara/shared/rest/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const PASSWORD = "correct horse";
const TOO_MANY = {
  code: "RATE_LIMITED",
  message: "Too many login attempts. Please wait a few minutes before trying again.",
  retryAfterMs: expect.any(Number),
  codeAvailable: true,
};
const WRONG_CODE = {
  code: "UNAUTHENTICATED",
  message: "This code is wrong, was used before, or is too old. Please check it, or ask for another one.",
};
const WRONG_PASSWORD = {
  code: "UNAUTHENTICATED",
  message: "Invalid email or password. Please check your credentials and try again.",
};

describeEndToEnd("the limits on log-ins", () => {
  let server: TestServer;
  let people = 0;
  beforeAll(async () => {
    server = await startTestServer({ config: { hasRateLimits: true, trustedProxies: ["127.0.0.1"] } });
  });
  afterAll(() => server?.close());

  const post = (path: string, body: object, address: string) =>
    server.api("POST", path, { body, headers: { "x-forwarded-for": address } });
  /** An address that nobody has come from yet. */
  const elsewhere = (): string => `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`;
  const register = async (): Promise<string> => {
    const username = `limited.${++people}`;
    const email = `${username}@people.test`;
    const { status } = await post("/api/auth/register", { username, email, password: PASSWORD }, elsewhere());
    expect(status).toBe(201);
    return email;
  };
  const logIn = (email: string, password: string, address: string, code?: { ticket: string; digits: string }) =>
    post("/api/auth/login", { email, password, ...(code && { code }) }, address);
  const statusesOf = async (count: number, guess: (n: number) => ReturnType<typeof logIn>): Promise<number[]> =>
    (await Promise.all(Array.from({ length: count }, (_, n) => guess(n)))).map(({ status }) => status);
  const count = (statuses: readonly number[], wanted: number) => statuses.filter((status) => status === wanted).length;
  const askForCode = async (email: string, password: string, address = elsewhere()): Promise<string> => {
    const { status, body } = await post("/api/auth/login-code", { email, password }, address);
    expect(status).toBe(200);
    expectShape(loginCodeAnswer, body);
    return body.ticket;
  };
  const codesMailedTo = async (email: string): Promise<string[]> => {
    const rows = await server.query<{ code: string }>(
      "select data ->> 'code' as code from outbox where kind = 'login-code' and to_address = $1 order by created_at",
      [email],
    );
    return rows.map(({ code }) => code);
  };
  /** Fifty failures from many addresses, as a guesser with a botnet. */
  const lockOut = async (email: string): Promise<void> => {
    expect(count(await statusesOf(55, (n) => logIn(email, `guess ${n}`, elsewhere())), 401)).toBe(50);
  };

  it("refuse an account from one address after 10 failures, and accept it from another address", async () => {
    const [email, here] = [await register(), elsewhere()];
    const statuses = await statusesOf(30, (n) => logIn(email, `guess ${n}`, here));
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 20]);
    const refused = await logIn(email, PASSWORD, here);
    expect([refused.status, refused.body]).toEqual([429, TOO_MANY]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(13 * 60);
    expect((await logIn(email, PASSWORD, elsewhere())).status).toBe(200);
    expect((await logIn(await register(), PASSWORD, here)).status).toBe(200);
  });

  it("refuse an address after 100 failures for any accounts, and no other address", async () => {
    const [email, here] = [await register(), elsewhere()];
    const statuses = await statusesOf(130, (n) => logIn(`nobody${n}@people.test`, "guess", here));
    expect([count(statuses, 404), count(statuses, 429)]).toEqual([100, 30]);
    expect((await logIn(email, PASSWORD, here)).body).toEqual(TOO_MANY);
    expect((await logIn(email, PASSWORD, elsewhere())).status).toBe(200);
  });

  it("refuse an account after 50 failures from anywhere, and do not reveal whether a password was right", async () => {
    const email = await register();
    const statuses = await statusesOf(90, (n) => logIn(email, `guess ${n}`, elsewhere()));
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([50, 40]);
    expect((await logIn(email, PASSWORD, elsewhere())).body).toEqual(TOO_MANY);
    await server.query("update login_failures set window_ends_at = clock_now() - interval '1 second'");
    expect((await logIn(email, PASSWORD, elsewhere())).status).toBe(200);
  });

  it("give a guesser no more guesses when the owner logs in", async () => {
    const email = await register();
    expect(count(await statusesOf(40, (n) => logIn(email, `guess ${n}`, elsewhere())), 401)).toBe(40);
    expect((await logIn(email, PASSWORD, elsewhere())).status).toBe(200);
    expect(count(await statusesOf(30, (n) => logIn(email, `more ${n}`, elsewhere())), 401)).toBe(10);
  });

  describe("the code", () => {
    it("lets the owner log in while each of the three counters is used up", async () => {
      const [email, here] = [await register(), elsewhere()];
      await statusesOf(12, (n) => logIn(email, `guess ${n}`, here));
      await statusesOf(120, (n) => logIn(`nobody${n}@people.test`, "guess", here));
      await statusesOf(60, (n) => logIn(email, `guess ${n}`, elsewhere()));
      expect((await logIn(email, PASSWORD, here)).body).toEqual(TOO_MANY);
      const ticket = await askForCode(email, PASSWORD, here);
      const [digits = ""] = await codesMailedTo(email);
      expect(digits).toMatch(/^\d{8}$/);
      const { status, body } = await logIn(email, PASSWORD, here, { ticket, digits });
      expect([status, body.user.email]).toEqual([200, email]);
    });

    it("works once, however many clients send it at the same moment", async () => {
      const email = await register();
      await lockOut(email);
      const ticket = await askForCode(email, PASSWORD);
      const [digits = ""] = await codesMailedTo(email);
      const statuses = await statusesOf(5, () => logIn(email, PASSWORD, elsewhere(), { ticket, digits }));
      expect([count(statuses, 200), count(statuses, 401)]).toEqual([1, 4]);
      expect((await logIn(email, PASSWORD, elsewhere(), { ticket, digits })).body).toEqual(WRONG_CODE);
    });

    it("is invalid without the password, the ticket or its account, and after ten minutes", async () => {
      const [email, other] = [await register(), await register()];
      const ticket = await askForCode(email, PASSWORD);
      const elseTicket = await askForCode(email, "wrong");
      const [digits = ""] = await codesMailedTo(email);
      const tried = async (...args: Parameters<typeof logIn>) => (await logIn(...args)).body;
      expect(await tried(email, "wrong", elsewhere(), { ticket, digits })).toEqual(WRONG_PASSWORD);
      expect(await tried(email, PASSWORD, elsewhere(), { ticket: elseTicket, digits })).toEqual(WRONG_CODE);
      expect(await tried(other, PASSWORD, elsewhere(), { ticket, digits })).toEqual(WRONG_CODE);
      await server.query("update login_codes set expires_at = clock_timestamp() - interval '1 second'");
      expect(await tried(email, PASSWORD, elsewhere(), { ticket, digits })).toEqual(WRONG_CODE);
    });

    it("can be guessed five times, also by many clients at once, and then the right one is refused too", async () => {
      const email = await register();
      await lockOut(email);
      const ticket = await askForCode(email, PASSWORD);
      const [digits = ""] = await codesMailedTo(email);
      const wrong = (n: number) => String((Number(digits) + n + 1) % 1e8).padStart(8, "0");
      const statuses = await statusesOf(40, (n) => logIn(email, PASSWORD, elsewhere(), { ticket, digits: wrong(n) }));
      expect(count(statuses, 401)).toBe(40);
      const [row] = await server.query<{ left: number }>(
        `select min(tries_left)::int as left from login_codes where email = $1`,
        [email],
      );
      expect(row?.left).toBe(0);
      expect((await logIn(email, PASSWORD, elsewhere(), { ticket, digits })).body).toEqual(WRONG_CODE);
      // Another code of the same owner has tries of its own.
      const again = await askForCode(email, PASSWORD);
      const newest = (await codesMailedTo(email)).at(-1) ?? "";
      expect((await logIn(email, PASSWORD, elsewhere(), { ticket: again, digits: newest })).status).toBe(200);
    });

    it("is mailed only to callers who know the password, so that nobody else can fill a mailbox or use up codes", async () => {
      const email = await register();
      await lockOut(email);
      const answers = await Promise.all(
        Array.from({ length: 30 }, async (_, n) => {
          const body = { email, password: `guess ${n}` };
          const { status, body: answer, headers } = await post("/api/auth/login-code", body, elsewhere());
          return [status, Object.keys(answer), answer.ticket.length, headers.get("content-length")];
        }),
      );
      const unknown = await post("/api/auth/login-code", { email: "nobody@people.test", password: "x" }, elsewhere());
      const right = await post("/api/auth/login-code", { email, password: PASSWORD }, elsewhere());
      for (const { status, body, headers } of [unknown, right]) {
        answers.push([status, Object.keys(body), body.ticket.length, headers.get("content-length")]);
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      const mailed = await codesMailedTo(email);
      expect(mailed).toHaveLength(1);
      expect(await codesMailedTo("nobody@people.test")).toEqual([]);
      const code = { ticket: right.body.ticket, digits: mailed[0] ?? "" };
      expect((await logIn(email, PASSWORD, elsewhere(), code)).status).toBe(200);
    });

    it("is mailed at most five times an hour, also for many calls at once", async () => {
      const email = await register();
      await Promise.all(Array.from({ length: 12 }, () => askForCode(email, PASSWORD)));
      expect(await codesMailedTo(email)).toHaveLength(5);
    });

    it("is not sent to a suspended account", async () => {
      const email = await register();
      await server.query("update users set banned_at = now() where email = $1", [email]);
      await askForCode(email, PASSWORD);
      expect(await codesMailedTo(email)).toEqual([]);
    });

    it("is stored as a hash that needs the ticket, and its mail names no account", async () => {
      const email = await register();
      const ticket = await askForCode(email, PASSWORD);
      const [digits = ""] = await codesMailedTo(email);
      const kept = JSON.stringify(await server.query("select * from login_codes where email = $1", [email]));
      expect(kept).not.toContain(ticket);
      expect(kept).not.toContain(digits);
      const { body } = await server.api("GET", "/dev/mail.json");
      const mail = body.mails.find(({ to }: { to: string }) => to === email);
      expect(mail.text).toContain(digits);
      expect(mail.text).not.toContain(email.split("@")[0]);
    });
  });
});
