// Tests a person's own profile over REST, and the public facts of the site (`GET /api/site`).
import { userAnswer } from "@jara/shared/rest/accounts";
import { siteAnswer } from "@jara/shared/rest/site";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { expectShape, PUSH_KEYS, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const address = { street: "12 Allen Avenue", city: "Ikeja", state: "Lagos", zipCode: "100271", country: "Nigeria" };

describeEndToEnd("profile and site over REST", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.close());

  const put = (person: Pick<Person, "token">, body: unknown) =>
    server.api("PUT", "/api/users/profile", { token: person.token, body });
  const storedRevision = async ({ id }: Person) => {
    const [row] = await server.query<{ revision: number }>("select revision from users where id = $1::text::uuid", [
      id,
    ]);
    return row?.revision;
  };

  describe("the profile", () => {
    // S100
    it("accepts every editable field, answers the new account, and keeps it", async () => {
      const ada = await makePerson(server, "ada", { balance: 12.5 });
      const change = {
        firstName: " Ada ",
        lastName: "Obi",
        phone: "+234 801 234 5678",
        address,
        wantsOutbidMail: false,
      };
      const { status, body } = await put(ada, change);
      expect(status).toBe(200);
      expectShape(userAnswer, body);
      expect(body.user).toMatchObject({ ...change, firstName: "Ada", username: "ada", balance: 12.5, role: "user" });
      expect((await server.api("GET", "/api/users/profile", { token: ada.token })).body).toEqual({
        user: { ...body.user, available: 12.5 },
      });
    });

    it("cleans what was pasted", async () => {
      const pasted = await makePerson(server, "pasted");
      const names = { firstName: "Ada\u0000\u200b", lastName: "\u202eO\u0323bi\u00a0 Okafor\n" };
      const { body } = await put(pasted, { ...names, phone: "\u202a+234\u2011803\u00a0123 4567\u202c" });
      expect(body.user).toMatchObject({ firstName: "Ada", lastName: "\u1eccbi Okafor", phone: "+234-803 123 4567" });
    });

    it("keeps omitted fields, clears null or empty ones, and changes nobody else", async () => {
      const [bola, other] = [await makePerson(server, "bola"), await makePerson(server, "other")];
      await put(bola, { firstName: "Bola", lastName: "Ade", phone: "08012345678", address });
      await put(other, { firstName: "Other", address });
      const { body } = await put(bola, { lastName: null, phone: "", address: { city: "Yaba", zipCode: "  " } });
      expect(body.user).toMatchObject({
        firstName: "Bola",
        lastName: null,
        phone: null,
        address: { ...address, city: "Yaba", zipCode: null },
        wantsOutbidMail: true,
      });
      expect((await put(bola, {})).body).toEqual(body);
      expect((await put(other, {})).body.user).toMatchObject({ firstName: "Other", address });
    });

    it("changes nothing that a bid depends on, so that a bid under way is not decided again", async () => {
      const chidi = await makePerson(server, "chidi");
      const before = await storedRevision(chidi);
      expect((await put(chidi, { firstName: "Chidi" })).status).toBe(200);
      expect(await storedRevision(chidi)).toBe(before);
    });

    it("keeps text unchanged: quotes, other scripts and markup come back as they were sent", async () => {
      const dayo = await makePerson(server, "dayo");
      const names = { firstName: "O'Néill \"); drop table users;--", lastName: "<b>Ọláyínká</b> 中 \\ $1" };
      expect((await put(dayo, names)).body.user).toMatchObject(names);
    });

    it.each([
      ["a username", { username: "boss" }],
      ["an e-mail address", { email: "boss@people.test" }],
      ["a role", { role: "admin" }],
      ["a balance", { balance: 1_000_000 }],
      ["an unknown part of the address", { address: { planet: "Mars" } }],
      ["a name too long", { firstName: "x".repeat(61) }],
      ["a phone number that is none", { phone: "call me" }],
      ["a number for a name", { firstName: 5 }],
      ["null for an address", { address: null }],
      ["null for the mail choice", { wantsOutbidMail: null }],
      ["a list", []],
    ])("refuses %s and changes nothing", async (_what, body) => {
      const emeka = await makePerson(server, `emeka${Math.random().toString(36).slice(2)}`);
      const before = (await put(emeka, {})).body;
      const refused = await put(emeka, body);
      expect([refused.status, refused.body.code]).toEqual([400, "INVALID"]);
      expect((await put(emeka, {})).body).toEqual(before);
    });

    // S381
    it("is only for its owner", async () => {
      const { status, body } = await server.api("PUT", "/api/users/profile", { body: { firstName: "Nobody" } });
      expect([status, body.code]).toEqual([401, "UNAUTHENTICATED"]);
      expect((await put({ token: "garbage" }, { firstName: "Nobody" })).status).toBe(401);
    });
  });
});

describe("the public facts of the site", () => {
  const siteOf = async (config: NonNullable<Parameters<typeof startTestServer>[0]>["config"]) => {
    const server = await startTestServer({ ...(config && { config }) });
    const { status, body, text, headers } = await server.api("GET", "/api/site");
    await server.close();
    expect(status).toBe(200);
    expectShape(siteAnswer, body);
    return { body, text, cacheControl: headers.get("cache-control") };
  };

  it("name brand and contacts, offer the sandbox in development and no Google sign-in, and may be cached briefly", async () => {
    const { body, cacheControl } = await siteOf({});
    const { categories, ...others } = body;
    expect(categories).toHaveLength(11);
    expect(categories).toContainEqual({ code: "home-garden", label: "Home & Garden", isRetired: false });
    expect(others).toEqual({
      brandName: "Jara",
      contact: { email: "help@jara.test", whatsapp: "+2348012345678", phone: null },
      googleClientId: null,
      googleRedirect: false,
      onlineTopUp: "sandbox",
      bankAccount: { bank: "Test Bank", number: "0123456789", name: "Jara Tests" },
      staffMayBid: false,
      balanceRule: "check",
      rules: { depositPercent: 20, feePercent: 5, forfeitPercent: 10, paymentDays: 3 },
      serviceWorker: true,
      pushKey: PUSH_KEYS.publicKey,
    });
    expect(cacheControl).toMatch(/^public, max-age=\d{2}$/);
  });

  it("offer live top-ups with a key, and reveal no secret", async () => {
    const { body, text } = await siteOf({
      paystack: { secretKey: "sk_secret_of_ours", url: "https://paystack.invalid" },
      google: { clientId: "client-7", secret: "google-secret", issuer: "https://issuer.invalid" },
    });
    expect(body).toMatchObject({ onlineTopUp: "live", googleClientId: "client-7", googleRedirect: true });
    expect(text).not.toMatch(/secret/);
  });

  it("offer only Google's button if there is no secret for the redirect", async () => {
    const google = { clientId: "client-7", secret: null, issuer: "https://issuer.invalid" };
    const { body } = await siteOf({ google });
    expect(body).toMatchObject({ googleClientId: "client-7", googleRedirect: false });
  });

  it("offer no sandbox and no demo accounts in production", async () => {
    const { body } = await siteOf({ isProduction: true, bankAccount: null });
    expect(body).toMatchObject({ onlineTopUp: "off", bankAccount: null });
  });
});
