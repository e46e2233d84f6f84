// Chooses a pickup slot: the place, if there are several, then the day, then the time.
import type { Pickup, PickupSlot } from "@jara/shared/rest/pickups";
import { useState } from "react";
import { messageOf } from "../../../lib/api.ts";
import { lagosClock, lagosWeekday } from "../../../lib/lagos-moment.ts";
import { toast } from "../../../store/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useChoosePickup } from "../hooks/use-pickups.ts";

const placeOf = ({ place }: PickupSlot): string => place;
const dayOf = ({ startsAt }: PickupSlot): string => lagosWeekday(startsAt);
const timeOf = ({ startsAt, endsAt }: PickupSlot): string =>
  `${lagosClock(startsAt, startsAt)} to ${lagosClock(endsAt, startsAt)}`;

/** Returns the slots with the wanted text, or those with the first text if none has it. */
const narrowed = (slots: readonly PickupSlot[], textOf: (slot: PickupSlot) => string, wanted: string) => {
  const texts = [...new Set(slots.map(textOf))];
  const text = texts.includes(wanted) ? wanted : (texts[0] ?? "");
  return { texts, text, slots: slots.filter((slot) => textOf(slot) === text) };
};

export const SlotForm = ({ pickup: { sale, offered }, onDone }: { pickup: Pickup; onDone: () => void }) => {
  const [wanted, setWanted] = useState({ place: "", day: "", time: "" });
  const choose = useChoosePickup();
  const places = narrowed(offered, placeOf, wanted.place);
  const days = narrowed(places.slots, dayOf, wanted.day);
  const times = narrowed(days.slots, timeOf, wanted.time);
  const [slot] = times.slots;
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
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {places.texts.length > 1 ? (
        <Options label="Place" of={places} onChoose={(place) => setWanted({ ...wanted, place })} />
      ) : (
        <p>
          <span className="block text-ink-soft text-sm">Where</span>
          <span className="font-semibold [overflow-wrap:anywhere]">{places.text}</span>
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Options label="Day" of={days} onChoose={(day) => setWanted({ ...wanted, day })} />
        <Options label="Time in Lagos" of={times} onChoose={(time) => setWanted({ ...wanted, time })} />
      </div>
      <Button type="submit" pending={choose.isPending} className="sm:justify-self-start">
        Choose this slot
      </Button>
      {choose.isError && <Notice tone="error">{messageOf(choose.error, "Failed to choose the slot")}</Notice>}
    </form>
  );
};

interface OptionsProps {
  label: string;
  of: { texts: readonly string[]; text: string };
  onChoose: (text: string) => void;
}

const Options = ({ label, of: { texts, text }, onChoose }: OptionsProps) => (
  <Field label={label}>
    <Select value={text} onChange={({ target }) => onChoose(target.value)}>
      {texts.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </Select>
  </Field>
);
