// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { beforeEach, describe, expect, it } from "vitest";
import { ownerNow } from "../../lib/own-storage.ts";
import { keepSeenLots, readSeenLots, type SeenLot, toSeenLot } from "./seen-lots.ts";

const auction = {
  _id: "a",
  title: "Talking drum",
  description: "Old",
  imageUrl: null,
  currency: "NGN",
  currentPrice: 10_500,
  bidCount: 2,
  status: "active",
  endTime: "2026-11-26T13:05:00.000Z",
  isLeading: true,
  reservePrice: 90_000,
} as unknown as Auction;
const lot = (id: string, at: number, isOpened = false): SeenLot => {
  const seen = toSeenLot({ ...auction, _id: id }, at, isOpened);
  if (!seen) throw new Error("not shown");
  return seen;
};
const ids = (owner: string) => readSeenLots(owner).map(({ _id }) => _id);

const owner = ownerNow();

beforeEach(() => localStorage.clear());

describe("the lots that were seen last", () => {
  it("are stored without anything that not every visitor sees", () => {
    keepSeenLots(owner, [lot("a", 1)]);
    expect(JSON.stringify({ ...localStorage })).toContain("Talking drum");
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/isLeading|reserve|90000/);
  });

  it.each(["draft", "cancelled"] as const)("do not include a lot that is %s", (status) => {
    expect(toSeenLot({ ...auction, status }, 1, true)).toBeNull();
  });

  it("keep the newer state of a lot, and that it was opened", () => {
    keepSeenLots(owner, [lot("a", 5, true)]);
    keepSeenLots(owner, [{ ...lot("a", 4), currentPrice: 1 }]);
    keepSeenLots(owner, [{ ...lot("a", 6), currentPrice: 11_000 }]);
    expect(readSeenLots(owner)).toEqual([{ ...lot("a", 6, true), currentPrice: 11_000 }]);
  });

  it("are at most 40: the opened ones, then the newest", () => {
    keepSeenLots(
      owner,
      Array.from({ length: 60 }, (_, index) => lot(`${index}`, index, index === 3)),
    );
    expect(ids(owner)).toHaveLength(40);
    expect(ids(owner).slice(0, 2)).toEqual(["3", "59"]);
  });

  it("are none where the storage holds something else", () => {
    for (const text of ["", "null", "{", '{"owner":null}', "[]"]) {
      localStorage.setItem(`own ${owner} seen-lots`, text);
      expect(readSeenLots(owner)).toEqual([]);
    }
  });
});
