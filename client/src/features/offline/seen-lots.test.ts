// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetOthersLots, keepSeenLots, readSeenLots, type SeenLot, toSeenLot } from "./seen-lots.ts";

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
const ids = (owner: string | null) => readSeenLots(owner).map(({ _id }) => _id);

beforeEach(() => localStorage.clear());

describe("the lots that were seen last", () => {
  it("are stored without anything that not every visitor sees", () => {
    keepSeenLots("ada", [lot("a", 1)]);
    expect(localStorage.getItem("seen-lots")).not.toMatch(/isLeading|reserve|90000/);
  });

  it.each(["draft", "cancelled"] as const)("do not include a lot that is %s", (status) => {
    expect(toSeenLot({ ...auction, status }, 1, true)).toBeNull();
  });

  it("are read by nobody but the account that saw them", () => {
    keepSeenLots("ada", [lot("a", 1)]);
    expect(ids("ada")).toEqual(["a"]);
    expect(ids("bola")).toEqual([]);
    expect(ids(null)).toEqual([]);
    keepSeenLots("bola", [lot("b", 2)]);
    expect(ids("ada")).toEqual([]);
  });

  it("are removed once somebody else or nobody is signed in, and stay for their reader", () => {
    for (const [owner, next] of [
      ["ada", null],
      ["ada", "bola"],
      [null, "ada"],
    ] as const) {
      keepSeenLots(owner, [lot("a", 1)]);
      forgetOthersLots(owner);
      expect(ids(owner)).toEqual(["a"]);
      forgetOthersLots(next);
      expect(localStorage.length).toBe(0);
    }
  });

  it("keep the newer state of a lot, and that it was opened", () => {
    keepSeenLots(null, [lot("a", 5, true)]);
    keepSeenLots(null, [{ ...lot("a", 4), currentPrice: 1 }]);
    keepSeenLots(null, [{ ...lot("a", 6), currentPrice: 11_000 }]);
    expect(readSeenLots(null)).toEqual([{ ...lot("a", 6, true), currentPrice: 11_000 }]);
  });

  it("are at most 40: the opened ones, then the newest", () => {
    keepSeenLots(
      null,
      Array.from({ length: 60 }, (_, index) => lot(`${index}`, index, index === 3)),
    );
    expect(ids(null)).toHaveLength(40);
    expect(ids(null).slice(0, 2)).toEqual(["3", "59"]);
  });

  it("are none where the storage holds something else", () => {
    for (const text of ["", "null", "{", '{"owner":null}', "[]"]) {
      localStorage.setItem("seen-lots", text);
      expect(readSeenLots(null)).toEqual([]);
    }
  });
});
