// Tests that the comparison of the database with the payment service and the mail server finds each kind of fault.
import { describe, expect, it } from "vitest";
import { mailFindings, paymentFindings } from "../trust/outside/judge-outside.ts";

describe("payments", () => {
  const payment = (reference: string, status = "success") =>
    [reference, { reference, amount: 5_000, email: "", callbackUrl: "", status, currency: "NGN" }] as const;
  const credit = (reference: string, change: object = {}) => ({
    reference,
    status: "paid",
    entries: 1,
    creditedMinor: 5_000,
    isOwners: true,
    ...change,
  });
  const uncredited = { status: "pending", entries: 0, creditedMinor: 0 };

  it("are right if each that was made is credited once, and no other", () => {
    const payments = new Map([payment("made"), payment("left", "abandoned")]);
    expect(paymentFindings({ payments }, [credit("made"), credit("left", uncredited)])).toEqual([]);
  });

  it.each([
    ["is not credited", [credit("made", uncredited)]],
    ["is credited twice", [credit("made", { entries: 2, creditedMinor: 10_000 })]],
    ["is credited to somebody else", [credit("made", { isOwners: false })]],
    ["is credited with another amount", [credit("made", { creditedMinor: 5_001 })]],
    ["is not known", []],
  ])("are wrong if one that was made %s", (_, credits) => {
    expect(paymentFindings({ payments: new Map([payment("made")]) }, credits)).toEqual([
      expect.stringContaining("made"),
    ]);
  });

  it.each([
    ["was not made", new Map([payment("left", "abandoned")])],
    ["Paystack does not know", new Map()],
  ])("are wrong if one is credited, or is said to be paid, that %s", (_, payments) => {
    expect(paymentFindings({ payments }, [credit("left")])).toHaveLength(1);
    expect(paymentFindings({ payments }, [credit("left", { ...uncredited, status: "paid" })])).toHaveLength(1);
  });
});

describe("mails", () => {
  const mail = (fate: Parameters<typeof mailFindings>[1][number]["fate"]) => ({ id: "7f", kind: "won", fate });
  const copies = (count: number) => ({ mails: Array(count).fill({ messageId: "<7f@jara.test>" }) });

  it.each([
    ["sent", 1],
    ["needless", 0],
    ["not due", 0],
  ] as const)("accept one that is %s and arrived %s times", (fate, count) => {
    expect(mailFindings(copies(count), [mail(fate)])).toEqual([]);
  });

  it.each([
    ["sent", 0],
    ["sent", 2],
    ["needless", 1],
    ["not due", 1],
    ["overdue", 0],
    ["given up", 0],
  ] as const)("report one that is %s and arrived %s times", (fate, count) => {
    expect(mailFindings(copies(count), [mail(fate)])).toEqual([`mails: won 7f is ${fate} and arrived ${count} times`]);
  });

  it("are wrong if one arrived that the database does not know", () => {
    expect(mailFindings(copies(1), [])).toHaveLength(1);
  });
});
