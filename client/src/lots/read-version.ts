// Which version of the lot's content its reader has accepted: the one on the page when it was opened, then each one that
// the reader agreed to. Bids and maxima name it, so that a change cannot slip under a finger that is about to press.
import { useState } from "react";

export interface ReadVersion {
  version: number;
  /** The reader agreed to this version; an older one changes nothing. */
  accept: (version: number) => void;
}

export const useReadVersion = (shownFirst: number): ReadVersion => {
  const [version, setVersion] = useState(shownFirst);
  return { version, accept: (agreed) => setVersion((known) => Math.max(known, agreed)) };
};
