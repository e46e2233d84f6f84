// A win as the server answers it, for tests: won for ₦45,000 with the whole deposit taken.
import type { Win } from "@jara/shared/rest/settlements";

export const winForTest = (change: Partial<Win> = {}): Win => ({
  _id: "s1",
  kind: "win",
  status: "open",
  auction: { _id: "a", title: "Talking drum", currency: "NGN", image: null },
  price: 45_000,
  fee: 0,
  total: 45_000,
  deposit: 9_000,
  depositNgn: 9_000,
  paid: 0,
  remaining: 36_000,
  remainingNgn: 36_000,
  penalty: 4_500,
  penaltyNgn: null,
  reference: "JARA-0A1B-2C3D-4E5F",
  dueAt: "2026-11-26T13:05:00.000Z",
  createdAt: "2026-11-21T12:00:00.000Z",
  closedAt: null,
  bankAccount: { bank: "Jara Bank", number: "0123456789", name: "Jara Ltd" },
  payments: [],
  pickup: null,
  ...change,
});
