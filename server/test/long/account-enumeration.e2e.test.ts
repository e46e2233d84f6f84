// Tests that the time of an answer does not show whether an address has an account: on "Forgot password" and on a
// change of the e-mail address.
import { afterAll, beforeAll, expect, it } from "vitest";
import { inWords, isTelling, pairedShift } from "../../trust/answer-times/paired-shift.ts";
import { PASSWORD, register } from "../support/e2e-mailbox.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const PAIRS = 120;
const LANES = 6;
/** Less than anybody can measure over a network. */
const LEAST_MS = 1;

describeEndToEnd("the time of an answer", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ because: "other files' work in the background would disturb its times" });
  });
  afterAll(() => server?.close());

  const timed = async (call: () => Promise<{ status: number }>): Promise<number> => {
    const startedAt = performance.now();
    expect((await call()).status).toBe(200);
    return performance.now() - startedAt;
  };
  /** Measures pairs in several lanes. Each lane alternates which of the two comes first. */
  const shiftOf = async (one: (n: number) => Promise<{ status: number }>, two: typeof one) => {
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const differences: number[] = [];
      for (let n = lane; n < PAIRS; n += LANES) {
        const isSwapped = differences.length % 2 === 1;
        const first = await timed(() => (isSwapped ? two : one)(n));
        const second = await timed(() => (isSwapped ? one : two)(n));
        differences.push(isSwapped ? first - second : second - first);
      }
      return differences;
    });
    return pairedShift((await Promise.all(lanes)).flat());
  };

  it("is the same for an address with an account and one without, on forgot-password", async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => register(server, "known")));
    const ask = (email: string) => server.api("POST", "/api/auth/forgot-password", { body: { email } });
    const shift = await shiftOf(
      (n) => ask(people[n % people.length]?.email ?? ""),
      (n) => ask(`unknown${n % people.length}@mailbox.test`),
    );
    expect(isTelling(shift, LEAST_MS), inWords(shift)).toBe(false);
  });

  it("is the same for a new address that has an account and one that has none, on change-email", async () => {
    const [ada, bola] = [await register(server, "asks"), await register(server, "there")];
    const ask = (newEmail: string) =>
      server.api("POST", "/api/auth/change-email", { token: ada.token, body: { newEmail, password: PASSWORD } });
    const shift = await shiftOf(
      () => ask(bola.email),
      () => ask("nobody.has.it@mailbox.test"),
    );
    expect(isTelling(shift, LEAST_MS), inWords(shift)).toBe(false);
  });
});
