// The content version of the lot that the user has accepted: the one shown when the page opened, then each one that the
// user agreed to. Bids and maxima name it, so that the lot cannot change unnoticed just before the user presses the
// button.
import { useState } from "react";

export interface ReadVersion {
  version: number;
  /** Call it when the user agreed to this version. An older version has no effect. */
  accept: (version: number) => void;
}

export const useReadVersion = (shownFirst: number): ReadVersion => {
  const [version, setVersion] = useState(shownFirst);
  return { version, accept: (agreed) => setVersion((known) => Math.max(known, agreed)) };
};
