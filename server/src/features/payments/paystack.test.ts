import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FakePaystack, PAYSTACK_KEY, startFakePaystack } from "../../../test/support/fake-paystack.ts";
import { createPaystack } from "./paystack.ts";

const payment = (reference: string) => ({
  reference,
  email: "ada@people.test",
  amountMinor: 12_345,
  returnUrl: "https://jara.test/profile",
});

describe("Paystack's answers", () => {
  let fake: FakePaystack;
  let references = 0;
  beforeAll(async () => {
    fake = await startFakePaystack();
  });
  beforeEach(() => {
    fake.mood = "well";
  });
  afterAll(() => fake.close());
  const paystack = (key = PAYSTACK_KEY, timeoutMs?: number) => createPaystack(key, () => fake.url, timeoutMs);
  const opened = async (): Promise<string> => {
    const reference = `test-${++references}`;
    expect((await paystack().initialize(payment(reference))).kind).toBe("open");
    return reference;
  };

  it("report an accepted payment as open, and a known one as a duplicate", async () => {
    const reference = await opened();
    expect(fake.payments.get(reference)).toMatchObject({ amount: 12_345, callbackUrl: "https://jara.test/profile" });
    expect(await paystack().initialize(payment(reference))).toEqual({ kind: "duplicate" });
  });

  it("report an unacceptable payment as refused, with the reason", async () => {
    fake.mood = "refusing";
    expect(await paystack().initialize(payment("no"))).toEqual({ kind: "refused", why: "Merchant may be inactive" });
  });

  it("report a wrong key as a failure and not as an answer about a payment", async () => {
    const reference = await opened();
    expect(await paystack("sk_wrong").verify(reference)).toEqual({ kind: "unreachable", why: "Invalid key" });
    expect(await paystack("sk_wrong").initialize(payment("other"))).toEqual({ kind: "refused", why: "Invalid key" });
  });

  it.each([
    ["success", { kind: "paid", amountMinor: 12_345, currency: "NGN" }],
    ["failed", { kind: "failed" }],
    ["reversed", { kind: "failed" }],
    ["abandoned", { kind: "open" }],
    ["processing", { kind: "open" }],
    ["a word not known yet", { kind: "open" }],
  ])("report a payment that is %s as %o", async (status, expected) => {
    const reference = await opened();
    fake.becomes(reference, { status });
    expect(await paystack().verify(reference)).toEqual(expected);
  });

  it("report a payment that Paystack does not know as unknown", async () => {
    expect(await paystack().verify("nobody-made-it")).toEqual({ kind: "unknown" });
  });

  it("are not believed if they name another payment, or an amount that is no whole number", async () => {
    const [asked, other] = [await opened(), await opened()];
    fake.becomes(asked, { status: "success", reference: other });
    expect(await paystack().verify(asked)).toMatchObject({ kind: "unreachable" });
    fake.becomes(asked, { reference: asked, amount: 12_345.5 });
    expect(await paystack().verify(asked)).toMatchObject({ kind: "unreachable" });
  });

  it.each(["down", "broken"] as const)("are reported as missing while Paystack is %s", async (mood) => {
    const reference = await opened();
    fake.mood = mood;
    expect(await paystack().verify(reference)).toMatchObject({ kind: "unreachable" });
    expect(await paystack().initialize(payment("x"))).toMatchObject({ kind: "unreachable" });
  });

  it("are awaited for a limited time, and not after the caller gave up", async () => {
    const reference = await opened();
    fake.mood = "silent";
    expect(await paystack(PAYSTACK_KEY, 50).verify(reference)).toMatchObject({ kind: "unreachable" });
    expect(await paystack(PAYSTACK_KEY, 50).initialize(payment("x"))).toMatchObject({ kind: "unreachable" });
    const givenUp = AbortSignal.timeout(50);
    expect(await paystack().verify(reference, givenUp)).toMatchObject({ kind: "unreachable" });
  });
});
