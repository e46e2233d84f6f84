// Quiet hours: when they begin and end, in Lagos. They are saved at once.
import type { QuietHours } from "@jara/shared/rest/notifications";
import { useState } from "react";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { SwitchRow } from "../../../ui/switch-row.tsx";

const AT_FIRST: QuietHours = { from: 22 * 60, to: 6 * 60 };

const toClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
/** Null: no time was entered. */
const toMinutes = (clock: string): number | null => {
  const [hours, minutes] = clock.split(":").map(Number);
  return hours === undefined || minutes === undefined || Number.isNaN(hours + minutes) ? null : hours * 60 + minutes;
};

export const QuietHoursPanel = ({
  hours,
  onChange,
}: {
  hours: QuietHours | null;
  onChange: (hours: QuietHours | null) => void;
}) => {
  const [isSame, setIsSame] = useState(false);
  const set = (part: keyof QuietHours, clock: string): void => {
    const minutes = toMinutes(clock);
    if (!hours || minutes === null) return;
    const next = { ...hours, [part]: minutes };
    setIsSame(next.from === next.to);
    if (next.from !== next.to) onChange(next);
  };
  return (
    <Panel title="Quiet hours">
      <SwitchRow
        name="Delay push messages and emails at night"
        about="They come when the quiet hours end. These come at once: payment deadlines, security, and changes of a lot that you bid on if it ends before then."
        checked={hours !== null}
        onChange={(isOn) => onChange(isOn ? AT_FIRST : null)}
      />
      {hours && (
        <div className="grid grid-cols-2 gap-x-3 gap-y-2 text-sm sm:flex sm:items-end">
          {(["from", "to"] as const).map((part) => (
            <label key={part} className="grid gap-1">
              <span className="font-medium">{part === "from" ? "From" : "until"}</span>
              <input
                type="time"
                defaultValue={toClock(hours[part])}
                onChange={({ target }) => set(part, target.value)}
                className="min-h-11 w-full rounded-box border border-line-strong bg-surface px-3 tabular-nums"
              />
            </label>
          ))}
          <span className="col-span-2 text-ink-soft sm:py-3">Lagos time</span>
        </div>
      )}
      {isSame && <Notice tone="error">Quiet hours must begin and end at different times.</Notice>}
    </Panel>
  );
};
