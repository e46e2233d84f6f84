// Tests signing in with Google by redirect, with an OpenID provider on this machine and a browser that follows each
// step by hand, and every wrong return.
import { userSchema } from "@jara/shared/users";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  Browser,
  CLIENT_ID,
  type GoogleProvider,
  googlePerson,
  startGoogle,
  type Visit,
} from "../support/e2e-google.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const SECRET = "the-client-secret";
const START = "/api/auth/google";

describeEndToEnd("Google by redirect", () => {
  let google: GoogleProvider;
  let server: TestServer;
  let browser: Browser;
  const settings = () => ({ clientId: CLIENT_ID, secret: SECRET, issuer: google.issuer });
  beforeAll(async () => {
    google = await startGoogle();
    server = await startTestServer({ config: { google: settings() } });
  });
  afterAll(async () => {
    await server?.close();
    await google?.stop();
  });
  beforeEach(() => {
    browser = new Browser(server);
    google.person = googlePerson("ada");
    google.exchanges = 0;
  });
  afterEach(() => {
    google.onRedirect = () => {};
    google.onTokens = () => {};
  });

  /** From our start through the provider to the address it sends the browser back to. */
  const toCallback = async (): Promise<string> => {
    const start = await browser.visit(START);
    return (await browser.visit(start.to)).to;
  };
  const whole = async (): Promise<Visit> => browser.visit(await toCallback());
  const landing = ({ to }: Visit) => {
    const { origin, pathname, searchParams } = new URL(to);
    return { page: `${origin}${pathname}`, query: Object.fromEntries(searchParams) };
  };
  const expectFailure = (visit: Visit, error: string): void => {
    expect(visit.status).toBe(302);
    expect(landing(visit)).toEqual({ page: `${server.config.publicUrl}/auth/callback`, query: { error } });
    expect(visit.headers.get("cache-control")).toBe("no-store");
  };
  const accounts = async (): Promise<number> => {
    const [row] = await server.query<{ count: number }>("select count(*)::int as count from users");
    return row?.count ?? -1;
  };

  describe("a successful sign-in", () => {
    it("sends the browser to the provider with a code challenge, a state and a nonce that only the browser holds", async () => {
      const { status, to, headers } = await browser.visit(START);
      expect(status).toBe(302);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      const url = new URL(to);
      expect(url.origin).toBe(google.issuer);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        client_id: CLIENT_ID,
        redirect_uri: `${server.config.publicUrl}/api/auth/google/callback`,
        response_type: "code",
        scope: "openid email profile",
        state: expect.stringMatching(/^.{40,}$/),
        nonce: expect.stringMatching(/^.{40,}$/),
        code_challenge: expect.stringMatching(/^.{43}$/),
        code_challenge_method: "S256",
        prompt: "select_account",
      });
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^google_sign_in=.+; Max-Age=600; Path=\/api\/auth\/google\/callback; HttpOnly; SameSite=Lax$/,
        ),
      ]);
      const again = new URL((await new Browser(server).visit(START)).to).searchParams;
      for (const name of ["state", "nonce", "code_challenge"]) {
        expect(again.get(name)).not.toBe(url.searchParams.get(name));
      }
    });

    it("ends at the client's callback with a valid token and the account, and leaves no cookie", async () => {
      google.person = googlePerson("bola", { name: "Bọ́lá & Co. +1", given_name: "Bọ́lá 100% + more" });
      const visit = await whole();
      expect(visit.status).toBe(302);
      expect(visit.headers.get("cache-control")).toBe("no-store");
      expect(visit.headers.get("referrer-policy")).toBe("no-referrer");
      const { page, query } = landing(visit);
      expect(page).toBe(`${server.config.publicUrl}/auth/callback`);
      expect(Object.keys(query)).toEqual(["token", "user"]);
      const user = JSON.parse(query.user ?? "");
      expectShape(userSchema, user);
      expect(user).toMatchObject({ email: "bola@gmail.test", isEmailVerified: true, firstName: "Bọ́lá 100% + more" });
      // A reader without form decoding gets the same.
      const raw = /[?&]user=([^&]*)/.exec(visit.to)?.[1] ?? "";
      expect(JSON.parse(decodeURIComponent(raw))).toEqual(user);
      const profile = await server.api("GET", "/api/users/profile", { token: query.token });
      expect(profile.body.user).toEqual({ ...user, available: 0 });
      expect(browser.cookies.size).toBe(0);
    });

    it("finds the account that the button made, and the button finds the redirect's", async () => {
      google.person = googlePerson("both");
      const first = landing(await whole()).query;
      const googleToken = await google.idToken(googlePerson("both"));
      const { body } = await server.api("POST", "/api/auth/google", { body: { googleToken } });
      expect(body.user).toEqual(JSON.parse(first.user ?? ""));
      expect(JSON.parse(landing(await whole()).query.user ?? "")).toEqual(body.user);
    });
  });

  describe("a refusal or an error of Google's ends with oauth_failed", () => {
    it("when the person cancels the sign-in", async () => {
      google.onRedirect = (url) => {
        url.searchParams.delete("code");
        url.searchParams.set("error", "access_denied");
      };
      expectFailure(await whole(), "oauth_failed");
      expect(google.exchanges).toBe(0);
      expect(browser.cookies.size).toBe(0);
    });

    it("when Google sends no token", async () => {
      const before = await accounts();
      google.onTokens = ({ body }) => {
        delete body.id_token;
      };
      expectFailure(await whole(), "oauth_failed");
      expect(google.exchanges).toBe(1);
      expect(await accounts()).toBe(before);
    });

    it("when a kept cookie is used with the same code a second time", async () => {
      const callback = await toCallback();
      const thief = new Browser(server);
      for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
      expect(Object.keys(landing(await browser.visit(callback)).query)).toEqual(["token", "user"]);
      expectFailure(await thief.visit(callback), "oauth_failed");
    });

    it("when the exchange fails, and the next attempt succeeds", async () => {
      google.onTokens = (answer) => {
        answer.statusCode = 500;
        answer.body = {};
      };
      expectFailure(await whole(), "oauth_failed");
      google.onTokens = () => {};
      expect(Object.keys(landing(await whole()).query)).toEqual(["token", "user"]);
    });

    it("when Google cannot be reached, at the start and on the way back", async () => {
      const provider = await startGoogle();
      const own = await startTestServer({ config: { google: { ...settings(), issuer: provider.issuer } } });
      const visitor = new Browser(own);
      await provider.stop();
      expectFailure(await visitor.visit(START), "oauth_failed");
      await provider.startAgain();
      provider.person = googlePerson("late");
      const { to } = await visitor.visit((await visitor.visit(START)).to);
      await provider.stop();
      expectFailure(await visitor.visit(to), "oauth_failed");
      await own.close();
    });
  });

  describe("an inconsistent return on our side ends with oauth_callback_failed", () => {
    it("without the cookie, as after a link from somebody else", async () => {
      const callback = await toCallback();
      expectFailure(await new Browser(server).visit(callback), "oauth_callback_failed");
      expect(google.exchanges).toBe(0);
    });

    it("with the cookie of another sign-in, or with an altered or missing state", async () => {
      const callback = await toCallback();
      const other = new Browser(server);
      await other.visit(START);
      expectFailure(await other.visit(callback), "oauth_callback_failed");

      const [altered, stateless] = [new URL(await toCallback()), new URL(await toCallback())];
      altered.searchParams.set("state", "another-state");
      stateless.searchParams.delete("state");
      for (const url of [altered, stateless]) {
        await browser.visit(START);
        expectFailure(await browser.visit(url.href), "oauth_callback_failed");
      }
      expect(google.exchanges).toBe(0);
    });

    it("with an altered cookie, or a session's token instead of it", async () => {
      const callback = await toCallback();
      const [value] = browser.cookies.values();
      const token = landing(await whole()).query.token ?? "";
      for (const wrong of [`${value}x`, "garbage", token]) {
        browser.cookies.set("google_sign_in", wrong);
        expectFailure(await browser.visit(callback), "oauth_callback_failed");
      }
    });

    it("after a first attempt, because that removed the cookie", async () => {
      const callback = await toCallback();
      await browser.visit(callback);
      expectFailure(await browser.visit(callback), "oauth_callback_failed");
    });

    it("when the database fails", async () => {
      const callback = await toCallback();
      await server.query("alter table users rename column google_id to google_id_away");
      const visit = await browser.visit(callback);
      await server.query("alter table users rename column google_id_away to google_id");
      expectFailure(visit, "oauth_callback_failed");
    });
  });

  it("answers a suspended account and an address linked to another person with their own errors", async () => {
    google.person = googlePerson("suspended");
    await whole();
    await server.query("update users set banned_at = now() where username = 'suspended'");
    expectFailure(await whole(), "sign_in_refused");
    google.person = googlePerson("intruder", { email: "suspended@gmail.test" });
    expectFailure(await whole(), "sign_in_refused");
  });
});
