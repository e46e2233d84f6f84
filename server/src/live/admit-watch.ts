// Lets watches in, so that all of them together leave time for bids. No other file uses their lane.
import type { ErrorBody } from "@jara/shared/errors";
import { type Admission, TurnedAway } from "../platform/limits/admission.ts";
import { crowded } from "./session.ts";

/** Runs when it is let in. Returns the refusal if too many wait. */
export const admitWatch = async <T>(
  { watches }: Pick<Admission, "watches">,
  run: () => Promise<T> | T,
): Promise<T | ErrorBody> => {
  const done = await watches.run(run);
  return done instanceof TurnedAway ? crowded(done) : done;
};
