// A picture that keeps its place: "No Image" where there is none, "Image Not Found" where it cannot be loaded.
// The caller gives the shape (for example aspect-[4/3]); nothing moves when the picture arrives.
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { cx } from "../lib/cx.ts";

interface PictureProps {
  src: string | null;
  alt: string;
  className?: string;
  /** For what is seen first: loaded at once instead of when it scrolls near. */
  eager?: boolean;
  /** Said instead of "No Image". */
  emptyText?: string;
}

export const Picture = ({ src, alt, className, eager = false, emptyText = "No Image" }: PictureProps) => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const failed = src !== null && failedSrc === src;
  if (!src || failed) {
    return (
      <div
        role="img"
        aria-label={failed ? (alt ? `${alt}: Image Not Found` : "Image Not Found") : emptyText}
        className={cx("grid place-items-center bg-sunken text-ink-soft", className)}
      >
        <span className="grid justify-items-center gap-2 text-sm">
          <ImageOff aria-hidden className="size-6" />
          {failed ? "Image Not Found" : emptyText}
        </span>
      </div>
    );
  }
  return (
    <img
      src={src}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      onError={() => setFailedSrc(src)}
      className={cx("bg-sunken object-cover", className)}
    />
  );
};
