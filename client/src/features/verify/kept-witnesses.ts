// Keeps the keys of witnesses that the reader has from the witnesses themselves. They stay on this device, and the site
// is not told.
import { useState } from "react";
import { readStrings } from "../../lib/stored-strings.ts";

const KEPT = "trusted-witnesses";
const MOST = 50;

const read = (): readonly string[] => readStrings(KEPT).slice(0, MOST);

export interface KeptWitnesses {
  readonly keys: readonly string[];
  keep(vkey: string): void;
  remove(vkey: string): void;
}

/** The keys last as long as the page if the browser keeps nothing. */
export const useKeptWitnesses = (): KeptWitnesses => {
  const [keys, setKeys] = useState(read);
  const change = (next: readonly string[]): void => {
    setKeys(next);
    try {
      localStorage.setItem(KEPT, JSON.stringify(next));
    } catch {}
  };
  return {
    keys,
    keep: (vkey) => change([...new Set([...keys, vkey])].slice(-MOST)),
    remove: (vkey) => change(keys.filter((key) => key !== vkey)),
  };
};
