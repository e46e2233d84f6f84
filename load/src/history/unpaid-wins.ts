// Counts a person's unpaid wins at a moment: forfeits that nobody has taken back or pardoned.
import type { Stored } from "./stored.ts";

export type UnpaidWins = (userId: string, at: number) => number;

export const unpaidWinsIn = ({ settlements }: Stored): UnpaidWins => {
  const forfeits = [...settlements.values()]
    .flat()
    .filter(({ status, pardonedAt }) => status === "forfeited" && pardonedAt == null);
  return (userId, at) =>
    forfeits.filter(({ winnerId, closedAt }) => winnerId === userId && closedAt !== null && closedAt < at).length;
};
