// The words for a device in the list: its network and when it was last used.
import type { DeviceSession } from "@jara/shared/rest/sessions";
import { lagosMoment } from "../../lib/lagos-moment.ts";

const MINUTE_MS = 60_000;
/** The server writes the last use this often at most. */
const SEEN_EVERY_MIN = 10;

export const networkWords = ({ place }: Pick<DeviceSession, "place">): string =>
  place === "unknown" ? "Unknown network" : `Network ${place}`;

/** In minutes within the hour, afterwards the time in Lagos. */
export const seenWords = (lastSeenAt: string, nowMs: number): string => {
  const minutes = Math.floor((nowMs - Date.parse(lastSeenAt)) / MINUTE_MS);
  if (minutes <= SEEN_EVERY_MIN) return "Seen in the last 10 minutes";
  return minutes < 60 ? `Seen ${minutes} minutes ago` : `Seen ${lagosMoment(lastSeenAt)}`;
};

/** This device first, then the others as the server sorts them. */
export const thisFirst = (devices: readonly DeviceSession[]): DeviceSession[] =>
  [...devices].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));

export const isPhone = ({ device }: Pick<DeviceSession, "device">): boolean => /Android|iOS|Windows Phone/.test(device);
