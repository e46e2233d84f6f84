// Tests the words of payments and credits on an invoice's page.
import type { Invoice, InvoiceLot } from "@jara/shared/rest/invoices";
import { expect, it } from "vitest";
import { pdfText } from "../../../../test/support/pdf-text.ts";
import { draw } from "./invoice-page.ts";
import type { Posted, PrintedInvoice } from "./printed-invoice.ts";

const at = "2026-12-31T12:00:00.000Z";
const site = {
  brandName: "Jara",
  publicUrl: "https://jara.test",
  contact: { email: "help@jara.test", whatsapp: "+2348012345678" },
};
const lotOf = (lot: string, given: Partial<InvoiceLot> = {}): InvoiceLot => ({
  _id: `s${lot}`,
  kind: "win",
  status: "paid",
  auction: { _id: `a${lot}`, title: `Bowl ${lot}` },
  lot,
  price: 8271.48,
  fee: 0,
  premium: 0,
  vat: 0,
  total: 8271.48,
  credited: 0,
  paid: 8271.48,
  remaining: 0,
  dueAt: at,
  ...given,
});
const refunded = (lot: string, creditNote: string): InvoiceLot =>
  lotOf(lot, { status: "refunded", credited: 8271.48, paid: 0, creditNote });
const payment = (whole: Posted["whole"], given: Partial<Posted> = {}): Posted => ({
  settlementId: "s1",
  kind: "payment",
  method: "cash",
  amount: 8271.48,
  reference: null,
  whole,
  number: "R-2026-000001",
  at,
  ...given,
});

const textOf = async (lots: InvoiceLot[], posted: Posted[], currency: Invoice["currency"] = "NGN"): Promise<string> => {
  const sum = lots.reduce((all, { total }) => all + total, 0);
  const invoice: Invoice = {
    _id: "i1",
    number: "I-2026-000001",
    sale: null,
    day: "2026-12-30",
    buyer: { _id: "u1", username: "adaeze" },
    currency,
    createdAt: at,
    dueAt: null,
    total: sum,
    credited: 0,
    paid: sum,
    remaining: 0,
    remainingNgn: 0,
    lots,
  };
  const printed: PrintedInvoice = {
    invoice,
    madeOutTo: { name: "Adaeze Obi", username: "adaeze", email: "adaeze@people.test", address: "" },
    house: null,
    saleDay: null,
    premiumPercents: [],
    vatPercents: [],
    bankAccounts: [],
    posted,
  };
  const file = await draw({ printed, at: Date.parse(at), site });
  return (await pdfText(new Uint8Array(file))).text;
};

it("says what came, and which parts of it are for this invoice, for others and for the balance", async () => {
  const lots = [lotOf("1")];
  expect(await textOf(lots, [payment({ id: "p1", ngn: 9000, surplusNgn: 728.52 })])).toContain(
    "Cash. ₦9,000.00 received: ₦8,271.48 for this invoice, ₦728.52 to the balance R-2026-000001 ₦8,271.48",
  );
  expect(await textOf(lots, [payment({ id: "p1", ngn: 20_000, surplusNgn: 728.52 })])).toContain(
    "₦20,000.00 received: ₦8,271.48 for this invoice, ₦11,000.00 for other invoices, ₦728.52 to the balance",
  );
  expect(await textOf(lots, [payment({ id: "p1", ngn: 8271.48, surplusNgn: 0 })])).not.toContain("received");
  const inDollars = await textOf(lots, [payment({ id: "p1", ngn: 12_000, surplusNgn: 0 }, { amount: 8 })], "USD");
  expect(inDollars).toContain("₦12,000.00 received: $8.00 for this invoice R-2026-000001 $8.00");
});

it("lists credits in the order of the credit notes' numbers", async () => {
  const lots = [
    refunded("1", "C-2026-000003"),
    refunded("2", "C-2026-000001"),
    lotOf("3", { status: "waived", credited: 8271.48, paid: 0 }),
    refunded("4", "C-2026-000011"),
    lotOf("5"),
  ];
  const text = await textOf(lots, []);
  const credits = text.match(/(Waived, not sold|credit note C-2026-\d{6}): Lot \d/g);
  expect(credits).toEqual([
    "Waived, not sold: Lot 3",
    "credit note C-2026-000001: Lot 2",
    "credit note C-2026-000003: Lot 1",
    "credit note C-2026-000011: Lot 4",
  ]);
});
