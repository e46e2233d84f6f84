// Gives both transports limits that never refuse, and trusts no proxy.

import { PacketScheduler } from "../../src/live/transports/packet-scheduler.ts";
import { AllUnread } from "../../src/live/unread.ts";
import { createClientAddress } from "../../src/platform/limits/client-address.ts";
import { unlimited } from "../../src/platform/limits/limiter.ts";
import { createLiveLimits } from "../../src/platform/limits/live-rate-limits.ts";

export const noLimits = {
  limits: createLiveLimits(unlimited, false),
  clientAddress: createClientAddress([]),
  scheduler: new PacketScheduler(),
  unread: new AllUnread(),
  charge: () => 0,
  limited: () => {},
};
