// A modal on the browser's own <dialog>: it traps the focus and returns it, and Escape closes it.
// `sheet` places it at the bottom edge of a phone. With `closable={false}` only the content's own buttons close it: no
// key, no gesture and no press outside it does.
import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from "react";
import { cx } from "../lib/cx.ts";
import { changeNow, dropSecondTap, noChange } from "../lib/second-tap.ts";
import { useOpenModal } from "../store/open-modals.ts";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  sheet?: boolean;
  closable?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * The dialog that was opened last lies above the others. The content of a dialog is drawn before the dialog opens, so that
 * a question in it would open first and lie below it.
 */
const openAbove = (dialog: HTMLDialogElement): void => {
  if (dialog.open) return;
  const outer = dialog.parentElement?.closest("dialog");
  if (outer) openAbove(outer);
  dialog.showModal();
};

/**
 * Opens and closes the dialog in the commit that shows or removes its content: an open dialog without content would take
 * the presses of the page below it, and a later effect of a field inside can take the focus. Returns the handler that
 * drops the second tap of the press that opened it.
 */
const useModal = (ref: RefObject<HTMLDialogElement | null>, open: boolean) => {
  const opened = useRef(noChange());
  const opener = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open) {
      if (!dialog.open) opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      openAbove(dialog);
      opened.current = changeNow();
    } else {
      opener.current = null;
      if (dialog.open) dialog.close();
    }
  }, [ref, open]);
  useLayoutEffect(
    () => () => {
      const before = opener.current;
      // The browser returns the focus from a dialog that closes, but not from one that is removed while it is open.
      queueMicrotask(() => {
        if (ref.current === null && document.activeElement === document.body) before?.focus({ preventScroll: true });
      });
    },
    [ref],
  );
  useOpenModal(ref, open);

  return (event: MouseEvent) => dropSecondTap(event, opened.current);
};

/**
 * A sheet keeps the height that it opens with, with room for the line that an answer adds, so that nothing in it moves
 * when something else takes a place.
 */
const useOpeningHeight = (ref: RefObject<HTMLDialogElement | null>, isOpen: boolean): void =>
  useEffect(() => {
    const dialog = ref.current;
    if (!isOpen || !dialog) return;
    dialog.style.minHeight = `min(calc(${dialog.offsetHeight}px + 1.5rem), 100dvh - var(--toast-room))`;
    return () => {
      dialog.style.minHeight = "";
    };
  }, [ref, isOpen]);

export const Dialog = ({ open, onClose, title, sheet = false, closable = true, className, children }: DialogProps) => {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const onPress = useModal(ref, open);
  useOpeningHeight(ref, sheet && open);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, the browser gives it
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      closedby={closable ? "closerequest" : "none"}
      onCancel={(event) => {
        // React bubbles the events of a dialog inside this one.
        if (event.target !== ref.current) return;
        event.preventDefault();
        if (closable) onClose();
      }}
      onClose={(event) => {
        // The browser may send this event late. A dialog that is open again meanwhile stays open.
        if (!open || event.target !== ref.current || ref.current.open) return;
        if (closable) onClose();
        // A browser without support for `closedby` closes the dialog at a second Escape; then it is opened again.
        else ref.current?.showModal();
      }}
      onClickCapture={onPress}
      onClick={(event) => {
        if (closable && event.target === ref.current) onClose();
      }}
      className={cx(
        "w-full scroll-py-20 rounded-box border border-line bg-surface p-0 text-ink",
        sheet
          ? "mx-auto mt-auto mb-0 max-w-none rounded-b-none md:my-auto md:max-w-lg md:rounded-b-box"
          : "m-auto max-w-[min(28rem,calc(100vw-2rem))]",
        className,
      )}
    >
      {open && (
        <div className="grid gap-4 p-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:p-6">
          {/* A long dialog scrolls below its title and its close button. */}
          <div className="-mx-4 -mt-4 -mb-2 sticky top-0 z-10 flex items-start justify-between gap-4 bg-surface px-4 pt-4 pb-2 md:-mx-6 md:-mt-6 md:px-6 md:pt-6">
            <h2 id={titleId} className="font-bold text-lg">
              {title}
            </h2>
            {closable && (
              <button
                type="button"
                aria-label="Close"
                onClick={onClose}
                className="-m-2 grid size-11 shrink-0 place-items-center rounded-box hover:bg-sunken"
              >
                <X aria-hidden className="size-5" />
              </button>
            )}
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
};
