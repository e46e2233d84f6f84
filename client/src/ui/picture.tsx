// A picture that reserves its place: "No Image" if there is none, "Image Not Found" if it cannot be loaded. The caller
// gives the shape (for example aspect-[4/3]), so that nothing moves when the picture arrives.
import { ImageOff } from "lucide-react";
import { Suspense, useState } from "react";
import { cx } from "../lib/cx.ts";
import { smallerSizes } from "../lib/media-url.ts";
import { useSaver } from "../store/saver.ts";
import { late } from "./late.tsx";

const PictureOnTap = late(
  () => import("./picture-on-tap.tsx"),
  ({ PictureOnTap }) => PictureOnTap,
  ({ className }) => <NoPictureYet className={className} />,
);

interface PictureProps {
  src: string | null;
  alt: string;
  className?: string;
  /** The displayed width, as in the `sizes` attribute, so that the browser loads the size that fits. */
  sizes?: string;
  /** For pictures that are visible first: loaded at once and before others, instead of when they scroll near. */
  eager?: boolean;
  /** Data saver loads it on tap. Not for a picture inside a button or a link: that stays out. */
  isTappable?: boolean;
  /** Shown instead of "No Image". */
  emptyText?: string;
}

/** The part that failed to load: only the smaller sizes, or the picture itself. */
interface Failure {
  src: string;
  all: boolean;
}

export const Picture = ({ isTappable = false, ...props }: PictureProps) => {
  const { src, alt, className } = props;
  if (!useSaver() || !src) return <LoadedPicture {...props} />;
  return (
    <Suspense fallback={<NoPictureYet className={className} />}>
      <PictureOnTap src={src} alt={alt} isTappable={isTappable} className={className}>
        {/* The smallest size, whatever its place. */}
        <LoadedPicture {...props} sizes="1px" />
      </PictureOnTap>
    </Suspense>
  );
};

const NoPictureYet = ({ className }: { className?: string | undefined }) => (
  <div className={cx("bg-sunken", className)} />
);

const LoadedPicture = ({
  src,
  alt,
  className,
  sizes = "100vw",
  eager = false,
  emptyText = "No Image",
}: Omit<PictureProps, "isTappable">) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const failed = failure && failure.src === src ? failure : null;
  if (!src || failed?.all)
    return <NoPicture alt={alt} text={src ? "Image Not Found" : emptyText} className={className} />;
  const smaller = failed ? [] : smallerSizes(src);
  return (
    <picture className="contents">
      {smaller.map(({ type, srcSet }) => (
        // Hidden, because it would otherwise take a cell of a surrounding grid.
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} className="hidden" />
      ))}
      <img
        // A different element for the original picture, because the browser does not load a failed one again.
        key={smaller.length > 0 ? "sized" : "whole"}
        src={src}
        alt={alt}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        decoding="async"
        onError={() => setFailure({ src, all: smaller.length === 0 })}
        className={cx("picture-dim bg-sunken object-cover", className)}
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
