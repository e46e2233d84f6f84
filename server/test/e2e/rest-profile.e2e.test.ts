// Tests a person's own profile over REST, and the public facts of the site (`GET /api/site`).

import { usualPercents } from "@jara/shared/payment-rules";
import { userAnswer } from "@jara/shared/rest/accounts";
import { siteAnswer } from "@jara/shared/rest/site";
import { describe, expect, it } from "vitest";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { expectShape, PUSH_KEYS, sharedServer, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const address = { street: "12 Allen Avenue", city: "Ikeja", state: "Lagos", zipCode: "100271", country: "Nigeria" };

const server = await sharedServer();

describeEndToEnd("profile and site over REST", () => {
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
      expect(body.user).toMatchObject({
        ...change,
        firstName: "Ada",
        username: ada.username,
        balance: 12.5,
        role: "user",
      });
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

    it("refuses what is no value of its field, and changes nothing", async () => {
      const emeka = await makePerson(server, "emeka");
      const before = (await put(emeka, {})).body;
      for (const body of [
        { address: { planet: "Mars" } },
        { firstName: "x".repeat(61) },
        { phone: "call me" },
        { firstName: 5 },
        { address: null },
        { wantsOutbidMail: null },
        [],
      ]) {
        const refused = await put(emeka, body);
        expect([body, refused.status, refused.body.code]).toEqual([body, 400, "INVALID"]);
      }
      expect((await put(emeka, {})).body).toEqual(before);
    });
  });
});

describe("the public facts of the site", () => {
  const siteOf = async ({ api }: Pick<TestServer, "api">) => {
    const { status, body, text, headers } = await api("GET", "/api/site");
    expect(status).toBe(200);
    expectShape(siteAnswer, body);
    return { body, text, cacheControl: headers.get("cache-control") };
  };

  it("name brand and contacts, offer the sandbox in development and no Google sign-in, and may be cached briefly", async () => {
    const { body, cacheControl } = await siteOf(server);
    const { categories, ...others } = body;
    expect(categories).toHaveLength(11);
    expect(categories).toContainEqual({ code: "home-garden", label: "Home & Garden", isRetired: false });
    expect(others).toEqual({
      brandName: "Jara",
      houseName: "Jara",
      contact: { email: "help@jara.test", whatsapp: "+2348012345678", phone: null },
      googleClientId: null,
      googleRedirect: false,
      onlineTopUp: "sandbox",
      bankAccount: { bank: "Test Bank", number: "0123456789", name: "Jara Tests" },
      staffMayBid: false,
      balanceRule: "check",
      rules: usualPercents,
      serviceWorker: true,
      pushKey: PUSH_KEYS.publicKey,
    });
    expect(cacheControl).toMatch(/^public, max-age=\d{2}$/);
  });

  it("offer live top-ups with a key and Google's redirect with a secret, reveal neither, and offer no sandbox in production", async () => {
    const google = { clientId: "client-7", secret: "google-secret", issuer: "https://issuer.invalid" };
    for (const [config, expected] of [
      [
        { google, paystack: { secretKey: "sk_secret_of_ours", url: "https://paystack.invalid" } },
        { onlineTopUp: "live", googleClientId: "client-7", googleRedirect: true },
      ],
      [
        { google: { ...google, secret: null }, isProduction: true, bankAccount: null },
        { onlineTopUp: "off", bankAccount: null, googleClientId: "client-7", googleRedirect: false },
      ],
    ] as const) {
      const server = await startTestServer({ config });
      const { body, text } = await siteOf(server);
      await server.close();
      expect(body).toMatchObject(expected);
      expect(text).not.toMatch(/secret/);
    }
  });
});
