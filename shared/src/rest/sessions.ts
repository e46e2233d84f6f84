// Schemas of the REST calls on a person's sessions: the devices that are logged in.
import * as z from "zod/mini";
import { wireTime } from "../wire-time.ts";

export const sessionSchema = z.object({
  _id: z.string(),
  /** The browser and the system in words: `Chrome on Android`. */
  device: z.string(),
  /** The beginning of the address at log-in: `102.89.x.x`. The server does not know the town. */
  place: z.string(),
  createdAt: wireTime,
  /** At most ten minutes older than the last use. */
  lastSeenAt: wireTime,
  /** The session that asks. */
  isCurrent: z.boolean(),
});
export type DeviceSession = z.infer<typeof sessionSchema>;

/** The session that was used last comes first. */
export const sessionsAnswer = z.object({ sessions: z.array(sessionSchema) });
