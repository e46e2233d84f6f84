// Tests attacks on the second factor over three servers: one code at all of them at once, guesses that rotate between
// them, one recovery code twice, one challenge twice, and an old proof at another server.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, giveFactor, waitingLogIn } from "../support/e2e-factors.ts";
import { type ServersTogether, startServersTogether } from "../support/e2e-in-process-nodes.ts";
import { logIn, mailsTo, PASSWORD, type Registered, register } from "../support/e2e-mailbox.ts";
import { makePerson } from "../support/e2e-people.ts";
import type { TestServer } from "../support/e2e-server.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

/** Wrong codes of an app that are checked, whatever the number of servers. */
const IN_15_MINUTES = 10;
const IN_A_DAY = 50;

describe.skipIf(!canHaveNodes())("second factors over three servers", () => {
  let nodes: ServersTogether;
  beforeAll(async () => {
    nodes = await startServersTogether(3, { hasRateLimits: true, trustedProxies: ["127.0.0.1"] });
  });
  afterAll(() => nodes?.close());

  const at = (n: number): TestServer => nodes.servers[n % nodes.servers.length] ?? nodes.servers[0];
  const here = (): TestServer => at(0);
  /** An address that nobody has come from yet. */
  const elsewhere = () => ({
    "x-forwarded-for": `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`,
  });
  const finish = (n: number, challenge: string, code: string) =>
    at(n).api("POST", "/api/auth/login/second-factor", { body: { challenge, code }, headers: elsewhere() });
  const challengeOf = async (n: number, { email }: Pick<Registered, "email">): Promise<string> =>
    (await logIn(at(n), email, PASSWORD, undefined, elsewhere())).body.challenge;
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
  const sessionsOf = async ({ id }: Pick<Registered, "id">): Promise<number> =>
    (await here().query("select id from sessions where user_id = $1::text::uuid", [id])).length;
  const report = (what: string, tried: number, bad: number): void => {
    process.stdout.write(`  ${what} over three servers: ${tried} tried, ${bad} bad\n`);
    expect(bad).toBe(0);
  };

  it("accept a code of the app once, sent to all of them at the same moment with log-ins of their own", async () => {
    let bad = 0;
    for (let round = 0; round < 10; round++) {
      const ada = await register(here(), "replayed");
      const { secret } = await giveFactor(here(), ada.id);
      const challenges = await Promise.all(numbers(9).map((n) => challengeOf(n, ada)));
      const code = await codeOf(here(), secret);
      const answers = await Promise.all(challenges.map((challenge, n) => finish(n, challenge, code)));
      const accepted = answers.filter(({ status }) => status === 200).length;
      if (accepted !== 1 || (await sessionsOf(ada)) !== 2) bad += 1;
      // Nor is it accepted later, or one of the period before it.
      const late = await finish(round, challenges.at(-1) ?? "", code);
      const before = await finish(round, challenges.at(-1) ?? "", await codeOf(here(), secret, -1));
      if (late.status === 200 || before.status === 200) bad += 1;
    }
    report("replayed codes", 10 * 11, bad);
  });

  it("accept a recovery code once, and one challenge once, at the same moment", async () => {
    let bad = 0;
    for (let round = 0; round < 10; round++) {
      const ada = await register(here(), "lost");
      const { codes } = await giveFactor(here(), ada.id);
      const challenges = await Promise.all(numbers(9).map((n) => challengeOf(n, ada)));
      const sameCode = await Promise.all(challenges.map((challenge, n) => finish(n, challenge, codes[0] ?? "")));
      if (sameCode.filter(({ status }) => status === 200).length !== 1) bad += 1;
      const challenge = await challengeOf(1, ada);
      const sameChallenge = await Promise.all(numbers(9).map((n) => finish(n, challenge, codes[n + 1] ?? "")));
      if (sameChallenge.filter(({ status }) => status === 200).length !== 1) bad += 1;
      if ((await sessionsOf(ada)) !== 3) bad += 1;
    }
    report("recovery codes and challenges used twice", 10 * 18, bad);
  });

  it.each([true, false])(
    "check ten wrong codes in 15 minutes, and then not the right one either (all at once: %s)",
    async (isAtOnce) => {
      const ada = await register(here(), "guessed");
      const { secret, codes } = await giveFactor(here(), ada.id);
      const right = await codeOf(here(), secret);
      // The guesser knows the password, so each guess may have a challenge of its own, from an address of its own.
      const guesses = numbers(60).map((n) => String((Number(right) + 1 + n) % 1_000_000).padStart(6, "0"));
      const guess = async (code: string, n: number) => (await finish(n, await challengeOf(n, ada), code)).status;
      const statuses: number[] = [];
      if (isAtOnce) statuses.push(...(await Promise.all(guesses.map(guess))));
      else for (const [n, code] of guesses.slice(0, 25).entries()) statuses.push(await guess(code, n));
      // One guess in 300,000 is right by chance: it is none of them, or the run says so.
      const checked = statuses.filter((status) => status !== 429).length;
      report(`guesses at a code (all at once: ${isAtOnce})`, statuses.length, Math.abs(checked - IN_15_MINUTES));
      for (const n of numbers(3)) {
        const refused = await finish(n, await challengeOf(n, ada), await codeOf(here(), secret));
        expect([refused.status, refused.body.code]).toEqual([429, "RATE_LIMITED"]);
      }
      expect((await finish(2, await challengeOf(1, ada), codes[0] ?? "")).status).toBe(200);
      const mails = await mailsTo(here(), ada.email, "second-factor");
      expect(mails.map(({ what }) => what).sort()).toEqual(["guessed", "recovery-code-used"]);
    },
  );

  it("check fifty wrong codes a day, also by proofs in a session", async () => {
    const ada = await register(here(), "patient");
    const { secret } = await giveFactor(here(), ada.id);
    let checked = 0;
    for (let window = 0; window < 8; window++) {
      const right = Number(await codeOf(here(), secret));
      for (let n = 0; n < IN_15_MINUTES + 1; n++) {
        const code = String((right + 1 + n) % 1_000_000).padStart(6, "0");
        const { status } = await at(n).api("POST", "/api/auth/prove", {
          token: ada.token,
          body: { code },
          headers: elsewhere(),
        });
        if (status === 400) checked += 1;
      }
      // A quarter of an hour later.
      await here().query("update login_failures set window_ends_at = clock_now() where key like 'codes ' || $1", [
        ada.id,
      ]);
    }
    report("guesses at a code during a day", 8 * (IN_15_MINUTES + 1), Math.abs(checked - IN_A_DAY));
  });

  it("take back the count of a right code, so that an owner who logs in often is not refused", async () => {
    const ada = await makePerson(here(), "frequent");
    for (let n = 0; n < IN_15_MINUTES + 5; n++) {
      const { challenge, secret } = await waitingLogIn(here(), ada.id);
      expect((await finish(n, challenge, await codeOf(here(), secret))).status).toBe(200);
      await here().query("delete from recovery_codes where user_id = $1::text::uuid", [ada.id]);
    }
  });

  it("refuse an old tab at once, at whichever of them the proof became old or void", async () => {
    const admin = await makePerson(here(), "old-tab", { role: "admin" });
    const role = (n: number) => at(n).api("PUT", `/api/users/admin/role/${admin.id}`, { token: admin.token, body: {} });
    let bad = 0;
    for (let round = 0; round < 30; round++) {
      for (const n of numbers(3)) if ((await role(n)).body.code !== "INVALID") bad += 1;
      await here().query(
        "update sessions set proved_at = now() - interval '10 minutes 1 second' where user_id = $1::text::uuid",
        [admin.id],
      );
      for (const n of numbers(3)) if ((await role(n)).body.code !== "PROOF_REQUIRED") bad += 1;
      await here().query("update sessions set proved_at = now() where user_id = $1::text::uuid", [admin.id]);
    }
    report("calls with a proof that has just become old", 180, bad);
  });
});
