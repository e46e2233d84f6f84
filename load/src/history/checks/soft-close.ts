// Checks soft close (rule 13): which bids move the end, and exactly how far.
import { endAfterBid } from "@jara/proof/lot/rules";
import { check, firstOf } from "../check.ts";
import { type State, type Step, stepped } from "../log.ts";

export const softClose = check(
  "soft-close",
  "A bid that changes the public price within the window moves the end to its own time and the window, up to the cap; " +
    "nothing else extends an auction",
  ({ auctions }, tally) => {
    for (const { id, steps } of auctions.values()) {
      for (const step of steps) {
        const { row, before } = step;
        const extensions = row.events.flatMap((event) => (event.type === "AuctionExtended" ? [event] : []));
        const bid = row.events.findLast((event) => event.type === "BidPlaced");
        if (!before || (extensions.length === 0 && !(bid && before.softClose))) continue;
        const after = withoutExtension(step, before);
        const [extension] = extensions;
        const due = bid && after.priceMinor !== before.priceMinor ? dueEnd(after, row.at) : after.endsAt;
        const what = `revision ${row.revision}`;
        tally.tried(
          id,
          firstOf(
            extensions.length > 1 && `${what} extends the auction twice`,
            extension &&
              (extension.from !== after.endsAt || extension.bidNumber !== bid?.number) &&
              `${what} extends from ${extension.from} for bid ${extension.bidNumber} where the end is ${after.endsAt} and the bid ${bid?.number}`,
            extension && extension.endsAt <= extension.from && `${what} moves the end to where it is or before`,
            (extension?.endsAt ?? after.endsAt) !== due &&
              `${what} of ${row.at} leaves the end at ${extension?.endsAt ?? after.endsAt} where ${due} is due`,
          ),
        );
      }
    }
  },
);

const withoutExtension = ({ row }: Step, before: State): State =>
  row.events.reduce((at, event) => (event.type === "AuctionExtended" ? at : stepped(at, event, row)), before);

/** The end after a bid at this moment. */
const dueEnd = ({ softClose, status, endsAt, extendedFrom }: State, at: number): number =>
  softClose && status === "active" ? endAfterBid(softClose, at, endsAt, extendedFrom) : endsAt;
