// Tests the words and amounts on a receipt's page, and that no text from a person can break the page.
import { asMinor } from "@jara/shared/money";
import type { ReceiptKind } from "@jara/shared/receipt-kinds";
import { surplusWords } from "@jara/shared/surplus";
import { describe, expect, it } from "vitest";
import { receiptFacts } from "../../../test/support/given-receipts.ts";
import { pdfText } from "../../../test/support/pdf-text.ts";
import type { ReceiptFacts } from "../../auction/settlement/receipt-facts.ts";
import type { PrintedReceipt } from "./receipt.ts";
import { receiptFileName } from "./receipt-file.ts";
import { draw } from "./receipt-page.ts";

const site = {
  brandName: "Jara",
  publicUrl: "https://jara.test",
  contact: { email: "help@jara.test", whatsapp: "+2348012345678" },
};
const buyer = {
  name: "Adaeze Ọkọńkwọ-Ṣàngó",
  username: "adaeze",
  email: "adaeze@people.test",
  address: "12 Allen Avenue, Ikeja",
};
const house = { name: "House C Auctions Ltd", address: "12 Marina Road\nLagos", taxNumber: "12345678-0001" };
const lot = {
  number: "12A",
  sale: { title: "Saturday sale", day: "2026-12-26" },
  seller: "musa",
  invoice: "I-2026-000012",
};
const receipt = (facts: Partial<ReceiptFacts> = {}, given: Partial<PrintedReceipt> = {}): PrintedReceipt => ({
  id: "8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a12",
  userId: "0b54a1f2-6c1d-4f7e-9f1e-2b9a3c5d7e10",
  number: "R-2026-000123",
  auctionId: "6f1f3c1e-8a52-4c56-b7b1-0f0f5c0e9d21",
  facts: receiptFacts(facts),
  people: { buyer },
  numberedAt: Date.parse("2026-12-31T23:30:00.000Z"),
  house,
  lot,
  corrects: [],
  whole: null,
  ...given,
});
const textOf = async (given: PrintedReceipt): Promise<string> => {
  const { pages, text } = await pdfText(await draw({ receipt: given, site }));
  expect(pages).toBe(1);
  return text;
};
const amounts = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, minor]) => [name, asMinor(minor)]));

const paidAlready = amounts({
  priceMinor: 20_000_000,
  depositMinor: 4_000_000,
  depositWorthMinor: 4_000_000,
  amountMinor: 16_000_000,
  ngnMinor: 16_000_000,
});

