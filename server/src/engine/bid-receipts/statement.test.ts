import { expect, it } from "vitest";
import { canonicalJson, type Json } from "../../platform/signing/canonical-json.ts";
import { statementText } from "./statement.ts";

const ids = { auctionId: "a lot", userId: "a person", commandId: 'a "quoted"\\\n\u2028\ud800 command' };
const lot = { contentVersion: 3, lotHash: "ab".repeat(32), currency: "USD" };
const at = Date.UTC(2026, 10, 25, 15, 4, 5, 678);
const common = {
  at: "2026-11-25T15:04:05.678Z",
  auction: ids.auctionId,
  command: ids.commandId,
  user: ids.userId,
  contentVersion: 3,
  lotHash: lot.lotHash,
  salt: "5a",
  v: 1,
  version: 9,
};

it.each([
  [{ type: "bid", version: 9, bid: 4, amount: 1_050, price: 2_000, hasCurrency: true }, { currency: "USD" }],
  [{ type: "max-bid", version: 9, amount: 1_050, hasCurrency: true }, { currency: "USD" }],
  [{ type: "withdrawal", version: 9, hasCurrency: false }, {}],
] as const)("is canonical JSON: %o", ({ hasCurrency: _, ...stated }, more) => {
  const written = statementText(ids, { ...stated, hasCurrency: "currency" in more }, lot, at, "5a");
  expect(written).toBe(canonicalJson({ ...common, ...stated, ...more } as unknown as Json));
});
