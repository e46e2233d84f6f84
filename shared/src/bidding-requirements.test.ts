import { describe, expect, it } from "vitest";
import {
  asksAnything,
  type BidderChecks,
  type BiddingRequirements,
  limitOf,
  missingOf,
  noRequirements,
} from "./bidding-requirements.ts";
import type { Minor } from "./money.ts";

const nobody: BidderChecks = { hasPhone: false, document: null, site: null, sale: null };
const all: BiddingRequirements = { phone: true, document: true, approval: true };
const approved = (naira: number | null = null) =>
  ({ status: "approved", limitMinor: naira === null ? null : ((naira * 100) as Minor) }) as const;
const waiting = { status: "waiting", limitMinor: null } as const;
const declined = { status: "declined", limitMinor: null } as const;

describe("the requirements of bidding", () => {
  it("are none unless the house asks", () => {
    expect([asksAnything(noRequirements), missingOf(noRequirements, nobody)]).toEqual([false, []]);
    expect([asksAnything(all), missingOf(all, nobody)]).toEqual([true, ["phone", "document", "approval"]]);
  });

  it("are met by what staff approved, and not by what waits or was declined", () => {
    const ready: BidderChecks = { hasPhone: true, document: "approved", site: approved(), sale: null };
    expect(missingOf(all, ready)).toEqual([]);
    for (const document of ["waiting", "declined", null] as const)
      expect(missingOf(all, { ...ready, document })).toEqual(["document"]);
    for (const site of [waiting, declined, null]) expect(missingOf(all, { ...ready, site })).toEqual(["approval"]);
  });

  it("take a sale's decision before the site's, and the site's while the sale's request waits", () => {
    const asked = { ...noRequirements, approval: true };
    const missing = (site: BidderChecks["site"], sale: BidderChecks["sale"]) =>
      missingOf(asked, { ...nobody, site, sale }).length;
    expect([missing(null, approved()), missing(declined, approved())]).toEqual([0, 0]);
    expect([missing(approved(), declined), missing(approved(), waiting), missing(declined, waiting)]).toEqual([
      1, 0, 1,
    ]);
  });

  it("have the limit of the approval in force, and none if no approval is asked for", () => {
    const checks = { ...nobody, site: approved(500_000), sale: approved(20_000) };
    expect(limitOf(all, checks)).toBe(2_000_000);
    expect(limitOf(all, { ...checks, sale: null })).toBe(50_000_000);
    expect(limitOf(all, { ...checks, sale: approved(null) })).toBeNull();
    expect(limitOf({ ...all, approval: false }, checks)).toBeNull();
    expect(limitOf(all, { ...checks, sale: declined })).toBeNull();
  });
});
