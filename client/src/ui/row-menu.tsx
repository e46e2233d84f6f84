// The menu of what can be done with one lot now. Arrow keys move through it, each action has a key, Escape closes it.
// On a phone it is a sheet at the bottom edge.
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { cx } from "../../../lib/cx.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import type { RowAction } from "../row-actions.ts";

interface RowMenuProps {
  /** Null when no menu is open. */
  auction: ManagedAuction | null;
  actions: readonly RowAction[];
  onChoose: (action: RowAction) => void;
  onClose: () => void;
}

export const RowMenu = ({ auction, actions, onChoose, onClose }: RowMenuProps) => (
  <Dialog sheet open={auction !== null} onClose={onClose} title="Actions" className="md:max-w-sm">
    <p dir="auto" className="-mt-3 text-ink-soft text-sm [overflow-wrap:anywhere]">
      {auction?.title}
    </p>
    {auction && <Items auction={auction} actions={actions} onChoose={onChoose} />}
  </Dialog>
);

const Items = ({
  auction,
  actions,
  onChoose,
}: Pick<RowMenuProps, "actions" | "onChoose"> & { auction: ManagedAuction }) => {
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
      onKeyDown={(event) => walk(event, actions, onChoose)}
      className="-mx-2 grid"
    >
      {actions.map((action, place) => (
        <button
          key={action.label}
          type="button"
          role="menuitem"
          aria-keyshortcuts={action.key}
          tabIndex={place === 0 ? 0 : -1}
          onClick={() => onChoose(action)}
          className={cx(
            "flex min-h-12 items-center justify-between gap-4 rounded-box px-3 text-left font-semibold text-base",
            "hover:bg-sunken focus-visible:bg-sunken md:min-h-10 md:text-sm",
            isFinal(action) && "text-danger",
          )}
        >
          {action.label}
          <kbd aria-hidden className="rounded-box border border-line px-1.5 font-sans text-ink-soft text-xs uppercase">
            {action.key}
          </kbd>
        </button>
      ))}
    </div>
  );
};

const isFinal = (action: RowAction): boolean =>
  "status" in action && (action.status === "cancelled" || action.status === "ended");

const walk = (
  event: KeyboardEvent<HTMLElement>,
  actions: readonly RowAction[],
  onChoose: (action: RowAction) => void,
) => {
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
  const action = place === undefined ? actions.find(({ key }) => key === event.key.toLowerCase()) : undefined;
  if (place === undefined && !action) return;
  event.preventDefault();
  if (action) onChoose(action);
  else if (place !== undefined) items[place]?.focus();
};
