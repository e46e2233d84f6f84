// @vitest-environment happy-dom
// Tests the administrators' actions on a settlement's own page, and the takings.
import type { DayOfCloses } from "@jara/shared/rest/day-closes";
import type { Settlement, SettlementDetails, SettlementPayment } from "@jara/shared/rest/settlements";
import type { OtherMoney, Taking, Takings } from "@jara/shared/rest/takings";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { settlement } from "../../features/settlements/settlement-for-test.ts";
import { isoToLagos } from "../../lib/lagos-input.ts";
import { useSession } from "../../store/session.ts";
import { toasts } from "../../store/toast.ts";
import { Component as SettlementScreen } from "./admin-settlement.tsx";
import { Component as TakingsScreen } from "./admin-takings.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: () => () => {},
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));

const admin = { ...testUser, username: "boss", role: "admin" as const };
const profile = { "GET /auth/profile": { body: { user: admin } } };
const pickup = (change: Partial<NonNullable<Settlement["pickup"]>> = {}): Settlement["pickup"] => ({
  status: "waiting",
  place: null,
  hours: null,
  readyAt: null,
  handedOverAt: null,
  ...change,
});
const open = (
  one: Settlement,
  more: Parameters<typeof answerFetch>[0] = {},
  details: Partial<SettlementDetails> = {},
) => {
  const calls = answerFetch({
    ...profile,
    "GET /settlements/s1": { body: { settlement: one, payments: [], offers: [], actions: [], ...details } },
    ...more,
  });
  renderAt("/admin/settlements/s1", { "/admin/settlements/:id": SettlementScreen });
  return { posts: () => calls.filter(({ call }) => call.startsWith("POST")) };
};
const ask = async (name: string) => {
  fireEvent.click(await screen.findByRole("button", { name: new RegExp(`^${name}: Bronze leopard`) }));
  return within(screen.getByRole("dialog"));
};
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(within(screen.getByRole("dialog")).getByLabelText(label), { target: { value } });
const press = (name: string) =>
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name, hidden: true }));

const today = `GET /admin/day-closes/${isoToLagos(new Date().toISOString()).slice(0, 10)}`;
/** The open part of today: what the till had at its start, and the cash that came since; below zero: that went. */
const tillWith = (openingCash: number, cash: number): DayOfCloses => ({
  date: "2026-11-21",
  closes: [],
  open: {
    from: "2026-11-21T00:00:00.000Z",
    until: "2026-11-21T12:00:00.000Z",
    openingCash,
    till: [{ method: "cash", inNgn: Math.max(cash, 0), outNgn: Math.max(-cash, 0) }],
  },
});

beforeEach(() => {
  toasts.setState([], true);
  useSession.getState().logIn(admin, "t");
});
afterEach(cleanUp);

