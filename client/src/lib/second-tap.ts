// Tells the second tap of a double tap, which must not press what appeared under the finger after the first.
import type { MouseEvent } from "react";

const SECOND_TAP_MS = 600;
const SAME_PLACE_PX = 40;

interface Place {
  x: number;
  y: number;
}
let lastPress: Place = { x: 0, y: 0 };
document.addEventListener(
  "pointerdown",
  ({ clientX: x, clientY: y }) => {
    lastPress = { x, y };
  },
  { capture: true, passive: true },
);
const areNear = (one: Place, other: Place) => Math.hypot(one.x - other.x, one.y - other.y) < SAME_PLACE_PX;

/** A press, or its answer, changed what is on the screen. */
export interface Change {
  /** By the page's clock, in milliseconds. */
  at: number;
  by: Place;
  /** True from the first press after it. */
  isPressed: boolean;
}

export const noChange = (): Change => ({ at: Number.NEGATIVE_INFINITY, by: lastPress, isPressed: true });
export const changeNow = (): Change => ({ at: performance.now(), by: lastPress, isPressed: false });

/** Stops the click if it is the second tap of the press that made the change. */
export const dropSecondTap = (event: MouseEvent, change: Change): void => {
  const { at, by, isPressed } = change;
  // A double click that began after the change has had its first click there. Any other one made the change, however
  // late a busy page comes to its second click.
  const isSecondClick = event.detail > 1 && !isPressed;
  // Not every phone counts taps in `detail`. `timeStamp` is the time of the tap, not the time at which a busy page
  // handles it.
  const isTap = (event.nativeEvent as PointerEvent).pointerType === "touch";
  const isNear = isTap && areNear(by, { x: event.clientX, y: event.clientY });
  if (!isSecondClick && !(isNear && event.timeStamp - at <= SECOND_TAP_MS)) {
    change.isPressed = true;
    return;
  }
  event.preventDefault();
  event.stopPropagation();
};
