// The menu of what can be done with one row of a list now. Arrow keys move through it, an action may have a key, Escape
// closes it. On a phone it is a sheet at the bottom edge.
import { type KeyboardEvent, useEffect, useRef } from "react";
import { cx } from "../lib/cx.ts";
import { Dialog } from "./dialog.tsx";

export interface MenuAction {
  readonly label: string;
  readonly key?: string;
  /** Shown in red. */
  readonly isFinal?: boolean;
}

interface RowMenuProps<A extends MenuAction> {
  /** What the row is about. Null when no menu is open. */
  readonly subject: string | null;
  readonly actions: readonly A[];
  readonly onChoose: (action: A) => void;
  readonly onClose: () => void;
}

export const RowMenu = <A extends MenuAction>({ subject, actions, onChoose, onClose }: RowMenuProps<A>) => (
  <Dialog sheet open={subject !== null} onClose={onClose} title="Actions" className="md:max-w-sm">
    <p dir="auto" className="-mt-3 text-ink-soft text-sm [overflow-wrap:anywhere]">
      {subject}
    </p>
    {subject !== null && <Items subject={subject} actions={actions} onChoose={onChoose} />}
  </Dialog>
);

const Items = <A extends MenuAction>({ subject, actions, onChoose }: Omit<RowMenuProps<A>, "onClose">) => {
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
      aria-label={`Actions for ${subject}`}
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
            action.isFinal && "text-danger",
          )}
        >
          {action.label}
          {action.key && (
            <kbd
              aria-hidden
              className="rounded-box border border-line px-1.5 font-sans text-ink-soft text-xs uppercase"
            >
              {action.key}
            </kbd>
          )}
        </button>
      ))}
    </div>
  );
};

const walk = <A extends MenuAction>(
  event: KeyboardEvent<HTMLElement>,
  actions: readonly A[],
  onChoose: (action: A) => void,
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
