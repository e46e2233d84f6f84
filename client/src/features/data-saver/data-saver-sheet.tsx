// The sheet of the data saver: its switch, what it does, and the bytes that this visit has used.
import { type ReactNode, useEffect, useId, useState } from "react";
import { bytesUsed } from "../../connection/bytes-used.ts";
import { saver, useSaver } from "../../store/saver.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/switch.tsx";
import { sizeInWords } from "./size-in-words.ts";

const UPDATED_EVERY_MS = 1_000;
const REMEMBERED_SECONDS = 365 * 86_400;

const choose = (isOn: boolean): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no other way, or only a new one
  document.cookie = `saver=${isOn ? "on" : "off"}; path=/; max-age=${REMEMBERED_SECONDS}; SameSite=Lax`;
  // The style sheet uses the phone's own fonts then.
  document.documentElement.toggleAttribute("data-saver", isOn);
  saver.setState(isOn, true);
};

export const DataSaverSheet = ({ onClose }: { onClose: () => void }) => {
  const isOn = useSaver();
  const id = useId();
  return (
    <Dialog open sheet onClose={onClose} title="Data saver">
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center justify-between gap-4 font-semibold">
        Save data on this device
        <Switch id={id} checked={isOn} onChange={({ target }) => choose(target.checked)} />
      </label>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        <li>Pictures load when you tap them, in a small size. Videos do not load by themselves.</li>
        <li>
          Prices come at most every 6 seconds; every 2 seconds in the last 5 minutes of a lot, and every second in its
          last minute.
        </li>
        <li>The list of bids and the price chart load when you ask for them. Home shows each lot once.</li>
        <li>The answer to your bid, “Outbid” and the end of a lot come at once, as always.</li>
      </ul>
      <UsedBytes />
    </Dialog>
  );
};

const UsedBytes = () => {
  const [used, setUsed] = useState(bytesUsed);
  useEffect(() => {
    const timer = setInterval(() => setUsed(bytesUsed()), UPDATED_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <section aria-labelledby="bytes-used" className="grid gap-1 rounded-box bg-sunken px-4 py-3 text-sm">
      <h3 id="bytes-used" className="font-semibold">
        Used on this visit: <span className="tabular">{sizeInWords(used.requests + used.live)}</span>
      </h3>
      <Line name="Pages and pictures">{sizeInWords(used.requests)}</Line>
      <Line name="Live prices">{sizeInWords(used.live)}</Line>
      <p className="text-ink-soft text-xs">Your network adds a little data to each message.</p>
    </section>
  );
};

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <p className="flex justify-between gap-4">
    {name}
    <span className="tabular">{children}</span>
  </p>
);
