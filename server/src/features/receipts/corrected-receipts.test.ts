// Tests which receipts a credit note names as corrected.
import { asMinor } from "@jara/shared/money";
import { expect, it } from "vitest";
import type { ReceiptFacts } from "../../auction/settlement/receipt-facts.ts";
import { correctedReceipts } from "./corrected-receipts.ts";

type Method = ReceiptFacts["method"];
const one = (
  id: string,
  kind: ReceiptFacts["kind"],
  method: Method,
  minor: number,
  correctsId: string | null = null,
) => ({
  id,
  correctsId,
  facts: { kind, method, amountMinor: asMinor(minor) },
});
const paid = (id: string, method: Method, minor: number) => one(id, "payment", method, minor);
const note = (id: string, method: Method, minor: number, correctsId: string) =>
  one(id, "credit-note", method, minor, correctsId);
const of = (all: readonly ReturnType<typeof one>[], noteId: string, isRefunded = false) =>
  correctedReceipts(all, noteId, isRefunded).map(({ id }) => id);

it("a refund of the sale corrects every payment, the deposit's too", () => {
  const all = [paid("R-10", "deposit", 1_800), paid("R-18", "cash", 8_167), note("C-1", "balance", 9_967, "R-18")];
  expect(of(all, "C-1", true)).toEqual(["R-10", "R-18"]);
});

it("a reversal corrects the payments that it takes back, and never the deposit", () => {
  const all = [
    paid("R-1", "deposit", 200),
    paid("R-2", "online", 300),
    paid("R-3", "transfer", 500),
    note("C-1", "balance", 800, "R-3"),
  ];
  expect(of(all, "C-1")).toEqual(["R-2", "R-3"]);
});

it("a note over booked money alone leaves online payments out", () => {
  const all = [
    paid("R-1", "deposit", 200),
    paid("R-2", "cash", 100),
    paid("R-3", "online", 300),
    note("C-1", "outside", 100, "R-3"),
  ];
  expect(of(all, "C-1")).toEqual(["R-2"]);
});

it("a note over one payment corrects that one, and leaves the newer ones to later notes", () => {
  const single = (id: string, method: Method, minor: number, correctsId: string) => {
    const of = note(id, method, minor, correctsId);
    return { ...of, facts: { ...of.facts, isOfOne: true as const } };
  };
  const all = [
    paid("R-1", "cash", 300),
    paid("R-2", "transfer", 300),
    paid("R-3", "cash", 300),
    single("C-1", "transfer", 300, "R-2"),
    note("C-2", "outside", 600, "R-3"),
  ];
  expect(of(all, "C-1")).toEqual(["R-2"]);
  expect(of(all, "C-2")).toEqual(["R-1", "R-3"]);
});

it("what an earlier note corrected is not corrected again", () => {
  const all = [
    paid("R-1", "deposit", 200),
    paid("R-2", "transfer", 800),
    note("C-1", "outside", 800, "R-2"),
    paid("R-3", "transfer", 800),
    note("C-2", "balance", 1_000, "R-3"),
  ];
  expect(of(all, "C-1", true)).toEqual(["R-2"]);
  expect(of(all, "C-2", true)).toEqual(["R-1", "R-3"]);
});

it("a note over a penalty or a refund corrects that one, and a receipt corrects nothing", () => {
  const all = [paid("R-1", "deposit", 200), one("R-2", "penalty", "balance", 100), note("C-1", "balance", 100, "R-2")];
  expect(of(all, "C-1")).toEqual(["R-2"]);
  expect(of(all, "R-1")).toEqual([]);
});
