// The slots in which the user collects paid lots: one for all lots of a sale. Shown where slots are offered or one was
// chosen.
import type { Pickup, PickupSlot } from "@jara/shared/rest/pickups";
import { PICKUP_NOTICE_HOURS } from "@jara/shared/sale-limits";
import { formatLagosTime } from "@jara/shared/time";
import { useState } from "react";
import { messageOf } from "../../../lib/api.ts";
import { lagosClock } from "../../../lib/lagos-moment.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { toast } from "../../../store/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useChoosePickup, usePickups } from "../hooks/use-pickups.ts";

export const PickupSlots = () => {
  const { data = [] } = usePickups();
  return data
    .filter(({ slot, offered }) => slot !== null || offered.length > 0)
    .map((pickup) => <PickupCard key={pickup.sale?._id ?? ""} pickup={pickup} />);
};

/** Names the lots that the user collects together with this one. */
export const usePickupOfLot = (auctionId: string): Pickup | undefined => {
  const { data = [] } = usePickups();
  return data.find(({ lots }) => lots.some(({ auction }) => auction._id === auctionId));
};

/** The slot in which the user collects the lot; nothing if none was chosen. */
export const SlotOfLot = ({ auctionId }: { auctionId: string }) => {
  const slot = usePickupOfLot(auctionId)?.slot;
  return slot ? (
    <p className="text-sm">
      You come <SlotTime slot={slot} />, <span className="[overflow-wrap:anywhere]">{slot.place}</span>.
    </p>
  ) : null;
};

export const SlotTime = ({ slot: { startsAt, endsAt } }: { slot: PickupSlot }) => (
  <b className="tabular whitespace-nowrap">
    <time dateTime={startsAt}>{formatLagosTime(startsAt).replace(" WAT", "")}</time> to {lagosClock(endsAt, startsAt)}
  </b>
);

const PickupCard = ({ pickup }: { pickup: Pickup }) => {
  const { sale, lots, slot, canChoose, offered } = pickup;
  const [isChanging, setChanging] = useState(false);
  const titleId = `pickup-${sale?._id ?? "other"}`;
  return (
    <section
      aria-labelledby={titleId}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-box border border-line bg-surface p-4 md:p-6"
    >
      <div className="grid gap-1">
        <h2 id={titleId} className="font-bold text-lg">
          {slot ? "Your pickup" : "Choose when you collect"}{" "}
          {slot ? `of ${lotsWords(lots.length)}` : lotsWords(lots.length)}
        </h2>
        {sale && <h3 className="[overflow-wrap:anywhere]">{sale.title}</h3>}
        <ul className="text-ink-soft text-sm">
          {lots.map(({ _id, auction, lot }) => (
            <li key={_id} className="[overflow-wrap:anywhere]">
              {lot && `Lot ${lot}: `}
              {auction.title}
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
        {canChoose
          ? `You can change it until ${PICKUP_NOTICE_HOURS} hours before. Bring your pickup code.`
          : "It can no longer be changed here. If you cannot come, please contact us."}
      </p>
    </section>
  );
};

const keyOf = ({ startsAt, place }: PickupSlot): string => `${startsAt} ${place}`;

const SlotForm = ({ pickup: { sale, offered }, onDone }: { pickup: Pickup; onDone: () => void }) => {
  const [chosen, setChosen] = useState("");
  const choose = useChoosePickup();
  const slot = offered.find((one) => keyOf(one) === chosen) ?? offered[0];
  if (!slot) return null;
  const submit = () =>
    choose.mutate(
      { saleId: sale?._id ?? null, startsAt: slot.startsAt, place: slot.place },
      {
        onSuccess: () => {
          toast.success("Your pickup slot is booked");
          onDone();
        },
      },
    );
  return (
    <form
      className="grid gap-3 sm:flex sm:items-end"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label="Pickup slot (Lagos time)" className="sm:flex-1">
        <Select value={keyOf(slot)} onChange={({ target }) => setChosen(target.value)}>
          {placesOf(offered).map((place) => (
            <optgroup key={place} label={place}>
              {offered
                .filter((one) => one.place === place)
                .map((one) => (
                  <option key={keyOf(one)} value={keyOf(one)}>
                    {formatLagosTime(one.startsAt).replace(" WAT", "")} to {lagosClock(one.endsAt, one.startsAt)}
                  </option>
                ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <Button type="submit" pending={choose.isPending}>
        Choose this slot
      </Button>
      {choose.isError && (
        <div className="sm:basis-full">
          <Notice tone="error">{messageOf(choose.error, "Failed to choose the slot")}</Notice>
        </div>
      )}
    </form>
  );
};

const placesOf = (slots: readonly PickupSlot[]): string[] => [...new Set(slots.map(({ place }) => place))];
