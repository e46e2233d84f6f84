// A picture that keeps its place: "No Image" where there is none, "Image Not Found" where it cannot be loaded.
// The caller gives the shape (for example aspect-[4/3]); nothing moves when the picture arrives.
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { cx } from "../lib/cx.ts";
import { smallerSizes } from "../lib/media-url.ts";

interface PictureProps {
  src: string | null;
  alt: string;
  className?: string;
  /** How wide it will stand, as in the `sizes` attribute: the browser loads the size that fits. */
  sizes?: string;
  /** For what is seen first: loaded at once, before other pictures, instead of when it scrolls near. */
  eager?: boolean;
  /** Said instead of "No Image". */
  emptyText?: string;
}

/** What of a picture could not be loaded: its smaller sizes, or the picture itself. */
interface Failure {
  src: string;
  all: boolean;
}

export const Picture = ({
  src,
  alt,
  className,
  sizes = "100vw",
  eager = false,
  emptyText = "No Image",
}: PictureProps) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const failed = failure && failure.src === src ? failure : null;
  if (!src || failed?.all)
    return <NoPicture alt={alt} text={src ? "Image Not Found" : emptyText} className={className} />;
  const smaller = failed ? [] : smallerSizes(src);
  return (
    <picture className="contents">
      {smaller.map(({ type, srcSet }) => (
        // Hidden, or it would take a place in a grid that the picture stands in.
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} className="hidden" />
      ))}
      <img
        // Another element for the picture itself: a failed one would not be loaded again.
        key={smaller.length > 0 ? "sized" : "whole"}
        src={src}
        alt={alt}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        decoding="async"
        onError={() => setFailure({ src, all: smaller.length === 0 })}
        className={cx("bg-sunken object-cover", className)}
      />
    </picture>
  );
};

const NoPicture = ({ alt, text, className }: { alt: string; text: string; className?: string | undefined }) => (
  <div
    role="img"
    aria-label={alt && text === "Image Not Found" ? `${alt}: ${text}` : text}
    className={cx("grid place-items-center bg-sunken text-ink-soft", className)}
  >
    <span className="grid justify-items-center gap-2 text-sm">
      <ImageOff aria-hidden className="size-6" />
      {text}
    </span>
  </div>
);
