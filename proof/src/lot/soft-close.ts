// Soft close (rule 13): a bid that changes the price shortly before the end moves the end to the bid's time plus the
// window, at most to the scheduled end plus the cap. Nothing else may be called an extension.
import type { Bid, Extended } from "../facts.ts";
import { timeWords } from "../words.ts";
import { endAfterBid } from "./rules.ts";
import type { Step } from "./step.ts";

/** `last`: the entry's last bid. `extended`: its extensions. Called once all its other facts are applied. */
export const checkSoftClose = (step: Step, last: Bid | null, extended: readonly Extended[]): void => {
  const { lot, fault } = step;
  const [fact, another] = extended;
  const due = dueEnd(step, last);
  if (another) fault("The end was extended twice at once.");
  if (!fact) {
    if (due !== null) fault(`A late bid should have moved the end to ${timeWords(due)}, and it was not moved.`);
    return;
  }
  const endsAtMs = Date.parse(fact.endsAt);
  if (Date.parse(fact.from) !== lot.endsAtMs) {
    fault(
      `The extension says that the end was ${timeWords(Date.parse(fact.from))}; it was ${timeWords(lot.endsAtMs)}.`,
    );
  }
  if (fact.bid !== last?.number) fault(`The end was moved because of bid ${fact.bid}, which did not move it.`);
  if (due === null) fault(`The end was moved to ${timeWords(endsAtMs)}, though the rules do not move it here.`);
  else if (endsAtMs !== due) {
    fault(`The end was moved to ${timeWords(endsAtMs)}; the rules move it to ${timeWords(due)}.`);
  }
  lot.scheduledEndMs ??= lot.endsAtMs;
  lot.endsAtMs = endsAtMs;
};

/** Null: the end stays where it is. */
const dueEnd = ({ lot, leaf, before }: Step, last: Bid | null): number | null => {
  const { softClose, status, endsAtMs, scheduledEndMs } = lot;
  if (!softClose || !last || status !== "active" || lot.price === before.price) return null;
  const due = endAfterBid(softClose, leaf.atMs, endsAtMs, scheduledEndMs);
  return due > endsAtMs ? due : null;
};
