// Shows a picture, or "No Image" if there is none. If the picture cannot be loaded, it shows "Image Not Found" until
// the connection is back. The caller gives the shape (for example aspect-[4/3]), so that nothing moves when the picture
// arrives.
import { ImageOff } from "lucide-react";
import { Suspense, useState } from "react";
import { useOnLive } from "../connection/use-connection-state.ts";
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

/**
 * An error, and the next attempt after it: `again` loads the small size once more, `whole` loads the original because
 * the server has no small sizes, and `none` loads nothing.
 */
interface Failure {
  src: string;
  next: "again" | "whole" | "none";
}

/**
 * Chooses the next attempt. The error event of an image does not say whether the server lacks this size or the network
 * failed, so this asks the server.
 */
const afterError = async (address: string, isSecond: boolean): Promise<Failure["next"]> => {
  // The status is 0 if the picture is on another host.
  const { status = 500 } = (await fetch(address, { method: "HEAD", mode: "no-cors" }).catch(() => null)) ?? {};
  if (status === 404 || status === 0) return "whole";
  if (status >= 400) return "none";
  return isSecond ? "none" : "again";
};

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
  if (!src) return <NoPicture alt={alt} text={emptyText} className={className} />;
  const next = failure?.src === src ? failure.next : null;
  if (next === "none") return <NotFound alt={alt} className={className} onAgain={() => setFailure(null)} />;
  const smaller = next === "whole" ? [] : smallerSizes(src);
  return (
    <picture className="contents">
      {smaller.map(({ type, srcSet }) => (
        // Hidden, because it would otherwise take a cell of a surrounding grid.
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} className="hidden" />
      ))}
      <img
        // A different element for each attempt, because the browser does not load a failed one again.
        key={next}
        src={src}
        alt={alt}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        decoding="async"
        onError={async ({ currentTarget: { currentSrc } }) =>
          setFailure({ src, next: smaller.length > 0 ? await afterError(currentSrc, next === "again") : "none" })
        }
        className={cx("picture-dim bg-sunken object-cover", className)}
      />
    </picture>
  );
};

const NotFound = ({ onAgain, ...place }: { alt: string; className?: string | undefined; onAgain: () => void }) => {
  useOnLive(onAgain);
  return <NoPicture {...place} text="Image Not Found" />;
};

const NoPicture = ({ alt, text, className }: { alt: string; text: string; className?: string | undefined }) => (
  <div
    role="img"
    aria-label={alt && text === "Image Not Found" ? `${alt}: ${text}` : text}
    className={cx("no-picture", className)}
  >
    <span>
      <ImageOff aria-hidden className="size-6" />
      {text}
    </span>
  </div>
);
