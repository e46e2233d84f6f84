// Data saver: a picture that its reader has not asked for. In a list or a gallery it is a button, and a tap loads the
// picture, once for this visit; elsewhere it stays out.
import { Image } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { noteTapped, useWasTapped } from "../store/tapped-pictures.ts";

interface PictureOnTapProps {
  src: string;
  alt: string;
  isTappable: boolean;
  className?: string | undefined;
  /** The picture. */
  children: ReactNode;
}

export const PictureOnTap = ({ src, alt, isTappable, className, children }: PictureOnTapProps) => {
  if (useWasTapped(src)) return children;
  const look = cx("grid place-items-center bg-sunken text-ink-soft", className);
  if (!isTappable) {
    return (
      <div aria-hidden className={look}>
        <Image className="size-5" />
      </div>
    );
  }
  return (
    <div className={cx("relative", look)}>
      <button
        type="button"
        aria-label={alt ? `Show the picture of ${alt}` : "Show the picture"}
        onClick={() => noteTapped(src)}
        // Above the link that covers a card, and without a ground of its own, so that the card's badges show through.
        className="absolute inset-0 z-10 grid place-items-center -outline-offset-4 hover:text-ink"
      >
        <span aria-hidden className="grid justify-items-center gap-1 p-1 text-center text-xs">
          <Image className="size-5" />
          Show picture
        </span>
      </button>
    </div>
  );
};
