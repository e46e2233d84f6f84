import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FakeBank, startFakeBank } from "../../../test/support/fake-bank.ts";
import { createPaystackCall } from "../../platform/lib/paystack-call.ts";
import { createPaystackTransfers, toTransfer } from "./paystack-transfers.ts";

describe("Paystack's banks and transfers", () => {
  let fake: FakeBank;
  beforeAll(async () => {
    fake = await startFakeBank();
  });
  beforeEach(() => {
    fake.mood = "take";
  });
  afterAll(() => fake.close());
  const paystack = () => createPaystackTransfers(fake.call);

  it("list the banks of all pages by name, each once and without closed ones", async () => {
    expect(await paystack().banks()).toEqual([
      { code: "044", name: "Access Bank" },
      { code: "057", name: "Zenith Bank" },
    ]);
    fake.mood = "hang up";
    expect(await paystack().banks()).toBeNull();
  });

  it("read the name of an account as one line without hidden characters", async () => {
    const account = { bankCode: "057", accountNumber: "0123456789" };
    expect(await paystack().resolve(account)).toEqual({ kind: "found", accountName: "OKAFOR ADA" });
    expect(await paystack().resolve({ ...account, accountNumber: "0000000000" })).toEqual({ kind: "unknown" });
    fake.mood = "hang up";
    expect(await paystack().resolve(account)).toMatchObject({ kind: "unreachable" });
  });

  it("report a failure if the key is wrong or no answer comes in time", async () => {
    const wrong = createPaystackTransfers(async () => ({
      status: 401,
      json: { status: false, message: "Invalid key" },
    }));
    expect(await wrong.resolve({ bankCode: "057", accountNumber: "0123456789" })).toMatchObject({
      kind: "unreachable",
    });
    expect(await wrong.verify("withdrawal-00000000")).toMatchObject({ kind: "unreachable" });
    const transfer = { reference: "withdrawal-00000000", amountMinor: 10_000, recipientCode: "RCP_x", reason: "x" };
    expect(await wrong.send(transfer)).toEqual({ kind: "refused", why: "Invalid key", isOurs: true });
    const silent = createPaystackTransfers(createPaystackCall("key", () => "http://127.0.0.1:9", 50));
    expect(await silent.send(transfer)).toMatchObject({ kind: "unreachable" });
  });
  it.each([
    ["success", "paid"],
    ["failed", "failed"],
    ["reversed", "failed"],
    ["abandoned", "failed"],
    ["blocked", "failed"],
    ["rejected", "failed"],
    ["pending", "open"],
    ["otp", "open"],
    ["received", "open"],
    ["something new", "open"],
  ])("report a transfer that is %s as %s", (status, state) => {
    expect(toTransfer({ status, reference: "r", amount: 1, currency: "NGN" }).state).toBe(state);
  });
});
