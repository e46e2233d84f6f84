// Makes a settlement for tests: an open Buy It Now.
import type { Settlement } from "@jara/shared/rest/settlements";

/** One time for all test settlements, so that a difference of a millisecond does not decide their order. */
const NOW = Date.now();

export const settlement = (change: Partial<Settlement> = {}): Settlement => ({
  _id: "s1",
  kind: "buy-it-now",
  status: "open",
  auction: { _id: "a1", title: "Bronze leopard", status: "paused", currency: "NGN" },
  buyer: {
    _id: "u1",
    username: "adaeze",
    email: "adaeze@example.ng",
    firstName: "Adaeze",
    lastName: "Obi",
    phone: "+2348012345678",
  },
  price: 90_000,
  fee: 4500,
  total: 94_500,
  deposit: 18_000,
  depositNgn: 18_000,
  paid: 0,
  remaining: 76_500,
  remainingNgn: 76_500,
  penalty: 9000,
  penaltyNgn: null,
  reference: "JARA-6F1F-3C1E-8A52",
  dueAt: new Date(NOW + 40 * 60_000).toISOString(),
  createdAt: new Date(NOW - 20 * 60_000).toISOString(),
  pickup: null,
  pardonedAt: null,
  closedAt: null,
  closedBy: null,
  note: null,
  stuck: null,
  ...change,
});