describe("a receipt's page", () => {
  it("names payer, payee, lot, date and method of the payment, and the amount that remains", async () => {
    const text = await textOf(
      receipt({
        ...amounts({ priceMinor: 482_500_000, depositMinor: 96_500_000, depositWorthMinor: 96_500_000 }),
        ...amounts({ amountMinor: 286_000_050, ngnMinor: 286_000_050, remainingMinor: 99_999_950 }),
        title: "Toyota Corolla 2015",
      }),
    );
    for (const words of [
      "House C Auctions Ltd",
      "12 Marina Road, Lagos",
      "TIN 12345678-0001",
      "Invoice I-2026-000012",
      "Sale Saturday sale, 26 December 2026",
      "Lot 12A",
      "Receipt",
      "R-2026-000123",
      "Fri 1 Jan 2027, 00:30 Lagos time",
      "Seller musa",
      "Adaeze Ọkọńkwọ-Ṣàngó",
      "adaeze",
      "12 Allen Avenue, Ikeja",
      "adaeze@people.test",
      "Toyota Corolla 2015",
      "https://jara.test/auction/6f1f3c1e-8a52-4c56-b7b1-0f0f5c0e9d21",
      "Amount received",
      "₦2,860,000.50",
      "Two million, eight hundred and sixty thousand naira, fifty kobo.",
      "Price of the lot ₦4,825,000.00",
      "Deposit, taken before ₦965,000.00",
      "Still to pay ₦999,999.50",
      "Bank transfer",
      "GTB-2026-11-23-0042",
      "help@jara.test",
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/Earlier payments|Fee|paid in full/);
  });

  it("names the tax number as a TIN once, also if the house typed that before it", async () => {
    for (const taxNumber of ["TIN 2234", "tin: 2234"]) {
      const text = await textOf(receipt({}, { house: { ...house, taxNumber } }));
      expect(text).toContain(taxNumber);
      expect(text.match(/\btin\b/gi)).toHaveLength(1);
    }
  });

  it("shows the fee, an earlier payment, the rate and the naira of a lot in dollars", async () => {
    const text = await textOf(
      receipt({
        currency: "USD",
        rate: 833.33,
        method: "online",
        ...amounts({ priceMinor: 125_000, feeMinor: 6_250, depositMinor: 20_833_250, depositWorthMinor: 25_000 }),
        ...amounts({ amountMinor: 56_250, ngnMinor: 46_874_813, remainingMinor: 0 }),
      }),
    );
    for (const words of [
      "$562.50",
      "Five hundred and sixty-two dollars, fifty cents.",
      "Total $1,312.50",
      "Fee $62.50",
      "₦468,748.13 in naira, at ₦833.33 for $1.00",
      "naira, thirteen kobo.",
      "Deposit, taken before (₦208,332.50) $250.00",
      "Earlier payments $500.00",
      "Nothing: paid in full",
      "Online payment",
    ]) {
      expect(text).toContain(words);
    }
  });

  it("shows the buyer's premium, its VAT and the total of a win", async () => {
    const text = await textOf(
      receipt({
        ...amounts({ priceMinor: 10_000_000, premiumMinor: 1_000_000, vatMinor: 75_000 }),
        ...amounts({ depositMinor: 2_000_000, depositWorthMinor: 2_000_000 }),
        ...amounts({ amountMinor: 9_075_000, ngnMinor: 9_075_000, remainingMinor: 0 }),
      }),
    );
    for (const words of [
      "Price of the lot ₦100,000.00",
      "s premium ₦10,000.00",
      "VAT on the premium ₦750.00",
      "Total ₦110,750.00",
      "Nothing: paid in full",
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain("Earlier payments");
  });

  it("says of which payment it is a part, and what of the payment is in the balance", async () => {
    const whole = {
      amountMinor: 1_400_000,
      method: "cash" as const,
      reference: null,
      numbers: ["R-2026-000034", "R-2026-000035"],
      surplusNgnMinor: 31_292,
      refunds: ["R-2026-000036"],
    };
    const text = await textOf(receipt({ method: "cash", reference: null }, { whole }));
    expect(text).toContain("Part of a payment of ₦14,000.00 in cash, receipts R-2026-000034 and R-2026-000035.");
    expect(text).toContain("₦14,000.00 came; ₦312.92 of it is in your balance, receipt and refund R-2026-000036.");
    const online = {
      ...whole,
      method: "online" as const,
      reference: "jara-4711/2",
      surplusNgnMinor: 0,
      refunds: [],
      numbers: ["R-2026-000025", "R-2026-000026", "R-2026-000027"],
    };
    expect(await textOf(receipt({}, { whole: online }))).toContain(
      "Part of a payment of ₦14,000.00 online jara-4711, receipts R-2026-000025 to R-2026-000027.",
    );
    const alone = { ...whole, numbers: ["R-2026-000034"] };
    expect(await textOf(receipt({}, { whole: alone }))).toContain(
      "₦14,000.00 came in cash, receipt R-2026-000034; ₦312.92 of it is in your balance, receipt and refund R-2026-000036.",
    );
  });

  it("lists a deposit once", async () => {
    const deposit = amounts({ amountMinor: 10_000_000, ngnMinor: 10_000_000, remainingMinor: 40_000_000 });
    const text = await textOf(receipt({ method: "deposit", reference: null, ...deposit }));
    expect(text).toContain("This payment: the deposit ₦100,000.00");
    expect(text).toContain("Still to pay ₦400,000.00");
    expect(text).not.toMatch(/taken before|Earlier|Reference/);
  });

  it.each([
    ["refund", "Refund receipt", "Amount paid back"],
    ["penalty", "Penalty receipt", "Penalty taken"],
    ["credit-note", "Credit note", "Amount credited"],
  ] as const)("explains a %s: its kind, its reason and the receipt that it corrects", async (kind, name, amount) => {
    const given = receipt(
      { kind, reason: "The price fell." },
      { number: "C-2026-000004", corrects: ["R-2026-000101", "R-2026-000123"] },
    );
    const text = await textOf(given);
    for (const words of [
      `${name} C-2026-000004`,
      amount,
      "Corrects receipts R-2026-000101, R-2026-000123",
      "Reason The price fell.",
    ]) {
      expect(text).toContain(words);
    }
    if (kind === "credit-note") expect(text).toContain("Still to pay Nothing");
    else expect(text).not.toContain("Still to pay");
  });

  it("says of money that was not needed that it came, how, and that it was returned", async () => {
    const facts = { kind: "refund", method: "balance", reason: surplusWords["already-paid"], ...paidAlready } as const;
    const text = await textOf(receipt({ ...facts, cameBy: "online", reference: "jara-4711" }));
    for (const words of [
      "Receipt and refund R-2026-000123",
      "Amount received and returned ₦160,000.00",
      "Price of the lot ₦200,000.00",
      "Amount received ₦160,000.00",
      "Returned to the balance ₦160,000.00",
      "How Online payment, returned to the balance",
      "Reference jara-4711",
      "Reason You had already paid.",
    ]) {
      expect(text).toContain(words);
    }
    const older = await textOf(receipt({ ...facts, reference: null }));
    expect(older).toContain("Amount received ₦160,000.00");
    expect(older).toContain("How Paid back into the balance");
  });

  it("says on a credit note what is still to pay after the reversal", async () => {
    const money = amounts({ amountMinor: 3_000_000, ngnMinor: 3_000_000, remainingMinor: 40_000_000 });
    expect(await textOf(receipt({ kind: "credit-note", reason: "It bounced.", ...money }))).toContain(
      "Still to pay ₦400,000.00",
    );
  });

  it("has the brand if no house is set, and names neither lot, sale, invoice nor seller if there is none", async () => {
    const text = await textOf(receipt({}, { auctionId: null, house: null, lot: null }));
    expect(text).toMatch(/^Jara https/);
    expect(text).not.toMatch(/\/auction\/|Seller|Sale |Invoice/);
  });

  it("has the same bytes each time it is drawn, also after letters that share parts with its own", async () => {
    const [first, again] = [await draw({ receipt: receipt(), site }), await draw({ receipt: receipt(), site })];
    expect(again.equals(first)).toBe(true);
    expect((await draw({ receipt: receipt({ title: "Another" }), site })).equals(first)).toBe(false);
  });

  it.each([
    ["controls", "a\u0000b\u0007c\r\nd\te\u2028f"],
    ["directions", "\u202egnp.exe \u2066x\u2069 \u200f"],
    ["5,000 characters without a space", "W".repeat(5_000)],
    ["5,000 words", "word ".repeat(5_000)],
    ["emoji", "Phone 📱🔥👨‍👩‍👧🇳🇬 1️⃣"],
    ["letters that the font does not have", "محمد 你好 שלום ታደሰ"],
    ["marks upon marks", `Z${"\u0301".repeat(4_000)}algo`],
    ["half a surrogate pair", "x\ud800y\udc00"],
    ["nothing", ""],
    ["spaces and joiners alone", " \u200d\u200b\ufeff "],
    ["markup", "<b>bold</b> (\\) %PDF-1.7 endobj"],
  ])("is one readable page with %s in every text", async (_what, evil) => {
    const people = { buyer: { name: evil, username: evil, email: evil, address: evil } };
    const evilLot = {
      house: { name: evil, address: evil, taxNumber: evil },
      lot: { ...lot, seller: evil, sale: { title: evil, day: "2026-12-26" } },
    };
    const text = await textOf(receipt({ title: evil, reference: evil, reason: evil }, { people, ...evilLot }));
    for (const words of ["R-2026-000123", "₦400,000.00", "Four hundred thousand naira.", "Nothing: paid in full"]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

it("the file's name has the brand and the number", () => {
  const named = (brand: string, title = "Talking drum", kind: ReceiptKind = "payment") =>
    receiptFileName({ number: "R-2026-000123", facts: { kind, method: "deposit", title, reason: null } }, brand);
  expect(named("Jara")).toBe("Jara-R-2026-000123-Deposit-Talking-drum.pdf");
  expect(named("Jara", '../Ẹ̀gúngún\r\n; "mask"', "credit-note")).toBe(
    "Jara-R-2026-000123-Correction-of-a-receipt-Egungun-mask.pdf",
  );
  expect(named('Ọjà & "Sons"\r\n', "a".repeat(100), "refund")).toBe(
    `OjaSons-R-2026-000123-Refund-${"a".repeat(40)}.pdf`,
  );
  expect(named("市場", "🎺", "penalty")).toBe("receipt-R-2026-000123-Penalty.pdf");
});
