// Shows the toasts: under the header, on a wide screen at the lower left, where they cover neither menus nor the bid panel;
// above everything, announced politely and once. Mounted once, in the providers.
// While a modal dialog is open, the toasts are inside the dialog, because everything outside it is covered and inert.
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { cx } from "../lib/cx.ts";
import { openModals } from "../store/open-modals.ts";
import { dismissToast, type Toast, toasts } from "../store/toast.ts";

const looks = {
  info: { icon: Info, mark: "text-ink-soft", edge: "border-line-strong" },
  success: { icon: CircleCheck, mark: "text-brand", edge: "border-brand" },
  warning: { icon: TriangleAlert, mark: "text-amber", edge: "border-amber-mark" },
  error: { icon: CircleAlert, mark: "text-danger", edge: "border-danger" },
} as const;

/**
 * Screen readers have read a toast that was shown for this time (ms). A newer toast may not have been read before a
 * dialog opened or closed.
 */
const READ_AFTER_MS = 1000;

// A toast that moves into a dialog, or out of one, is a new text there, and would be read once more. So toasts that
// came before `readUntil` are shown outside the live region. This listener comes before the one that shows the toasts
// in their new place.
let readUntil = 0;
openModals.subscribe(() => {
  readUntil = performance.now() - READ_AFTER_MS;
});

export const Toaster = () => {
  const dialog = useStore(openModals).at(-1);
  const shown = useStore(toasts);
  return (
    <>
      {/* Both live regions are there before their texts, because screen readers do not read a new region. */}
      <Region shown={dialog ? [] : shown} />
      {dialog && createPortal(<Region shown={shown} />, dialog)}
    </>
  );
};

const cardOf = (toast: Toast) => <ToastCard key={toast.id} toast={toast} />;

const Region = ({ shown }: { shown: readonly Toast[] }) => (
  <section
    aria-label="Notifications"
    className="pointer-events-none fixed inset-x-0 top-16 z-50 in-[dialog]:top-2 mx-auto grid w-full max-w-md gap-2 px-[16px] lg:top-auto lg:right-auto lg:bottom-20 lg:mx-0 lg:in-[dialog]:top-2 lg:in-[dialog]:right-0 lg:in-[dialog]:bottom-auto lg:in-[dialog]:mx-auto"
  >
    {shown.filter(({ at }) => at <= readUntil).map(cardOf)}
    <div aria-live="polite" className="grid gap-2 empty:absolute">
      {shown.filter(({ at }) => at > readUntil).map(cardOf)}
    </div>
  </section>
);

const ToastCard = ({ toast }: { toast: Toast }) => {
  const { id, tone, message, description, action, isShort, duration, revision } = toast;
  const [held, setHeld] = useState(false);
  const { icon: Icon, mark, edge } = looks[tone];

  // biome-ignore lint/correctness/useExhaustiveDependencies: a toast with a new text gets its whole time
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [held, id, duration, revision]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the time, nothing can be done with it
    <div
      // A pointer that rests where the toast appears does not hold it.
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        // Parts without text keep their size with large text, so that the text has the room.
        "pointer-events-auto flex animate-slide-in items-start gap-[12px] rounded-box border bg-surface py-1 pl-[16px] text-sm shadow-raised",
        edge,
      )}
    >
      <Icon aria-hidden className={cx("mt-3 size-[20px] shrink-0", mark)} />
      <div className={cx("min-w-0 flex-1 py-3", isShort ? "flex flex-wrap items-baseline gap-x-3" : "grid gap-1")}>
        <p className={cx("font-semibold", isShort && "line-clamp-2 grow basis-32")}>{message}</p>
        {description && <p className="text-ink-soft">{description}</p>}
        {action && (
          <button
            type="button"
            // The action leads to another page, so it is hidden in a dialog that must stay open.
            className="-my-2 min-h-11 justify-self-start font-semibold text-brand underline underline-offset-4 in-[[closedby=none]]:hidden"
            onClick={() => {
              action.onClick();
              dismissToast(id);
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(id)}
        className="grid size-[44px] shrink-0 place-items-center rounded-box text-ink-soft hover:text-ink"
      >
        <X aria-hidden className="size-[16px]" />
      </button>
    </div>
  );
};
