// The code with which a buyer confirms a handover.
import { randomInt } from "node:crypto";

/** Six digits. */
export const newPickupCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");