describe("the dialog Record payment", () => {
  // S472
  it("starts with the remaining amount, groups the typed digits, names the effect, and sends method and reference", async () => {
    const call = "POST /settlements/s1/payments";
    const { posts } = open(settlement(), {
      [call]: { body: { settlement: settlement({ paid: 26_500, remaining: 50_000 }) } },
    });
    const dialog = await ask("Record payment");
    const box = dialog.getByLabelText<HTMLInputElement>("Amount (₦)");
    expect(box.value).toBe("76,500");
    expect(dialog.getByText("The lot is sold.")).toBeTruthy();
    type("Amount (₦)", "81500");
    expect(box.value).toBe("81,500");
    expect(dialog.getByText("The lot is sold. ₦5,000.00 goes to adaeze's balance.")).toBeTruthy();
    for (const bad of ["", "0", "1.500", "k"]) {
      type("Amount (₦)", bad);
      press("Record payment");
      expect(dialog.getByText(/^Please enter an amount above zero/)).toBeTruthy();
    }
    expect(posts()).toEqual([]);
    type("Amount (₦)", "26500");
    expect(dialog.getByText("₦50,000.00 remains due.")).toBeTruthy();
    type(/^The bank's reference/, " GTB 7781 ");
    press("Record payment");
    await waitFor(() => expect(toasts.getState()[0]?.message).toBe("₦50,000.00 remains due: Bronze leopard"));
    expect(posts()).toEqual([
      { call, body: { method: "transfer", amount: 26_500, reference: "GTB 7781" }, search: "" },
    ]);
  });
});

describe("the dialog Record payment, for a reference that was booked for another lot", () => {
  it("stays open with the server's words, and sends the payment again after the confirmation that it pays both", async () => {
    const call = "POST /settlements/s1/payments";
    const message = "A transfer with this reference was booked before for another lot.";
    const refused = { status: 409, body: { code: "ALREADY_EXISTS", message } };
    const { posts } = open(settlement(), { [call]: refused });
    const dialog = await ask("Record payment");
    type(/^The bank's reference/, "GTB 7781");
    press("Record payment");
    expect(await dialog.findByText(message)).toBeTruthy();
    fireEvent.click(dialog.getByLabelText("This transfer pays this lot too"));
    press("Record payment");
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts().map(({ body }) => body)).toEqual([
      { method: "transfer", amount: 76_500, reference: "GTB 7781" },
      { method: "transfer", amount: 76_500, reference: "GTB 7781", isSplit: true },
    ]);
  });
});

describe("the dialog Record payment, for a lot in dollars", () => {
  it("books the naira that came, and says what they count for at the rate in force", async () => {
    const dollars = settlement();
    const owed = settlement({
      auction: { ...dollars.auction, currency: "USD" },
      remaining: 400,
      remainingNgn: 600_000,
    });
    const call = "POST /settlements/s1/payments";
    const { posts } = open(owed, { [call]: { body: { settlement: { ...owed, status: "paid", remaining: 0 } } } });
    const dialog = await ask("Record payment");
    fireEvent.click(dialog.getByLabelText("Naira came"));
    expect(dialog.getByLabelText<HTMLInputElement>("Amount (₦)").value).toBe("600,000");
    type("Amount (₦)", "150,000.50");
    expect(dialog.getByText(/At ₦1,500\.00 for \$1 this counts as \$100\.00/)).toBeTruthy();
    expect(dialog.getByText("$300.00 remains due.")).toBeTruthy();
    press("Record payment");
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toEqual({ method: "transfer", amountNgn: 150_000.5 });
  });
});

describe("the dialog Record payment, for a reference that was booked for the same lot", () => {
  it("asks whether it is the same transfer, and sends the payment again after the answer that it is another", async () => {
    const call = "POST /settlements/s1/payments";
    const message = "A transfer with this reference was booked before. Is this the same transfer?";
    const { posts } = open(settlement(), { [call]: { status: 409, body: { code: "SAME_TRANSFER", message } } });
    const dialog = await ask("Record payment");
    type(/^The bank's reference/, "GTB 7781");
    press("Record payment");
    expect(await dialog.findByText(message)).toBeTruthy();
    fireEvent.click(dialog.getByLabelText("This is another transfer"));
    press("Record payment");
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts()[1]?.body).toEqual({ method: "transfer", amount: 76_500, reference: "GTB 7781", isAnother: true });
    // Another reference is another question.
    type(/^The bank's reference/, "GTB 7782");
    expect(dialog.queryByLabelText<HTMLInputElement>("This is another transfer")?.checked ?? false).toBe(false);
  });
});

describe("the dialog Extend deadline", () => {
  // S473
  it("requires a later time in Lagos and a reason, and counts +1 day and +3 days from the deadline", async () => {
    const call = "POST /settlements/s1/extend";
    const { posts } = open(settlement({ dueAt: "2030-11-21T13:05:00.000Z" }), {
      [call]: { body: { settlement: settlement({ dueAt: "2030-11-24T13:05:00.000Z" }) } },
    });
    const dialog = await ask("Extend deadline");
    const box = dialog.getByLabelText<HTMLInputElement>("New deadline (Lagos time)");
    expect(box.value).toBe("2030-11-22T14:05");
    press("+3 days");
    expect(box.value).toBe("2030-11-24T14:05");
    press("Extend deadline");
    expect(dialog.getByText("Please say why")).toBeTruthy();
    type("New deadline (Lagos time)", "2030-11-21T14:05");
    expect(dialog.getByText("It must be later than the current deadline")).toBeTruthy();
    press("+3 days");
    type("Reason", "The bank was closed");
    press("Extend deadline");
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toEqual({ dueAt: "2030-11-24T13:05:00.000Z", reason: "The bank was closed" });
  });
});

describe("the dialog Reverse", () => {
  const base = { amountNgn: 0, note: null, bookedBy: null, reversed: null, at: "2026-11-21T12:00:00.000Z" };
  const payments: SettlementPayment[] = [
    { ...base, _id: "p1", amount: 5000.5, method: "transfer", reference: "GTB 7781" },
    { ...base, _id: "p2", amount: 1000, surplusNgn: 500, method: "cash", reference: null },
    { ...base, _id: "p3", amount: 1999.5, method: "online", reference: null },
    {
      ...base,
      _id: "p4",
      amount: 700,
      method: "cash",
      reference: null,
      reversed: { at: base.at, by: null, reason: null },
    },
  ];

  const withTill = {
    [today]: { body: tillWith(2_000, 0) },
    "GET /admin/day-closes/2026-11-21": { body: tillWith(0, 0) },
  };

  it("offers to reverse a transfer for all lots that it paid at once, or for this lot alone", async () => {
    const one = settlement({ paid: 5000.5, remaining: 71_499.5 });
    const others = [
      { _id: "p8", title: "Drum", lot: "12A", amountNgn: 2000, surplusNgn: 100 },
      { _id: "p9", title: "Bell", lot: null, amountNgn: 300.25 },
    ];
    const transfer = { ...payments[0], amountNgn: 5000.5, together: { lots: 3, ngn: 7300.75, others } };
    const answers = { "POST /settlements/s1/reverse": { body: { settlement: one } } };
    const { posts } = open(one, answers, { payments: [transfer as SettlementPayment] });
    await ask("Reverse payment");
    const text = () => screen.getByRole("dialog").textContent;
    await waitFor(() => expect(text()).toContain("This transfer paid 3 lots"));
    expect(text()).toContain("Reverse all 3 lots, ₦7,300.75also Lot 12A: Drum, Bell");
    expect(text()).toContain("all of it is reversed, or nothing is");
    expect(text()).toContain("₦7,300.75 with ₦100.00 to the balance, Bank transfer, GTB 7781, ");
    expect(text()).toContain("₦7,200.75 is due again for these 3 lots.₦100.00 came with it above what was due.");
    expect(text()).not.toContain("₦5,000.50 is due again");
    type("Reason", "Bounced");
    press("Reverse it for all 3 lots");
    await waitFor(() => expect(posts()).toHaveLength(1));
    cleanUp();
    useSession.getState().logIn(admin, "t");
    const again = open(one, answers, { payments: [transfer as SettlementPayment] });
    const dialog = await ask("Reverse payment");
    fireEvent.click(await dialog.findByRole("radio", { name: /^Only this lot, ₦5,000\.50/, hidden: true }));
    expect(text()).toContain("The parts of the other lots stay.");
    expect(text()).toContain("₦5,000.50, Bank transfer, GTB 7781, ");
    expect(text()).toContain("₦5,000.50 is due again, so ₦76,500.00 in all.");
    expect(text()).not.toContain("₦7,200.75");
    type("Reason", "Another lot's");
    press("Reverse payment");
    await waitFor(() => expect(again.posts()).toHaveLength(1));
    expect([...posts(), ...again.posts()].map(({ body }) => body)).toEqual([
      { reason: "Bounced", payments: ["p1"], others: ["p8", "p9"] },
      { reason: "Another lot's", payments: ["p1"] },
    ]);
  });

  it("chooses the newest of several payments that staff booked, and sends the one that is chosen", async () => {
    const one = settlement({ paid: 8000, remaining: 68_500 });
    const { posts } = open(
      one,
      { "POST /settlements/s1/reverse": { body: { settlement: one } }, ...withTill },
      { payments },
    );
    const dialog = await ask("Reverse payment");
    const choices = await dialog.findAllByRole<HTMLInputElement>("radio", { hidden: true });
    expect(choices.map(({ checked }) => checked)).toEqual([true, false, false]);
    const text = () => screen.getByRole("dialog").textContent;
    expect(text()).toContain("₦5,000.50 is due again, so ₦73,500.50 in all.The other payments of ₦2,999.50 stay.");
    expect(text()).toContain("Both payments, ₦6,500.50");
    expect(text()).toContain("₦1,999.50 was paid from the balance or online.");
    fireEvent.click(dialog.getByLabelText(/₦1,500\.00 with ₦500\.00 to the balance, Cash/));
    expect(text()).toContain("₦500.00 came with it above what was due. It is taken from adaeze's balance.");
    await waitFor(() => expect(text()).toContain("and ₦1,500.00 after this reversal."));
    type("Reason", "Another lot's");
    press("Reverse payment");
    await waitFor(() => expect(posts()[0]?.body).toEqual({ reason: "Another lot's", payments: ["p2"] }));
  });

  it("says of cash what the till then has, and that a signed close counted it, and waits for the tick", async () => {
    const cash = { ...payments[1], amount: 1000, amountNgn: 1000 } as SettlementPayment;
    const one = settlement({ paid: 1000, remaining: 75_500 });
    const close = {
      _id: "c1",
      from: "2026-11-21T00:00:00.000Z",
      until: "2026-11-21T18:00:00.000Z",
      status: "signed",
      closedBy: { _id: "u7", username: "kemi" },
      decidedBy: { _id: "u8", username: "sade" },
    };
    const answers = (inTill: number, ...closes: object[]) => ({
      "POST /settlements/s1/reverse": { body: { settlement: one } },
      [today]: { body: tillWith(inTill, 0) },
      "GET /admin/day-closes/2026-11-21": { body: { ...tillWith(0, 0), closes } },
    });
    const text = () => screen.getByRole("dialog").textContent;
    const { posts } = open(one, answers(29_000, close), { payments: [cash] });
    const dialog = await ask("Reverse payment");
    await waitFor(() => expect(text()).toContain("In the till: ₦29,000.00, and ₦27,500.00 after this reversal."));
    await waitFor(() =>
      expect(text()).toContain("It was counted in the close of 21 Nov 2026 that kemi and sade signed."),
    );
    type("Reason", "A mistake");
    press("Reverse payment");
    expect(posts()).toHaveLength(0);
    fireEvent.click(dialog.getByLabelText("I note at the close of the day why this cash is not in the till"));
    press("Reverse payment");
    await waitFor(() => expect(posts()).toHaveLength(1));
    cleanUp();
    useSession.getState().logIn(admin, "t");
    const short = open(one, answers(500, { ...close, status: "refused" }), { payments: [cash] });
    await ask("Reverse payment");
    await waitFor(() =>
      expect(text()).toContain("In the till: ₦500.00, by the books. ₦1,000.00 more is taken out of it."),
    );
    expect(text()).not.toContain("counted in the close");
    type("Reason", "A mistake");
    press("Reverse payment");
    expect(short.posts()).toHaveLength(0);
    cleanUp();
    useSession.getState().logIn(admin, "t");
    const enough = open(one, answers(1_500), { payments: [cash] });
    await ask("Reverse payment");
    await waitFor(() => expect(text()).toContain("and ₦0.00 after this reversal."));
    type("Reason", "A mistake");
    press("Reverse payment");
    await waitFor(() => expect(enough.posts()).toHaveLength(1));
  });

  it("says what of the payment is for other lots", async () => {
    const together = { lots: 3, ngn: 20_000 };
    const of = payments.slice(0, 2).map((payment, n) => (n === 0 ? { ...payment, together } : payment));
    open(settlement({ paid: 6000.5 }), {}, { payments: of });
    await ask("Reverse payment");
    await screen.findByText(/part of one payment of ₦20,000\.00 for 3 lots/);
    expect(screen.getByRole("dialog").textContent).toContain("The parts of the other lots stay.");
  });

  it("names the lot, each payment that is reversed and their sum, if voided bids gave a part back", async () => {
    const one = settlement({ paid: 7000, sale: { _id: "s9", title: "Estate", lot: "13" } });
    const { posts } = open(
      one,
      { "POST /settlements/s1/reverse": { body: { settlement: one } }, ...withTill },
      { payments },
    );
    const dialog = await ask("Reverse payment");
    expect(await dialog.findByText("Both payments are reversed, ₦6,500.50 together:")).toBeTruthy();
    const items = within(dialog.getByRole("region", { name: "What is reversed", hidden: true }));
    expect(items.getAllByRole("listitem", { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("₦5,000.50, Bank transfer, GTB 7781, "),
      expect.stringContaining("₦1,500.00 with ₦500.00 to the balance, Cash, "),
    ]);
    await waitFor(() => expect(screen.getByRole("dialog").textContent).toContain("after this reversal."));
    const text = screen.getByRole("dialog").textContent;
    expect(text).toContain("Lot 13: Bronze leopard, bought by adaeze.");
    expect(text).not.toContain("is paid");
    type("Reason", "Bounced");
    press("Reverse all of them");
    await waitFor(() => expect(posts()[0]?.body).toEqual({ reason: "Bounced", payments: ["p1", "p2"] }));
  });

  // S474
  it("says that the same payment is due again, and requires a reason", async () => {
    const paid = settlement({ status: "paid", paid: 76_500, remaining: 0, pickup: pickup() });
    const { posts } = open(paid, { "POST /settlements/s1/reverse": { body: { settlement: settlement() } } });
    const dialog = await ask("Reverse payment");
    expect(dialog.getByText(/The same payment is due again, not a second one\./)).toBeTruthy();
    press("Reverse payment");
    expect(posts()).toEqual([]);
    type("Reason", "The transfer bounced");
    press("Reverse payment");
    await waitFor(() => expect(toasts.getState()[0]?.message).toBe("Due again: Bronze leopard"));
    expect(posts()[0]?.body).toEqual({ reason: "The transfer bounced" });
  });
});

describe("the handover", () => {
  // S475
  it("remembers place and hours of the last lot, and stays open with the typed code after a wrong code", async () => {
    const named = { place: "12 Allen Avenue", hours: "9:00 to 16:00" };
    const paid = settlement({ status: "paid", remaining: 0, pickup: pickup() });
    const ready = { ...paid, pickup: pickup({ status: "ready", ...named, readyAt: "2026-11-21T12:00:00.000Z" }) };
    open(paid, { "POST /settlements/s1/ready": { body: { settlement: ready } } });
    await ask("Ready for pickup");
    type("Place", named.place);
    type("Hours", named.hours);
    press("Ready for pickup");
    await waitFor(() =>
      expect(toasts.getState()[0]?.message).toBe("Ready for pickup at 12 Allen Avenue: Bronze leopard"),
    );
    const stored = localStorage.getItem("jara-pickup");
    cleanUp();
    if (stored) localStorage.setItem("jara-pickup", stored);
    useSession.getState().logIn(admin, "t");

    const wrong = "The code is not this buyer's. Ask the buyer to show it again.";
    const pagination = { current: 1, pages: 1, total: 1, limit: 100 };
    const { posts } = open(ready, {
      "GET /settlements": { body: { settlements: [ready], pagination } },
      "POST /settlements/s1/handed-over": { status: 409, body: { code: "SETTLEMENT_CLOSED", message: wrong } },
    });
    const change = await ask("Change pickup");
    expect(change.getByLabelText<HTMLInputElement>("Place").value).toBe(named.place);
    press("Cancel");
    const dialog = await ask("Hand over");
    type("The buyer's code", "12 34");
    // The other lots of the buyer are read first.
    await waitFor(() =>
      expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Hand over", hidden: true }).disabled).toBe(false),
    );
    press("Hand over");
    expect(dialog.getByText("The code has six digits")).toBeTruthy();
    type("The buyer's code", "123456");
    press("Hand over");
    expect(await screen.findByText(wrong)).toBeTruthy();
    expect(within(screen.getByRole("dialog")).getByLabelText<HTMLInputElement>("The buyer's code").value).toBe(
      "123456",
    );
    expect(posts().map(({ body }) => body)).toEqual([{ code: "123456" }]);
  });

  it("is of all ready lots of the buyer in the sale, with one code; a lot that is unticked stays", async () => {
    const sale = (lot: string) => ({ _id: "s9", title: "Estate", lot });
    const ready = (id: string, title: string, lot: string, change: Partial<Settlement> = {}) => {
      const at = pickup({ status: "ready", place: "Yaba", hours: "Noon", readyAt: "2026-11-21T12:00:00.000Z" });
      const { auction } = settlement();
      const of = { _id: id, status: "paid" as const, remaining: 0, sale: sale(lot), pickup: at };
      return settlement({ ...of, auction: { ...auction, title }, ...change });
    };
    const asked = ready("s1", "Bronze leopard", "2");
    const all = [
      asked,
      ready("s2", "Drum", "1"),
      ready("s3", "Bell", "10"),
      ready("s4", "Mask", "3", { pickup: pickup() }),
      ready("s5", "Lamp", "4", { sale: null }),
    ];
    const pagination = { current: 1, pages: 1, total: all.length, limit: 100 };
    const of = (one: Settlement) => ({ body: { settlement: one, payments: [], offers: [], actions: [] } });
    const { posts } = open(asked, {
      "GET /settlements": { body: { settlements: all, pagination } },
      "GET /settlements/s2": of(all[1] as Settlement),
      "GET /settlements/s3": of(all[2] as Settlement),
      "POST /settlements/s1/handed-over": { body: { settlement: asked } },
    });
    const dialog = await ask("Hand over");
    expect(await dialog.findByLabelText("Lot 10: Bell")).toBeTruthy();
    expect(dialog.getAllByRole("checkbox", { hidden: true }).map((box) => box.parentElement?.textContent)).toEqual([
      "Lot 1: Drum",
      "Lot 2: Bronze leopard",
      "Lot 10: Bell",
    ]);
    fireEvent.click(dialog.getByLabelText("Lot 1: Drum"));
    expect(dialog.getByText("Lots that stay get another code.")).toBeTruthy();
    type("The buyer's code", "123456");
    await waitFor(() =>
      expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Hand over 2 lots", hidden: true }).disabled).toBe(
        false,
      ),
    );
    press("Hand over 2 lots");
    await waitFor(() => expect(posts().map(({ body }) => body)).toEqual([{ code: "123456", others: ["s3"] }]));
  });

  it("begins with the pickup times of the sale, and not with the last lot's", async () => {
    localStorage.setItem("jara-pickup", JSON.stringify({ place: "Yaba", hours: "Saturdays" }));
    const sale = { _id: "s9", title: "Estate", lot: "1" };
    const pickups = [
      {
        from: "2099-12-04T09:00:00.000Z",
        until: "2099-12-04T11:00:00.000Z",
        place: "12 Broad Street",
        slotMinutes: 30,
        buyers: 2,
      },
    ];
    const paid = settlement({ status: "paid", remaining: 0, pickup: pickup(), sale });
    const { posts } = open(paid, {
      "GET /sales/s9": { body: { sale: { pickups } } },
      "POST /settlements/s1/ready": { body: { settlement: paid } },
    });
    const dialog = await ask("Ready for pickup");
    const value = (label: string) => dialog.getByLabelText<HTMLInputElement>(label).value;
    await waitFor(() => expect(value("Place")).toBe("12 Broad Street"));
    expect(value("Hours")).toBe("Fri, 4 Dec, 10:00 to 12:00");
    press("Ready for pickup");
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject({ place: "12 Broad Street", hours: "Fri, 4 Dec, 10:00 to 12:00" });
    expect(localStorage.getItem("jara-pickup")).toContain("Yaba");
  });

  it.each([
    ["due", "Hand over", "This pays ₦321,300.00 to the seller person4 now."],
    ["credited", "Hand over", "The seller person4 was paid ₦321,300.00 before."],
    ["due", "Refund and cancel the sale", "The seller person4 was not paid yet, and gets nothing for this sale."],
    ["credited", "Refund and cancel the sale", "The seller person4 was paid ₦321,300.00. This takes it back"],
    ["due", "Reverse payment", "The seller person4 was not paid yet, and is paid once the buyer has paid again."],
    ["credited", "Reverse payment", "The seller person4 was paid ₦321,300.00. This takes it back"],
  ] as const)("says of a seller whose money is %s what “%s” does", async (status, action, words) => {
    const one = settlement({
      status: "paid",
      remaining: 0,
      pickup: pickup({ status: "ready", readyAt: "2026-11-21T12:00:00.000Z" }),
    });
    const sold = { ...one, auction: { ...one.auction, status: "sold" as const } };
    open(sold, {}, { seller: { _id: "u4", username: "person4", net: 321_300, status } });
    await ask(action);
    expect(screen.getByRole("dialog").textContent).toContain(words);
  });

  it("pays a refund out in cash only for staff who may, once they say that the buyer gets it", async () => {
    const one = settlement({ status: "paid", remaining: 0, deposit: 13_500, paid: 76_500 });
    const sold = { ...one, auction: { ...one.auction, status: "sold" as const } };
    const refunded = { ...sold, status: "refunded" as const, refund: { to: "cash" as const, amountNgn: 90_000 } };
    const facts = { note: null, bookedBy: null, reversed: null, at: "2026-11-21T12:00:00.000Z" };
    const transfer = {
      ...facts,
      _id: "p1",
      amount: 76_500,
      amountNgn: 76_500,
      method: "transfer",
      reference: "GTB 7781",
    } as const;
    const { posts } = open(
      sold,
      {
        "POST /settlements/s1/refund": { body: { settlement: refunded } },
        [today]: { body: tillWith(60_000, 40_000) },
      },
      { payments: [transfer] },
    );
    const dialog = await ask("Refund and cancel the sale");
    fireEvent.change(dialog.getByLabelText("How it goes back"), { target: { value: "cash" } });
    const text = () => screen.getByRole("dialog").textContent;
    expect(text()).toContain("You give adaeze ₦90,000.00 in cash: all of it leaves the till");
    expect(text()).toContain("Deposit, taken from the balance₦13,500.00");
    await waitFor(() => expect(text()).toContain("Bank transfer, GTB 7781₦76,500.00"));
    await waitFor(() => expect(text()).toContain("In the till: ₦100,000.00, and ₦10,000.00 after this refund."));
    type("Reason", "Damaged");
    press("Refund and cancel the sale");
    expect(posts()).toHaveLength(0);
    fireEvent.click(dialog.getByLabelText("adaeze is here and gets the cash"));
    press("Refund and cancel the sale");
    await waitFor(() => expect(posts().map(({ body }) => body)).toEqual([{ to: "cash", reason: "Damaged" }]));
    cleanUp();
    useSession.getState().logIn({ ...admin, role: "cashier" }, "t");
    open(sold, { "GET /auth/profile": { body: { user: { ...admin, role: "cashier" } } } });
    const cashiers = await ask("Refund and cancel the sale");
    const ways = within(cashiers.getByLabelText("How it goes back")).getAllByRole("option");
    expect(ways.map(({ textContent }) => textContent)).toEqual([
      "To the balance on this site",
      "By transfer to the buyer's own bank account",
    ]);
  });

  it("shows of a refunded sale what was paid, what went back, and the refund among the payments", async () => {
    const refund = { to: "transfer", amountNgn: 94_500, creditNote: "C-2026-000007" } as const;
    const closed = { closedAt: "2026-11-21T12:00:00.000Z", closedBy: { _id: "u9", username: "boss" }, note: "Damaged" };
    open(settlement({ status: "refunded", remaining: 0, deposit: 0, paid: 0, refund, ...closed }));
    const amounts = (await screen.findByText("Refunded", { selector: "dt" })).closest("dl");
    expect(amounts?.textContent).toBe(
      "Price₦90,000.00Fee₦4,500.00Total₦94,500.00Paid₦94,500.00Refunded-₦94,500.00Due₦0.00",
    );
    const rows = within(screen.getByRole("table", { name: "Payments, newest first" })).getAllByRole("row");
    expect(rows.at(-1)?.textContent).toMatch(
      /Refunded-₦94,500\.00.*Bank transfer.*Credit note C-2026-000007Damaged.*boss$/,
    );
  });

  it("asks where the rest comes from if a refund in cash is more than the till has", async () => {
    const one = settlement({ status: "paid", remaining: 0, deposit: 13_500, paid: 76_500 });
    const sold = { ...one, auction: { ...one.auction, status: "sold" as const } };
    const { posts } = open(sold, {
      "POST /settlements/s1/refund": { body: { settlement: sold } },
      [today]: { body: tillWith(50_000, -8_000) },
    });
    const dialog = await ask("Refund and cancel the sale");
    fireEvent.change(dialog.getByLabelText("How it goes back"), { target: { value: "cash" } });
    expect(await dialog.findByText("The till does not have so much")).toBeTruthy();
    expect(screen.getByRole("dialog").textContent).toContain("In the till: ₦42,000.00, by the books. ₦48,000.00 must");
    type("Reason", "Damaged");
    fireEvent.click(dialog.getByLabelText("adaeze is here and gets the cash"));
    press("Refund and cancel the sale");
    expect(posts()).toHaveLength(0);
    fireEvent.click(dialog.getByLabelText(/^The rest comes from elsewhere/));
    press("Refund and cancel the sale");
    await waitFor(() => expect(posts()).toHaveLength(1));
  });

  it("shows the place that somebody else saved in the meantime, keeps what was typed, and lets the person decide", async () => {
    const mine = { place: "12 Allen Avenue", hours: "9:00 to 16:00" };
    const theirs = { place: "Wuse Market", hours: "Saturdays" };
    const paid = settlement({ status: "paid", remaining: 0, pickup: pickup() });
    const ready = (texts: typeof mine) => ({
      ...paid,
      pickup: pickup({ status: "ready", ...texts, readyAt: "2026-11-21T12:00:00.000Z" }),
    });
    let stored: Settlement = paid;
    const { posts } = open(paid, {
      "GET /settlements/s1": () => ({ body: { settlement: stored, payments: [], offers: [], actions: [] } }),
      "POST /settlements/s1/ready": (body) => {
        const { seen } = body as { seen: object | null };
        if (seen) return { body: { settlement: ready(mine) } };
        stored = ready(theirs);
        return { status: 409, body: { code: "VALUE_CHANGED", message: "Somebody else changed this." } };
      },
    });
    const dialog = await ask("Ready for pickup");
    type("Place", mine.place);
    type("Hours", mine.hours);
    press("Ready for pickup");
    expect(await dialog.findByText("Wuse Market, Saturdays")).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>("Place").value).toBe(mine.place);
    press("Save");
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts().map(({ body }) => body)).toEqual([
      { ...mine, seen: null },
      { ...mine, seen: theirs },
    ]);
  });
});

