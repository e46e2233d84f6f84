// The skip link to the bid. It stands directly after the first skip link, because the header has many stops.
import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { SkipLink } from "../../ui/skip-link.tsx";

export const SkipToBid = () => {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  // The frame may mount together with this screen, so its place is looked up after that, but before the first paint.
  useLayoutEffect(() => setPlace(document.getElementById("skip")), []);
  return place && createPortal(<SkipLink href="#bid">Skip to the bid</SkipLink>, place);
};
