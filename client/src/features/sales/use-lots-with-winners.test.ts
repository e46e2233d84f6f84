import type { Auction } from "@jara/shared/auction";
import { expect, it } from "vitest";
import { stateOfLot } from "./board.ts";
import { withWinner } from "./use-lots-with-winners.ts";

const lot = (details: Partial<Auction>) =>
  ({
    bidCount: 2,
    hasReserve: true,
    reserveMet: true,
    winner: null,
    leader: { username: "ada" },
    ...details,
  }) as Auction;
const open = lot({ status: "active" });
const ended = lot({ status: "ended" });

it("A lot that ended while the console was open was won by its leader, if the reserve is met", () => {
  expect(stateOfLot(withWinner(open, ended))).toBe("sold");
  expect(withWinner(open, ended).winner).toEqual({ username: "ada" });
  expect(stateOfLot(withWinner(open, { ...ended, reserveMet: false }))).toBe("reserve-not-met");
  expect(withWinner(open, { ...ended, leader: null }).winner).toBeNull();
});

it("A lot that had ended when it was read keeps the winner that was read, also none", () => {
  expect(stateOfLot(withWinner(ended, ended))).toBe("no-winner");
  expect(withWinner(open, open)).toBe(open);
});