describe("the page of a settlement", () => {
  // S476
  it("shows payments with method and reference, reversed payments struck through, and the offer to the runner-up", async () => {
    const person = { _id: "x", username: "chidi" };
    const payment = { _id: "p1", amount: 5000, amountNgn: 5000, note: null, bookedBy: person, reversed: null };
    const at = "2026-11-21T12:00:00.000Z";
    open(
      settlement({ kind: "win", status: "forfeited", penaltyNgn: 9000, remaining: 0 }),
      {},
      {
        payments: [
          { ...payment, at, method: "cash", reference: "R 12" },
          {
            ...payment,
            _id: "p2",
            at,
            method: "transfer",
            reference: "GTB 1",
            reversed: { at, by: person, reason: "Bounced" },
          },
        ],
        offers: [
          {
            _id: "o1",
            person: { _id: "b", username: "bola" },
            price: 80_000,
            status: "open",
            createdAt: at,
            expiresAt: "2026-11-22T12:00:00.000Z",
            closedAt: null,
          },
        ],
        actions: [{ at, by: person, action: "payment booked", reason: null }],
      },
    );
    const table = within(await screen.findByRole("table", { name: "Payments, newest first" }));
    expect(table.getByRole("row", { name: /R 12/ }).textContent).toContain("Cash");
    const reversed = table.getByRole("row", { name: /GTB 1/ });
    expect(within(reversed).getByText("₦5,000.00").className).toContain("line-through");
    expect(reversed.textContent).toContain("by chidi");
    expect(reversed.textContent).toContain("Bounced");
    expect(screen.getByText(/Offered to/).parentElement?.textContent).toContain("Offered to bola at ₦80,000.00");
    expect(screen.getByText("JARA-6F1F-3C1E-8A52")).toBeTruthy();
    expect(screen.getByText("Payment recorded", { exact: false }).parentElement?.textContent).toContain("by chidi");
  });
});

