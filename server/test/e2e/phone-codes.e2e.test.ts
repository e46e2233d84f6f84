// Tests codes for phones through the real server: who gets one, how often, what a right and a wrong code do, and that the
// provider is asked no more than once for each.
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { phoneAnswer } from "@jara/shared/rest/phone";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "../support/e2e-live.ts";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const MINUTE_MS = 60_000;

describeEndToEnd("codes for phones", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ because: "it shifts the clock of its database" });
  });
  afterAll(() => server?.close());

  let people = 0;
  const person = (options = {}) => makePerson(server, `ada${people++}`, options);
  let numbers = 0;
  const newNumber = () => `0803${String(1_000_000 + numbers++)}`;
  const whole = (number: string) => `+234${number.slice(1)}`;
  const send = (who: Person, phone: string) =>
    server.api("POST", "/api/users/phone/code", { token: who.token, body: { phone } });
  const confirm = (who: Person, phone: string, code: string) =>
    server.api("POST", "/api/users/phone/confirm", { token: who.token, body: { phone, code } });
  const phoneOf = async (who: Person) => {
    const { body } = await server.api("GET", "/api/users/phone", { token: who.token });
    expectShape(phoneAnswer, body);
    return body;
  };
  const messagesTo = async (number: string): Promise<string[]> => {
    const { body } = await server.api("GET", "/dev/sms.json");
    return body.messages.flatMap(({ to, text }: { to: string; text: string }) => (to === number ? [text] : []));
  };
  const codeTo = async (number: string) => /^\d{6}/.exec((await messagesTo(number))[0] ?? "")?.[0] ?? "";
  const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const profilePhone = async (who: Person) =>
    (await server.api("GET", "/api/users/profile", { token: who.token })).body.user.phone;

  it("verify a phone, which becomes the profile's, and repeating a request that was answered changes nothing", async () => {
    const ada = await person();
    const number = newNumber();
    const spaced = `${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}`;
    const { status, body } = await send(ada, spaced);
    expectShape(phoneAnswer, body);
    expect([status, body.phone, body.code.number]).toEqual([200, null, whole(number)]);
    expect((await send(ada, whole(number))).status).toBe(200);
    expect(await messagesTo(whole(number))).toHaveLength(1);
    const code = await codeTo(whole(number));
    const phone = { number: whole(number), verifiedAt: expect.any(String) };
    for (const _ of ["first", "again"]) {
      const done = await confirm(ada, spaced, code);
      expect([done.status, done.body]).toEqual([200, { phone, code: null }]);
    }
    expect(await profilePhone(ada)).toBe(whole(number));
    // A verified number needs no other code.
    expect((await send(ada, number)).body.phone).toEqual(phone);
    expect(await messagesTo(whole(number))).toHaveLength(1);
  });

  it("tell the person's other pages", async () => {
    const ada = await person();
    const number = newNumber();
    const page = await connect(server, "socket.io", { token: ada.token });
    await send(ada, number);
    await confirm(ada, number, await codeTo(whole(number)));
    await page.next("list:changed", ({ list }) => list === "own-bidder-checks");
    page.close();
  });

  it("are void after five wrong ones, after ten minutes, for another number and for another person", async () => {
    const [ada, bisi] = [await person(), await person()];
    const number = newNumber();
    await send(ada, number);
    const code = await codeTo(whole(number));
    const wrong = { code: "VERIFICATION_FAILED" };
    expect((await confirm(bisi, number, code)).body).toMatchObject(wrong);
    expect((await confirm(ada, newNumber(), code)).body).toMatchObject(wrong);
    for (let tries = 0; tries < 5; tries++)
      expect((await confirm(ada, number, otherThan(code))).body).toMatchObject(wrong);
    expect((await confirm(ada, number, code)).body).toMatchObject(wrong);
    expect((await phoneOf(ada)).code).toBeNull();

    await send(bisi, number);
    const late = await codeTo(whole(number));
    await server.shiftClock(10 * MINUTE_MS + 1);
    expect((await confirm(bisi, number, late)).body).toMatchObject(wrong);
    expect((await phoneOf(bisi)).phone).toBeNull();
  });

  it("are lost after five wrong ones, also if many are tried at the same time", async () => {
    const ada = await person();
    const number = newNumber();
    await send(ada, number);
    const code = await codeTo(whole(number));
    const guesses = Array.from({ length: 30 }, () => confirm(ada, number, otherThan(code)));
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([400]));
    expect((await confirm(ada, number, code)).status).toBe(400);
  });

  it("are lost with the phone: another one, or none, in the profile is not verified", async () => {
    const ada = await person();
    const number = newNumber();
    await send(ada, number);
    await confirm(ada, number, await codeTo(whole(number)));
    const setPhone = (phone: string) =>
      server.api("PUT", "/api/users/profile", { token: ada.token, body: { phone, firstName: "Ada" } });
    await setPhone(`${number.slice(0, 4)}-${number.slice(4)}`);
    expect((await phoneOf(ada)).phone?.number).toBe(whole(number));
    await server.api("PUT", "/api/users/profile", { token: ada.token, body: { firstName: "Ada" } });
    expect((await phoneOf(ada)).phone?.number).toBe(whole(number));
    await setPhone(newNumber());
    expect((await phoneOf(ada)).phone).toBeNull();
  });

  it("go only to Nigerian mobile numbers, and to people with a verified e-mail address", async () => {
    const ada = await person();
    for (const phone of ["+447911123456", "+1 900 123 4567", "01 234 5678", "+23412345678", "+2349001234", "12345"]) {
      const { status, body } = await send(ada, phone);
      expect([phone, status, body.issues?.[0].path]).toEqual([phone, 400, "phone"]);
    }
    const number = newNumber();
    const unverified = await person({ isVerified: false });
    expect((await send(unverified, number)).body.code).toBe("EMAIL_NOT_VERIFIED");
    expect((await server.api("POST", "/api/users/phone/code", { body: { phone: number } })).status).toBe(401);
    expect(await messagesTo(whole(number))).toEqual([]);
  });

  it("are limited in a day for a person and for a number, also if many ask at the same time", async () => {
    const ada = await person();
    const asked = await Promise.all(Array.from({ length: 12 }, () => send(ada, newNumber())));
    const statuses = asked.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
    expect(asked.find(({ status }) => status === 429)?.body.retryAfterMs).toBeGreaterThan(23 * 60 * MINUTE_MS);

    const number = newNumber();
    const others = await Promise.all(Array.from({ length: 8 }, () => person()));
    const sent = await Promise.all(others.map((one) => send(one, number)));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await messagesTo(whole(number))).toHaveLength(5);
  });

  describe("of a site with Termii", () => {
    let termii: HttpServer;
    let site: TestServer;
    const asked: { to: string; channel: string; api_key: string; sms: string }[] = [];
    let answers = 200;
    beforeAll(async () => {
      termii = createServer((request, response) => {
        let text = "";
        request.on("data", (part) => {
          text += part;
        });
        request.on("end", () => {
          asked.push(JSON.parse(text));
          response.writeHead(answers, { "content-type": "application/json" });
          response.end(JSON.stringify(answers === 200 ? { code: "ok", message_id: "9122821270554876574" } : {}));
        });
      });
      await new Promise<void>((resolve) => termii.listen(0, "127.0.0.1", resolve));
      const url = `http://127.0.0.1:${(termii.address() as AddressInfo).port}`;
      const sms = { termii: { apiKey: "key-of-the-tests", sender: "Jara", url }, countries: ["+233"], perDay: 3 };
      site = await startTestServer({ config: { sms } });
    });
    afterAll(async () => {
      await site?.close();
      termii?.close();
    });
    const sendThere = (who: Person, phone: string) =>
      site.api("POST", "/api/users/phone/code", { token: who.token, body: { phone } });

    it("are sent by it, again after it failed, to the countries that the site allows, up to the site's limit", async () => {
      const bisi = await makePerson(site, "bisi");
      answers = 500;
      expect((await sendThere(bisi, "0803 123 4567")).body.code).toBe("UNAVAILABLE");
      answers = 200;
      expect((await sendThere(bisi, "0803 123 4567")).status).toBe(200);
      expect(asked).toHaveLength(2);
      expect(asked[1]).toMatchObject({ to: "2348031234567", channel: "dnd", api_key: "key-of-the-tests" });
      expect(asked[1]?.sms).toMatch(/^\d{6} is your code for /);
      expect((await sendThere(bisi, "+233 24 123 4567")).status).toBe(200);
      const chidi = await makePerson(site, "chidi");
      expect((await sendThere(chidi, "0803 123 4568")).status).toBe(429);
      expect(asked).toHaveLength(3);
      expect((await site.api("GET", "/dev/sms.json")).status).toBe(404);
    });
  });
});
