// Lets watches in, so that all of them together leave time for bids. No other file uses their bulkhead.
import { WATCH } from "@jara/shared/calls/costs";
import type { ErrorBody } from "@jara/shared/errors";
import { type Admission, TurnedAway } from "../platform/limits/admission.ts";
import type { Connection } from "./rooms.ts";
import { crowded } from "./session.ts";

/** Runs when the connection's address has its turn. Returns the refusal if too many wait. */
export const admitWatch = async <T>(
  { watches }: Pick<Admission, "watches">,
  { address }: Pick<Connection, "address">,
  run: () => Promise<T> | T,
): Promise<T | ErrorBody> => {
  const done = await watches.run(run, { address, costMs: WATCH.ms });
  return done instanceof TurnedAway ? crowded(done) : done;
};
