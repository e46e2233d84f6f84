// Tells whether an element is in the window or near it.
import { type RefObject, useEffect, useRef, useState } from "react";

export const useIsSeen = <E extends Element>(): { ref: RefObject<E | null>; isSeen: boolean } => {
  const ref = useRef<E>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    // A busy page gets several entries at once, the oldest first. Only the last one says where the element is now.
    const observer = new IntersectionObserver((entries) => setIsSeen(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: "200px",
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, isSeen };
};
