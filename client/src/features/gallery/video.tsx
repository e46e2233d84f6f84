// A lot's video: large with controls, or small and still. There are no preview pictures, so the browser shows an early
// frame of the video itself and loads only the beginning.
import { Play, VideoOff } from "lucide-react";
import { useState } from "react";
import { cx } from "../../lib/cx.ts";
import { useSaver } from "../../store/saver.ts";

/** Some browsers show nothing of a video at position 0. */
const still = (src: string) => `${src}#t=0.001`;

export const Video = ({ src, title, className }: { src: string; title: string; className: string }) => {
  const [failed, setFailed] = useState(false);
  const isSaver = useSaver();
  const [isWanted, setIsWanted] = useState(false);
  if (isSaver && !isWanted) {
    return (
      <button
        type="button"
        onClick={() => setIsWanted(true)}
        className={cx("grid place-content-center justify-items-center gap-2 p-4 text-ink-soft text-sm", className)}
      >
        <Play aria-hidden className="size-6" />
        Load the video
      </button>
    );
  }
  if (failed) {
    return (
      <div
        className={cx(
          "grid place-content-center justify-items-center gap-2 p-4 text-center text-ink-soft text-sm",
          className,
        )}
      >
        <VideoOff aria-hidden className="size-6" />
        <p>This browser cannot play the video.</p>
        <a
          href={src}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          Open the video file
        </a>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: sellers' clips come without captions
    <video
      src={still(src)}
      aria-label={`Video of ${title}`}
      controls
      playsInline
      preload="metadata"
      onError={() => setFailed(true)}
      className={cx("bg-sunken object-contain", className)}
    />
  );
};

export const VideoThumbnail = ({ src }: { src: string }) => (
  <span className="relative block aspect-[4/3] w-full bg-sunken">
    {!useSaver() && (
      <video
        src={still(src)}
        muted
        playsInline
        preload="metadata"
        tabIndex={-1}
        aria-hidden
        className="pointer-events-none size-full object-cover"
      />
    )}
    <span className="absolute inset-0 grid place-items-center">
      <span className="grid size-9 place-items-center rounded-full bg-ink text-paper">
        <Play aria-hidden className="size-5" />
      </span>
    </span>
  </span>
);
