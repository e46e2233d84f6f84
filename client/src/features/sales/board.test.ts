import { expect, it } from "vitest";
import { byClosing, bySecondsLeft, movedBySeconds, stateOfLot, totalsOf } from "./board.ts";
import type { SaleLot } from "./hooks/use-sale-lots.ts";

const lot = (lotNumber: number, details: object): SaleLot =>
  ({
    lotNumber,
    auction: {
      _id: `a${lotNumber}`,
      status: "active",
      bidCount: 1,
      hasReserve: false,
      reserveMet: false,
      winner: null,
      currency: "NGN",
      currentPrice: 100,
      endTime: "2026-11-23T18:00:00.000Z",
      ...details,
    },
  }) as unknown as SaleLot;
const ada = { username: "ada" };
const numbers = (lots: readonly SaleLot[]) => lots.map(({ lotNumber }) => lotNumber);

it("The board shows the lot with the fewest seconds left first, paused lots after it, and waiting ones last", () => {
  const lots = [
    lot(1, { status: "draft" }),
    lot(2, { status: "paused", endTime: "2026-11-23T17:00:00.000Z" }),
    lot(3, { endTime: "2026-11-23T18:02:00.000Z" }),
    lot(5, {}),
    lot(4, {}),
    lot(6, { status: "ended" }),
  ];
  expect(numbers(bySecondsLeft(lots))).toEqual([4, 5, 3, 2, 1]);
  expect(numbers(byClosing(lots))).toEqual([6]);
});

it("A lot below its reserve is not sold", () => {
  const ended = { status: "ended", bidCount: 3, hasReserve: true, winner: null } as const;
  expect(stateOfLot({ ...ended, reserveMet: false })).toBe("reserve-not-met");
  expect(stateOfLot({ ...ended, reserveMet: true, winner: ada })).toBe("sold");
  expect(stateOfLot({ ...ended, reserveMet: false, bidCount: 0 })).toBe("no-bids");
  // The house sold it below its reserve.
  expect(stateOfLot({ ...ended, reserveMet: false, winner: ada })).toBe("sold");
});

it("A lot whose winner's bids were voided is not sold", () => {
  const voided = { status: "ended", bidCount: 3, hasReserve: false, reserveMet: true, winner: null } as const;
  expect(stateOfLot(voided)).toBe("no-winner");
  expect(totalsOf([lot(1, voided)])).toMatchObject({ sold: 0, unsold: 1, sellThrough: 0, revenue: [] });
});

it("The totals count sold lots of those that closed, and add final prices for each currency alone", () => {
  const totals = totalsOf([
    lot(1, { status: "ended", currentPrice: 0.1, winner: ada }),
    lot(2, { status: "sold", currentPrice: 0.2 }),
    lot(3, { status: "ended", currency: "USD", currentPrice: 5, winner: ada }),
    lot(4, { status: "ended", bidCount: 0 }),
    lot(5, { status: "cancelled", bidCount: 0 }),
    lot(6, {}),
  ]);
  expect(totals).toEqual({
    open: 1,
    sold: 3,
    unsold: 1,
    bids: 4,
    sellThrough: 0.75,
    revenue: [
      { currency: "NGN", amount: 0.3 },
      { currency: "USD", amount: 5 },
    ],
  });
  expect(totalsOf([lot(1, {})]).sellThrough).toBeNull();
});

it("An end has moved by the seconds after the time that the sale planned for it", () => {
  const sale = {
    closesAt: "2026-11-23T18:00:00.000Z",
    spacingSeconds: 60,
    closing: "in-order" as const,
    groupSize: null,
  };
  expect(movedBySeconds(lot(3, { endTime: "2026-11-23T18:03:30.000Z" }), sale)).toBe(90);
  expect(movedBySeconds(lot(3, { endTime: "2026-11-23T18:01:00.000Z" }), sale)).toBe(0);
});

it("Lots of a group are planned to close together, one spacing after the group before", () => {
  const sale = {
    closesAt: "2026-11-23T18:00:00.000Z",
    spacingSeconds: 60,
    closing: "together" as const,
    groupSize: 10,
  };
  const moved = (number: number, endTime: string) => movedBySeconds(lot(number, { endTime }), sale);
  expect(moved(10, "2026-11-23T18:00:30.000Z")).toBe(30);
  expect(moved(11, "2026-11-23T18:01:00.000Z")).toBe(0);
  expect(moved(20, "2026-11-23T18:02:00.000Z")).toBe(60);
});
