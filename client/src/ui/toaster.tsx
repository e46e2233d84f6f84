// Shows the toasts: under the header, beside a bid panel at the lower left, where they cover neither menus nor the panel;
// above everything, announced politely and once. Mounted once, in the providers.
// While a modal dialog is open, the newest toast is inside the dialog, because everything outside it is covered and inert.
// It is seen in the strip above the dialog, which no dialog takes (ui/theme.css).
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
      {dialog && createPortal(<Region shown={shown} isInDialog />, dialog)}
    </>
  );
};

/** In a dialog the older toasts wait, because the strip above it has room for one. */
const Region = ({ shown, isInDialog = false }: { shown: readonly Toast[]; isInDialog?: boolean }) => {
  const cards = (isInDialog ? shown.slice(-1) : shown).map((toast) => ({
    isRead: toast.at <= readUntil,
    card: <ToastCard key={toast.id} toast={toast} isInDialog={isInDialog} />,
  }));
  return (
    <section
      aria-label="Notifications"
      className={cx(
        "pointer-events-none fixed inset-x-0 z-50 mx-auto grid w-full max-w-md gap-2 px-[16px]",
        isInDialog
          ? "top-[calc(6px+env(safe-area-inset-top))]"
          : "top-16 min-[769px]:top-auto min-[769px]:right-auto min-[769px]:bottom-20 min-[769px]:mx-0",
      )}
    >
      {cards.map(({ isRead, card }) => isRead && card)}
      <div aria-live="polite" className="grid gap-2 empty:absolute">
        {cards.map(({ isRead, card }) => !isRead && card)}
      </div>
    </section>
  );
};

const ToastCard = ({ toast, isInDialog }: { toast: Toast; isInDialog: boolean }) => {
  const { id, tone, lot, message, description, action, isShort, duration, revision } = toast;
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
        "pointer-events-auto flex animate-slide-in rounded-box border bg-surface pl-[16px] text-sm shadow-raised",
        isInDialog ? "items-center gap-[8px] py-[3px]" : "items-start gap-[12px] py-1",
        edge,
      )}
    >
      <Icon aria-hidden className={cx("size-[20px] shrink-0", isInDialog ? "max-sm:hidden" : "mt-3", mark)} />
      {isInDialog ? (
        <div className="min-w-0 flex-1 text-[0.8125rem] text-ink-soft leading-[1rem]">
          <LotName lot={lot} />
          {/* Beside a lot's name there is room for one line. */}
          <p className={lot ? "line-clamp-1" : "line-clamp-3"}>
            <span className="font-semibold text-ink">{message}</span>
            {description && <span> {description}</span>}
          </p>
        </div>
      ) : (
        <div className={cx("min-w-0 flex-1 py-3", isShort ? "flex flex-wrap items-baseline gap-x-3" : "grid gap-1")}>
          <LotName lot={lot} />
          <p className={cx("font-semibold", isShort && "line-clamp-2 grow basis-32")}>{message}</p>
          {description && <p className="text-ink-soft">{description}</p>}
          {action && <ActionOf id={id} {...action} className="-my-2 justify-self-start" />}
        </div>
      )}
      {isInDialog && action && <ActionOf id={id} {...action} className="shrink-0" />}
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

const LotName = ({ lot }: Pick<Toast, "lot">) =>
  lot && (
    <p className="line-clamp-2 w-full text-ink">
      <bdi>{lot}</bdi>
    </p>
  );

const ActionOf = ({
  id,
  label,
  onClick,
  className,
}: NonNullable<Toast["action"]> & { id: string; className: string }) => (
  <button
    type="button"
    // The action leads to another page, so it is hidden in a dialog that must stay open.
    className={cx(
      "min-h-11 font-semibold text-brand underline underline-offset-4 in-[[closedby=none]]:hidden",
      className,
    )}
    onClick={() => {
      onClick();
      dismissToast(id);
    }}
  >
    {label}
  </button>
);
