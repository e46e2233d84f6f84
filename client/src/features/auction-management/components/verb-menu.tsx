// The menu of what can be done with one lot now. Arrow keys move through it, each verb has a key, Escape closes it. On
// a phone it is a sheet at the bottom edge.
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { cx } from "../../../lib/cx.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import type { Verb } from "../lot-verbs.ts";

interface VerbMenuProps {
  /** Null when no menu is open. */
  auction: ManagedAuction | null;
  verbs: readonly Verb[];
  onChoose: (verb: Verb) => void;
  onClose: () => void;
}

export const VerbMenu = ({ auction, verbs, onChoose, onClose }: VerbMenuProps) => (
  <Dialog sheet open={auction !== null} onClose={onClose} title="Actions" className="md:max-w-sm">
    <p dir="auto" className="-mt-3 text-ink-soft text-sm [overflow-wrap:anywhere]">
      {auction?.title}
    </p>
    {auction && <Items {...{ auction, verbs, onChoose }} />}
  </Dialog>
);

const Items = ({
  auction,
  verbs,
  onChoose,
}: Pick<VerbMenuProps, "verbs" | "onChoose"> & { auction: ManagedAuction }) => {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In the next frame, because a dialog that opens takes the focus for itself first.
    const frame = requestAnimationFrame(() => menu.current?.querySelector("button")?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={`Actions for ${auction.title}`}
      onKeyDown={(event) => walk(event, verbs, onChoose)}
      className="-mx-2 grid"
    >
      {verbs.map((verb, place) => (
        <button
          key={verb.label}
          type="button"
          role="menuitem"
          aria-keyshortcuts={verb.key}
          tabIndex={place === 0 ? 0 : -1}
          onClick={() => onChoose(verb)}
          className={cx(
            "flex min-h-12 items-center justify-between gap-4 rounded-box px-3 text-left font-semibold text-base",
            "hover:bg-sunken focus-visible:bg-sunken md:min-h-10 md:text-sm",
            isFinal(verb) && "text-danger",
          )}
        >
          {verb.label}
          <kbd aria-hidden className="rounded-box border border-line px-1.5 font-sans text-ink-soft text-xs uppercase">
            {verb.key}
          </kbd>
        </button>
      ))}
    </div>
  );
};

const isFinal = (verb: Verb): boolean => "status" in verb && (verb.status === "cancelled" || verb.status === "ended");

const walk = (event: KeyboardEvent<HTMLElement>, verbs: readonly Verb[], onChoose: (verb: Verb) => void) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const now = items.indexOf(document.activeElement as HTMLElement);
  const places: Record<string, number> = {
    ArrowDown: (now + 1) % items.length,
    ArrowUp: (now - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const place = places[event.key];
  const verb = place === undefined ? verbs.find(({ key }) => key === event.key.toLowerCase()) : undefined;
  if (place === undefined && !verb) return;
  event.preventDefault();
  if (verb) onChoose(verb);
  else if (place !== undefined) items[place]?.focus();
};
