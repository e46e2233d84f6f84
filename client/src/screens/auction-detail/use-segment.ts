// The chosen segment, "Bid now" or "Your maximum". The page's aside and a phone's sheet share it.
import { useState } from "react";

export type SegmentKey = "bid" | "max";

export const useSegment = (first: SegmentKey) => {
  const [chosen, setChosen] = useState(first);
  const [takesFocus, setTakesFocus] = useState(false);
  return {
    chosen,
    /** The field of the maximum takes the focus, because the user asked for it. */
    takesFocus,
    choose: (key: SegmentKey) => {
      setTakesFocus(false);
      setChosen(key);
    },
    goToMaximum: () => {
      setTakesFocus(true);
      setChosen("max");
    },
  };
};
