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
    openModals.setState((open) => [...open, dialog], true);
    return () => openModals.setState((open) => open.filter((one) => one !== dialog), true);
  }, [ref, isOpen]);
