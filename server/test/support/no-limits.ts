// What both carriers ask of limits, where there are none and everybody comes directly.
import { createClientAddress } from "../../src/limits/client-address.ts";
import { unlimited } from "../../src/limits/limiter.ts";
import { createLiveLimits } from "../../src/limits/limits.ts";
import { PacketTurns } from "../../src/socket/packet-turns.ts";

export const noLimits = {
  limits: createLiveLimits(unlimited, false),
  clientAddress: createClientAddress([]),
  turns: new PacketTurns(),
};
