// A segmented control: tabs of which one panel is shown. On a phone the panels are as high as the highest of them, so that
// choosing one moves nothing. Arrow keys, Home and End choose, as in every tab list.
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { cx } from "../lib/cx.ts";

interface Segment<Key extends string> {
  key: Key;
  label: string;
  panel: ReactNode;
}

interface SegmentsProps<Key extends string> {
  label: string;
  segments: readonly Segment<Key>[];
  chosen: Key;
  onChoose: (key: Key) => void;
}

export const Segments = <Key extends string>({ label, segments, chosen, onChoose }: SegmentsProps<Key>) => {
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const now = segments.findIndex(({ key }) => key === chosen);
    const last = segments.length - 1;
    const places: Record<string, number> = {
      ArrowRight: now === last ? 0 : now + 1,
      ArrowLeft: now === 0 ? last : now - 1,
      Home: 0,
      End: last,
    };
    const place = places[event.key];
    const next = place === undefined ? undefined : segments[place];
    if (!next || place === undefined) return;
    event.preventDefault();
    onChoose(next.key);
    tabs.current?.querySelectorAll("button")[place]?.focus();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div
        ref={tabs}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        // With very large text the tabs stand below each other, before a word breaks.
        className="flex flex-wrap gap-1 rounded-box bg-sunken p-1"
      >
        {segments.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}-tab`}
            aria-controls={`${id}-${key}`}
            aria-selected={key === chosen}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
            className={cx(
              "min-h-11 flex-1 rounded-box px-3 font-semibold text-sm pointer-fine:min-h-8",
              key === chosen ? "border border-line-strong bg-surface text-ink" : "text-ink-soft hover:text-ink",
            )}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] max-md:*:[grid-area:1/1]">
        {segments.map(({ key, panel }) => (
          <div
            key={key}
            role="tabpanel"
            id={`${id}-${key}`}
            aria-labelledby={`${id}-${key}-tab`}
            aria-hidden={key !== chosen || undefined}
            className={cx("min-w-0", key !== chosen && "invisible md:hidden")}
          >
            {panel}
          </div>
        ))}
      </div>
    </div>
  );
};
