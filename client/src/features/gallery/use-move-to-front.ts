// Moves a clicked thumbnail to the front so that the eye can follow it: the thumbnails slide to their new places, and a
// copy of the clicked one grows into the frame. Nothing moves for people who want less motion.
import { type RefObject, useLayoutEffect, useRef } from "react";

const MOVE: KeyframeAnimationOptions = { duration: 320, easing: "cubic-bezier(0.2, 0, 0, 1)" };

interface Before {
  /** The earlier place of each thumbnail, by its element. An element keeps its key, so the place can be compared. */
  places: Map<Element, DOMRect>;
  clicked: HTMLElement;
}

const wantsNoMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Returns a function to call right before the order changes. `front` changes with the order. */
export const useMoveToFront = (
  frame: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  front: string | undefined,
): ((clicked: HTMLElement) => void) => {
  const before = useRef<Before | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves what the new front has moved
  useLayoutEffect(() => {
    const known = before.current;
    before.current = null;
    if (!known || !frame.current || wantsNoMotion()) return;
    for (const [item, was] of known.places) {
      const now = item.getBoundingClientRect();
      if (now.left === was.left && now.top === was.top) continue;
      item.animate(
        [{ transform: `translate(${was.left - now.left}px, ${was.top - now.top}px)` }, { transform: "none" }],
        MOVE,
      );
    }
    const picture = known.clicked.querySelector("img");
    const from = known.places.get(known.clicked.closest("li") ?? known.clicked);
    if (picture && from) grow(picture, from, frame.current.getBoundingClientRect());
  }, [front]);
  return (clicked) => {
    const items = [...(list.current?.children ?? [])];
    before.current = { clicked, places: new Map(items.map((item) => [item, item.getBoundingClientRect()])) };
  };
};

const grow = (picture: HTMLImageElement, from: DOMRect, to: DOMRect): void => {
  const copy = document.createElement("img");
  copy.src = picture.currentSrc || picture.src;
  copy.alt = "";
  Object.assign(copy.style, {
    position: "fixed",
    zIndex: "50",
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
    objectFit: "contain",
    transformOrigin: "top left",
    pointerEvents: "none",
  });
  document.body.append(copy);
  const small = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width}, ${from.height / to.height})`;
  const movement = copy.animate(
    [
      { transform: small, opacity: 1 },
      { transform: "none", opacity: 1, offset: 0.8 },
      { transform: "none", opacity: 0 },
    ],
    MOVE,
  );
  movement.onfinish = () => copy.remove();
  movement.oncancel = () => copy.remove();
};
