// Data saver: the choice made by hand on this device, otherwise the browser's setting. The choice is a cookie, because
// the server needs it too: its pages name pictures.
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

// Tests of the connection run without a document.
const { document, navigator } = globalThis as Partial<typeof globalThis>;
const chosen = /\bsaver=(on|off)/.exec(`${document?.cookie}`)?.[1];

export const saver = createStore<boolean>()(() =>
  chosen
    ? chosen === "on"
    : (navigator as { connection?: { saveData?: boolean } } | undefined)?.connection?.saveData === true,
);
export const isSaving = saver.getState;
export const useSaver = (): boolean => useStore(saver);
