// Tests bidding without JavaScript, as a browser does it: the test reads and sends the forms of the pages, with the
// cookie alone.
import { beforeAll, expect, it } from "vitest";
import { amountOf } from "../../src/features/site-pages/plain-bid-pages.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const PASSWORD = "long enough 4 plain bids";

const server = await sharedServer();

describeEndToEnd("a bid without scripts", () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    await server.api("POST", "/api/auth/register", {
      body: { username: "plain", email: "plain@people.test", password: PASSWORD },
    });
    await server.query(
      "update users set email_verified_at = now(), balance_minor = 500000000 where username = 'plain'",
    );
  });

  /** Acts like a browser without scripts: it keeps cookies, and says where a form came from. */
  const browser = () => {
    let cookie = "";
    const ask = async (path: string, form?: Record<string, string>, site = "same-origin") => {
      const response = await fetch(server.address + path, {
        redirect: "manual",
        headers: {
          ...(cookie && { cookie }),
          ...(form && { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": site }),
        },
        ...(form && { method: "POST", body: new URLSearchParams(form).toString() }),
      });
      const set = response.headers.get("set-cookie");
      if (set) cookie = set.split(";")[0] ?? "";
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, set };
    };
    return { ask, cookie: () => cookie };
  };
  const hiddenFields = (html: string) =>
    Object.fromEntries([...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, n, v]) => [n, v]));
  const formTo = (html: string, path: string) =>
    html.split("<form").find((form) => form.includes(`action="${path}"`)) ?? "";
  const bidsOn = async (id: string) => (await server.api("GET", `/api/bids/auction/${id}`)).body.bids;

  it("leads from the lot to the log-in, the amount in words and the bid, and a form that is sent twice is one bid", async () => {
    const made = await openAuction(server, admin, { startingPrice: 5000, bidIncrement: 100 });
    const path = `/auction/${made._id}`;
    const { ask, cookie } = browser();
    expect((await ask(path)).text).toContain(`action="${path}/bid"`);

    const first = await ask(`${path}/bid?amount=37%2C500`);
    expect(first.text).toContain("Log in to bid");
    const logIn = { ...hiddenFields(formTo(first.text, `${path}/log-in`)), email: "plain@people.test" };
    const wrong = await ask(`${path}/log-in`, { ...logIn, password: "not it at all" });
    expect([wrong.status, wrong.set]).toEqual([401, null]);
    expect(wrong.text).toContain('role="alert"');
    const right = await ask(`${path}/log-in`, { ...logIn, password: PASSWORD });
    expect([right.status, right.headers.get("location")]).toEqual([303, `${path}/bid?amount=37%2C500`]);
    expect(right.set).toMatch(/; Path=\/auction; Max-Age=3600; HttpOnly; SameSite=Strict$/);

    const check = await ask(right.headers.get("location") ?? "");
    expect(check.text).toContain("₦37,500.00");
    expect(check.text).toContain("thirty-seven thousand, five hundred naira");
    expect(await bidsOn(made._id)).toHaveLength(0);
    const form = hiddenFields(formTo(check.text, `${path}/bid`)) as Record<string, string>;
    for (let sent = 0; sent < 2; sent += 1) {
      const placed = await ask(`${path}/bid`, form);
      expect([placed.status, placed.text.includes("You lead.")]).toEqual([200, true]);
    }
    expect(await bidsOn(made._id)).toMatchObject([{ amount: 37_500, kind: "manual" }]);

    expect((await ask(`${path}/bid?amount=40000`)).text).toContain("You lead already");

    // The API does not accept the cookie, and logging out ends the session behind it.
    expect((await fetch(`${server.address}/api/auth/profile`, { headers: { cookie: cookie() } })).status).toBe(401);
    const token = cookie().split("=")[1] ?? "";
    expect((await server.api("GET", "/api/auth/profile", { token })).status).toBe(200);
    await ask(`${path}/log-out`, hiddenFields(formTo(check.text, `${path}/log-out`)) as Record<string, string>);
    expect((await server.api("GET", "/api/auth/profile", { token })).status).toBe(401);
  });

  it("refuses forms of other sites, without the form's own token, and with the token of another lot", async () => {
    const made = await openAuction(server, admin, { startingPrice: 5000, bidIncrement: 100 });
    const other = await openAuction(server, admin, { startingPrice: 5000, bidIncrement: 100 });
    const path = `/auction/${made._id}`;
    const { ask } = browser();
    const account = { email: "plain@people.test", password: PASSWORD, amount: "6000" };
    expect((await ask(`${path}/log-in`, account, "cross-site")).status).toBe(403);
    await ask(`${path}/log-in`, account);
    const form = hiddenFields(formTo((await ask(`${path}/bid?amount=6000`)).text, `${path}/bid`)) as Record<
      string,
      string
    >;
    const otherPage = await ask(`/auction/${other._id}/bid?amount=6000`);
    const otherForm = hiddenFields(formTo(otherPage.text, `/auction/${other._id}/bid`)) as Record<string, string>;
    const tries = [
      await ask(`${path}/bid`, form, "cross-site"),
      await ask(`${path}/bid`, form, "same-site"),
      await ask(`${path}/bid`, { ...form, form: "" }),
      await ask(`${path}/bid`, { ...form, form: otherForm.form ?? "" }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await bidsOn(made._id)).toHaveLength(0);
    expect((await ask(`${path}/bid`, form)).status).toBe(200);
    expect(await bidsOn(made._id)).toHaveLength(1);
  });

  it("shows the engine's refusal with the next amount, and answers 404 for a lot that visitors may not see", async () => {
    const made = await openAuction(server, admin, { startingPrice: 5000, bidIncrement: 100 });
    const path = `/auction/${made._id}`;
    const { ask } = browser();
    await ask(`${path}/log-in`, { email: "plain@people.test", password: PASSWORD, amount: "1" });
    const low = hiddenFields(formTo((await ask(`${path}/bid?amount=1`)).text, `${path}/bid`)) as Record<string, string>;
    const answer = await ask(`${path}/bid`, low);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).toContain('role="alert"');
    expect(await bidsOn(made._id)).toHaveLength(0);
    expect((await ask(`${path}/bid?amount=37.500`)).text).toContain("is not an amount");
    expect((await ask("/auction/6f1f3c1e-8a52-4c56-b7b1-0f0f5c0e9d21/bid?amount=1")).status).toBe(404);
  });
});

it("reads amounts with and without separators, and refuses what may mean two things", () => {
  expect(["37500", "37,500", "₦37,500.00", "1,500,000.5"].map(amountOf)).toEqual([37_500, 37_500, 37_500, 1_500_000.5]);
  expect(["37.500", "1.500.000", "37,50", "0", "-5", "1e9", "", "250k"].map(amountOf)).toEqual(Array(8).fill(null));
});
