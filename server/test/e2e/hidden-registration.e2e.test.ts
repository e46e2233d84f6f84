// Tests the registration where the site hides which addresses have accounts: no request of an outsider reveals whether
// an address has one. Also tests the mails to an address that nobody has verified.
import { registerAnswer } from "@jara/shared/rest/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiAnswer, expectShape, sharedServer, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const PASSWORD = "correct horse";

describeEndToEnd("registering", () => {
  describe("with accounts hidden", () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer({ config: { hidesUnknownAccounts: true } });
    });
    afterAll(() => server?.close());

    const post = (path: string, body: object) => server.api("POST", `/api/auth/${path}`, { body });
    const register = (username: string, email: string, password = PASSWORD) =>
      post("register", { username, email, password });
    const visible = ({ status, text, headers }: ApiAnswer): string => {
      const { date: _, "x-request-id": __, ...rest } = Object.fromEntries(headers);
      return JSON.stringify([status, text, rest]);
    };
    const mailsTo = async (email: string): Promise<string[]> =>
      (
        await server.query<{ kind: string }>("select kind from outbox where to_address = $1 order by created_at", [
          email,
        ])
      ).map(({ kind }) => kind);
    const firstLink = (email: string): string => {
      const mail = server.mails.findLast(({ data }) => "email" in data && data.email === email);
      if (mail?.kind !== "verify-email") throw new Error("no link was mailed");
      return mail.data.token;
    };
    const verify = async (email: string): Promise<void> => {
      const mail = server.mails.at(-1);
      if (mail?.kind !== "verify-email" || mail.data.email !== email) throw new Error("no link was mailed");
      expect((await post("verify-email", { email, token: mail.data.token })).status).toBe(200);
    };
    /** Two addresses: the first has a verified account, the second has none. */
    const pair = async (name: string): Promise<{ there: string; away: string }> => {
      const there = `${name}.there@people.test`;
      expect((await register(`${name}.owner`, there)).status).toBe(201);
      await verify(there);
      return { there, away: `${name}.away@people.test` };
    };

    it("answers the same bytes for an address with and without an account, and gives no session", async () => {
      const { there, away } = await pair("same");
      const [again, fresh] = [await register("same.one", there), await register("same.two", away)];
      expect(visible(again)).toBe(visible(fresh));
      expectShape(registerAnswer, fresh.body);
      expect(fresh.body).toEqual({ user: null, token: null, requiresEmailVerification: true });
      expect(await mailsTo(there)).toEqual(["verify-email", "already-registered"]);
      expect(await mailsTo(away)).toEqual(["verify-email"]);
    });

    it("does not change an existing account", async () => {
      const { there } = await pair("kept");
      await register("kept.thief", there, "the thief's own");
      expect((await post("login", { email: there, password: PASSWORD })).body.user.username).toBe("kept.owner");
      expect((await post("login", { email: there, password: "the thief's own" })).status).toBe(401);
    });

    it("reveals nothing in later calls: log-in, the same name or address again, a code", async () => {
      const { there, away } = await pair("next");
      const answers: Record<string, string[]> = { there: [], away: [] };
      for (const [side, email] of Object.entries({ there, away })) {
        const say = async (answer: Promise<ApiAnswer>) => answers[side]?.push(visible(await answer));
        await say(register(`next.${side === "there" ? "a" : "b"}`, email, "a guess"));
        // The password that was just chosen.
        await say(post("login", { email, password: "a guess" }));
        await say(register(`next.${side === "there" ? "a" : "b"}`, `elsewhere.${side}@people.test`));
        await say(register(`next.${side === "there" ? "A" : "B"}`, email));
        await say(register(`next.again.${side === "there" ? "c" : "d"}`, email));
        await say(post("resend-verification", { email }));
        const code = await post("login-code", { email, password: "a guess" });
        answers[side]?.push(`${code.status} ${Object.keys(code.body)} ${code.body.ticket.length}`);
      }
      expect(answers.there).toEqual(answers.away);
      expect(answers.there?.map((answer) => /^\[?(\d+)/.exec(answer)?.[1])).toEqual([
        "201",
        "401",
        "409",
        "409",
        "201",
        "200",
        "200",
      ]);
    });

    it("lets the new owner log in once the address is verified", async () => {
      const email = "later@people.test";
      await register("later", email);
      expect((await post("login", { email, password: PASSWORD })).status).toBe(401);
      await verify(email);
      expect((await post("login", { email, password: PASSWORD })).status).toBe(200);
    });

    it("mails a link to choose the password when an unverified address is registered again, and the first password is void", async () => {
      const email = "squatted@people.test";
      const thiefs = "the thief's own";
      await register("squatted.thief", email, thiefs);
      const first = firstLink(email);
      await register("squatted.owner", email);
      expect((await post("resend-verification", { email })).status).toBe(200);
      expect(await mailsTo(email)).toEqual(["verify-email", "registered-again", "registered-again"]);
      // The first link would have verified the account with the first password.
      expect((await post("verify-email", { email, token: first })).status).toBe(400);
      const link = server.mails.at(-1);
      if (link?.kind !== "registered-again") throw new Error("no link to choose the password was mailed");
      const password = "four unlikely words";
      const chosen = await post("reset-password", { email, token: link.data.token, password });
      expect(chosen.status).toBe(200);
      for (const wrong of [thiefs, PASSWORD]) {
        expect((await post("login", { email, password: wrong })).status).toBe(401);
      }
      const { status, body } = await post("login", { email, password });
      expect([status, body.user.isEmailVerified]).toEqual([200, true]);
    });

    it("leaves an account as it is when its address is verified at the same moment as it is registered again", async () => {
      for (let round = 0; round < 5; round += 1) {
        const email = `race.${round}@people.test`;
        await register(`race.owner.${round}`, email);
        const token = firstLink(email);
        const [verified] = await Promise.all([
          post("verify-email", { email, token }),
          register(`race.other.${round}`, email, "the thief's own"),
        ]);
        expect([200, 400]).toContain(verified.status);
        expect((await post("login", { email, password: PASSWORD })).status).toBe(verified.status === 200 ? 200 : 401);
        expect((await post("login", { email, password: "the thief's own" })).status).toBe(401);
      }
    });

    it("makes one account from several registrations at once, and mails at most five times an hour", async () => {
      const email = "crowd@people.test";
      const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => register(`crowd.${n}${n}`, email)));
      expect(new Set(answers.map(visible)).size).toBe(1);
      for (let n = 0; n < 9; n++) await register(`crowd.later.${n}`, email);
      const [row] = await server.query<{ count: number }>("select count(*)::int as count from users where email = $1", [
        email,
      ]);
      expect(row?.count).toBe(1);
      expect((await mailsTo(email)).length).toBeLessThanOrEqual(5);
    });
  });

  it("mails nothing that the sender wrote to an address that nobody verified", async () => {
    const server = await sharedServer();
    const [username, email] = ["win-cash.at.spam-site.ng", "victim@people.test"];
    const body = { username, email, password: PASSWORD };
    expect((await server.api("POST", "/api/auth/register", { body })).status).toBe(201);
    await server.api("POST", "/api/auth/resend-verification", { body: { email } });
    await server.api("POST", "/api/auth/login-code", { body: { email, password: PASSWORD } });
    const kept = await server.query<{ kind: string; data: string }>(
      "select kind, data::text as data from outbox where to_address = $1",
      [email],
    );
    expect(kept.map(({ kind }) => kind).sort()).toEqual(["login-code", "verify-email", "verify-email"]);
    const { body: shown } = await server.api("GET", "/dev/mail.json");
    expect(shown.mails.filter(({ to }: { to: string }) => to === email)).toHaveLength(3);
    expect(JSON.stringify([kept, shown])).not.toMatch(/spam-site|win-cash/);
  });
});