describe("the takings screen", () => {
  const none = { count: 0, ngn: 0, inCurrency: { NGN: 0, USD: 0 } };
  const some = (count: number, ngn: number, USD = 0) => ({ count, ngn, inCurrency: { NGN: ngn, USD } });
  const takings: Takings = {
    from: "2026-11-21",
    to: "2026-11-21",
    at: "2026-11-21T12:00:00.000Z",
    isPartial: true,
    due: some(3, 90_000),
    overdue: some(1, 10_000),
    reversed: some(1, 1000.2),
    received: (["balance", "online", "transfer", "cash", "outside"] as const).map((method) => ({
      method,
      ...(method === "transfer" ? some(2, 30_000.1, 12.5) : method === "cash" ? some(1, 0.2) : none),
      surplusNgn: method === "cash" ? 10 : 0,
      totalNgn: method === "transfer" ? 30_000.1 : method === "cash" ? 10.2 : 0,
    })),
    outgoing: [
      { method: "transfer", reversedNgn: 1000.2, paidOutNgn: 0, refundedNgn: 0, totalNgn: 1000.2 },
      { method: "cash", reversedNgn: 0, paidOutNgn: 7, refundedNgn: 5, totalNgn: 7 },
    ],
    balances: {
      depositsTaken: 8000,
      depositsReturned: 0,
      penaltiesKept: 500,
      penaltiesReturned: 0,
      refunds: 0,
      surpluses: 0,
      takenBack: 0,
      withdrawalsPaid: 250,
    },
    payments: [],
    pagination: { current: 1, pages: 1, total: 0, limit: 50 },
  };

  // S477
  it("shows the sums of the days in the address, by method and in total, and says that some lots are left out", async () => {
    const calls = answerFetch({ ...profile, "GET /admin/takings": { body: takings } });
    const router = renderAt("/admin/takings?from=2026-11-21", { "/admin/takings": TakingsScreen });
    expect(await screen.findByText("These are not all takings")).toBeTruthy();
    expect(calls.find(({ call }) => call === "GET /admin/takings")?.search).toBe("?from=2026-11-21&to=2026-11-21");
    const row = (table: string, name: RegExp) =>
      within(screen.getByRole("table", { name: table })).getByRole("row", { name }).textContent;
    expect(row("Till and bank", /^Bank transfer/)).toMatch(/Received₦30,000\.10Reversed₦1,000\.20.*Net₦28,999\.90$/);
    expect(row("Till and bank", /^All/)).toBe(
      "AllReceived₦30,010.30Reversed₦1,000.20Refunded₦5.00Paid out₦2.00Net₦29,003.10",
    );
    expect(row("Received by method", /^Bank transfer/)).toMatch(/^Bank transferFor lots₦30,000\.10with \$12\.50Paid/);
    expect(row("Received by method", /^All/)).toMatch(/For lots₦30,000\.30.*For balances₦0\.00Received₦30,010\.30$/);
    expect(screen.getByText("Paid out in cash").parentElement?.textContent).toContain("₦2.00");
    expect(screen.getByText("Penalties kept").parentElement?.textContent).toContain("₦500.00");
    expect(screen.getByText("No payment came on these days.")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-11-25" } });
    await waitFor(() => expect(router.state.location.search).toBe("?from=2026-11-21&to=2026-11-25"));
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-11-28" } });
    await waitFor(() => expect(router.state.location.search).toBe("?from=2026-11-28"));
  });

  it("shows a transfer that was reversed for several lots as one row, and says of a payment that it was refunded since", async () => {
    const person = { _id: "u1", username: "adaeze" };
    const reversal = (n: number): OtherMoney => ({
      _id: `r${n}`,
      at: takings.at,
      kind: "reversal",
      user: person,
      method: "transfer",
      amountNgn: -1000.1,
      surplusNgn: 0,
      inNgn: 0,
      outNgn: 1000.1,
      isSurplus: false,
      reference: "GTB 1",
      note: "Bounced",
      lot: { settlementId: `s${n}`, title: `Bowl ${n}`, lot: `${n}` },
      bookedBy: null,
    });
    const payment: Taking = {
      _id: "p1",
      at: takings.at,
      amount: 500,
      amountNgn: 500,
      surplusNgn: 28.52,
      method: "cash",
      reference: "R 9",
      note: null,
      bookedBy: null,
      reversed: null,
      isRefunded: true,
      settlement: { _id: "s9", kind: "win", reference: "JARA-1" },
      auction: { _id: "a9", title: "Drum", currency: "NGN" },
      payer: person,
    };
    const others = [reversal(1), reversal(2), reversal(3), { ...reversal(4), reference: "GTB 2" }];
    answerFetch({
      ...profile,
      "GET /admin/takings": { body: { ...takings, payments: [payment], others, otherCount: 4 } },
    });
    renderAt("/admin/takings?from=2026-11-21", { "/admin/takings": TakingsScreen });
    const table = await screen.findByRole("table", { name: "Money that is no payment for a lot, newest first" });
    const [, one, two, ...more] = within(table).getAllByRole("row");
    expect(more).toEqual([]);
    expect(one?.textContent).toMatch(/3 lots.*GTB 1.*₦3,000\.30$/);
    expect(within(one as HTMLElement).getAllByRole("link", { name: /^Lot [123]: Bowl/ })).toHaveLength(3);
    expect(two?.textContent).toMatch(/Lot 4: Bowl 4.*₦1,000\.10$/);
    const paid = screen.getByRole("row", { name: /R 9/ });
    expect(within(paid).getByText("Refunded since")).toBeTruthy();
    expect(within(paid).getByText("₦528.52").className).toContain("font-semibold");
    expect(paid.textContent).toContain("₦528.52₦500.00 for the lot₦28.52 to the balance");
  });
});
