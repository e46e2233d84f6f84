// Tests the optional texts of a lot in its state and its document.
import { detailNames } from "@jara/shared/lot-fields";
import { describe, expect, it } from "vitest";
import { anAuction, NOON } from "../../test/support/given-auction.ts";
import { canonicalJson } from "../platform/signing/canonical-json.ts";
import { sha256 } from "../platform/signing/merkle.ts";
import { create } from "./evolve.ts";
import type { Lot } from "./state.ts";
import { detailsOf, detailsOrNull, withTerms } from "./terms.ts";
import { lotDocument } from "./view/lot-document.ts";

const plain = anAuction();
const hashOf = (lot: Lot): string =>
  sha256(canonicalJson(lotDocument(create({ ...plain, lot }, NOON)))).toString("hex");

describe.each(detailNames)("the optional text %s", (name) => {
  it("is in the state only while the lot says it", () => {
    const state = create(plain, NOON);
    expect(state.lot).not.toHaveProperty(name);
    const said = withTerms(state, { [name]: "Bring a van." });
    expect([said.lot[name], detailsOrNull(said.lot)]).toEqual(["Bring a van.", { [name]: "Bring a van." }]);
    expect(withTerms(said, { title: "Drum" }).lot[name]).toBe("Bring a van.");
    expect(withTerms(said, { [name]: null }).lot).toEqual(state.lot);
    expect(detailsOrNull(state.lot)).toBeNull();
  });

  it("changes the hash of the lot's document, which is the same as ever without it", () => {
    const hash = hashOf(plain.lot);
    expect(hash).toBe("0d602e5d10b34e966090400346b505efc47e997dd981d0f1f4122663f29b48d2");
    expect(hashOf({ ...plain.lot, [name]: null })).toBe(hash);
    const other = hashOf({ ...plain.lot, [name]: "Bring a van." });
    expect(other).not.toBe(hash);
    expect(hashOf({ ...plain.lot, [name]: "Bring a car." })).not.toBe(other);
  });
});

it("keeps and hashes an optional text that only a newer version knows", () => {
  const lot = { ...plain.lot, newer: "Something" } as Lot;
  const edited = withTerms(create({ ...plain, lot }, NOON), { title: "Drum" });
  expect(detailsOf(edited.lot)).toEqual({ newer: "Something" });
  expect(lotDocument(edited)).toMatchObject({ newer: "Something" });
});
