// The slots in which the user collects paid lots: one for all lots of a sale. Shown where slots are offered or one was
// chosen.
import type { Pickup, PickupSlot } from "@jara/shared/rest/pickups";
import { PICKUP_NOTICE_HOURS } from "@jara/shared/sale-limits";
import { formatLagosTime } from "@jara/shared/time";
import { useState } from "react";
import { lagosClock } from "../../../lib/lagos-moment.ts";
import { useHashTarget } from "../../../lib/use-hash-target.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { Button } from "../../../ui/button.tsx";
import { usePickups } from "../hooks/use-pickups.ts";
import { PickupCode } from "./pickup-code.tsx";
import { SlotForm } from "./slot-form.tsx";

export const PickupSlots = () => {
  const { data = [], isSuccess } = usePickups();
  useHashTarget(isSuccess);
  return data
    .filter(({ slot, offered }) => slot !== null || offered.length > 0)
    .map((pickup) => <PickupCard key={pickup.sale?._id ?? ""} pickup={pickup} />);
};

const idOf = ({ sale }: Pickup): string => `pickup-${sale?._id ?? "other"}`;

/** Returns the address at which the user chooses a slot. */
export const addressOf = (pickup: Pickup): string => `/purchases#${idOf(pickup)}`;

export const SlotTime = ({ slot: { startsAt, endsAt } }: { slot: PickupSlot }) => (
  <b className="tabular whitespace-nowrap">
    <time dateTime={startsAt}>{formatLagosTime(startsAt).replace(" WAT", "")}</time> to {lagosClock(endsAt, startsAt)}
  </b>
);

const PickupCard = ({ pickup }: { pickup: Pickup }) => {
  const { sale, lots, code, slot, canChoose, offered } = pickup;
  const [isChanging, setChanging] = useState(false);
  const id = idOf(pickup);
  const someWait = lots.some(({ isReady }) => !isReady);
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-18 grid-cols-[minmax(0,1fr)] gap-4 rounded-box border border-line bg-surface p-4 md:p-6"
    >
      <div className="grid gap-1">
        <h2 id={`${id}-title`} className="font-bold text-lg">
          {slot ? "Your pickup" : "Choose when you collect"}{" "}
          {slot ? `of ${lotsWords(lots.length)}` : lotsWords(lots.length)}
        </h2>
        {sale && <h3 className="[overflow-wrap:anywhere]">{sale.title}</h3>}
        <ul className="text-ink-soft text-sm">
          {lots.map(({ _id, auction, lot, isReady }) => (
            <li key={_id} className="[overflow-wrap:anywhere]">
              {lot && `Lot ${lot}: `}
              {auction.title}
              {someWait && (isReady ? " (ready)" : " (in preparation)")}
            </li>
          ))}
        </ul>
      </div>
      {slot && (
        <p>
          <SlotTime slot={slot} />
          <span className="block [overflow-wrap:anywhere]">{slot.place}</span>
        </p>
      )}
      {slot && canChoose && offered.length > 0 && !isChanging && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setChanging(true)}>
          Choose another slot
        </Button>
      )}
      {(slot === null || isChanging) && <SlotForm pickup={pickup} onDone={() => setChanging(false)} />}
      <p className="text-ink-soft text-sm">
        {changeWords(pickup)} {someWait && "Lots in preparation are handed over then if they are ready by then."}
      </p>
      {slot && code && <PickupCode code={code} />}
    </section>
  );
};

const changeWords = ({ slot, canChoose, code }: Pickup): string => {
  if (canChoose) return `You can change it until ${PICKUP_NOTICE_HOURS} hours before. Bring your pickup code.`;
  if (slot && !code) return "You can change it, and get your pickup code, once a lot is ready.";
  return "It can no longer be changed here. If you cannot come, please contact us.";
};
