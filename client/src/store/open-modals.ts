// Lists the modal dialogs that are open, the uppermost last. The browser makes everything outside the uppermost one
// inert.
import { type RefObject, useLayoutEffect } from "react";
import { createStore } from "zustand/vanilla";

export const openModals = createStore<readonly HTMLDialogElement[]>()(() => []);

/** Lists the dialog while it is open. */
export const useOpenModal = (ref: RefObject<HTMLDialogElement | null>, isOpen: boolean): void =>
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!isOpen || !dialog) return;
    openModals.setState((open) => {
      // A dialog inside it that opens in the same commit is listed first, but lies above it.
      const inner = open.findIndex((one) => dialog.contains(one));
      return inner === -1 ? [...open, dialog] : open.toSpliced(inner, 0, dialog);
    }, true);
    return () => openModals.setState((open) => open.filter((one) => one !== dialog), true);
  }, [ref, isOpen]);
