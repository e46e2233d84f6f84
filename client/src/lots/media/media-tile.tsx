// One picture or video of the form: its preview, its position, its upload progress and its controls.
import { ArrowLeft, ArrowRight, Check, FileImage, Play, Star, X } from "lucide-react";
import { type DragEvent, useState } from "react";
import { cx } from "../../lib/cx.ts";
import { Badge } from "../../ui/badge.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { sizeText } from "./media-checks.ts";
import type { MediaItem } from "./media-list.ts";

interface MediaTileProps {
  item: MediaItem;
  index: number;
  count: number;
  isCover: boolean;
  dragged: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
  drag: { onDragStart: (event: DragEvent) => void; onDragEnter: () => void; onDragEnd: (event: DragEvent) => void };
}

const button = "grid size-11 place-items-center rounded-box aria-disabled:opacity-30";
const onPicture = cx(button, "absolute top-1 border border-line bg-surface/90 hover:border-ink");

export const MediaTile = ({ item, index, count, isCover, dragged, onMove, onRemove, drag }: MediaTileProps) => {
  const { name, kind, state, error } = item;
  const what = `${kind === "video" ? "video" : "picture"} ${index + 1}, ${name}`;
  const move = (to: number) => {
    if (to >= 0 && to < count) onMove(to);
  };
  return (
    <li
      draggable
      {...drag}
      aria-label={`${what}${isCover ? ", cover" : ""}`}
      className={cx(
        "relative grid content-start overflow-hidden rounded-box border bg-surface pointer-fine:cursor-grab",
        state === "failed" ? "border-danger" : "border-line",
        dragged && "opacity-40 outline-2 outline-brand outline-dashed",
      )}
    >
      <Preview item={item} />
      {isCover && (
        <Badge tone="brand" className="absolute top-2 left-2 ring-2 ring-surface">
          Cover
        </Badge>
      )}
      {!isCover && kind === "image" && (
        <button
          type="button"
          aria-label={`Make ${what} the cover`}
          title="Make this the cover"
          onClick={() => move(0)}
          className={cx(onPicture, "left-1")}
        >
          <Star aria-hidden className="size-5" />
        </button>
      )}
      <button
        type="button"
        aria-label={`Remove ${what}`}
        title="Remove"
        onClick={onRemove}
        className={cx(onPicture, "right-1 hover:text-danger")}
      >
        <X aria-hidden className="size-5" />
      </button>
      <MoveButtons what={what} index={index} count={count} onMove={move} />
      <div className="grid gap-1 px-3 pb-3">
        <p className="truncate text-sm" title={name}>
          {name}
        </p>
        <State item={item} />
        {error && (
          <p role="alert" className="font-medium text-danger text-sm">
            {error}
          </p>
        )}
      </div>
    </li>
  );
};

interface MoveButtonsProps {
  /** Names the file for screen readers. */
  what: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
}

const MoveButtons = ({ what, index, count, onMove }: MoveButtonsProps) => (
  <div className="flex items-center justify-between border-line border-t">
    <button
      type="button"
      aria-label={`Move ${what} forward`}
      title="Move forward"
      // aria-disabled instead of disabled, because a disabled button would lose the focus when the tile reaches the
      // end.
      aria-disabled={index === 0 || undefined}
      onClick={() => onMove(index - 1)}
      className={button}
    >
      <ArrowLeft aria-hidden className="size-5" />
    </button>
    <span aria-hidden className="tabular text-ink-soft text-sm">
      {index + 1}
    </span>
    <button
      type="button"
      aria-label={`Move ${what} back`}
      title="Move back"
      aria-disabled={index === count - 1 || undefined}
      onClick={() => onMove(index + 1)}
      className={button}
    >
      <ArrowRight aria-hidden className="size-5" />
    </button>
  </div>
);

const uploadWords = (share: number, size: number): string => {
  if (share === 1) return "Processing…";
  return share === 0 && !navigator.onLine
    ? "Waits for the network"
    : `${Math.floor(share * 100)}% of ${sizeText(size)}`;
};

const State = ({ item: { name, file, state, share } }: { item: MediaItem }) => {
  if (state === "uploading") {
    return (
      <div className="grid gap-1 py-1">
        <ProgressBar label={`Uploading ${name}`} share={share} />
        <p className="tabular text-ink-soft text-xs">{uploadWords(share, file?.size ?? 0)}</p>
      </div>
    );
  }
  return (
    <p className="tabular flex items-center gap-1 text-ink-soft text-xs">
      {state === "uploaded" && <Check aria-hidden className="size-4 text-brand" />}
      {stateTexts[state] ?? sizeText(file?.size ?? 0)}
    </p>
  );
};

const stateTexts: Partial<Record<MediaItem["state"], string>> = { uploaded: "Uploaded", failed: "Not uploaded" };

const shape = "pointer-events-none aspect-[4/3] w-full bg-sunken object-cover";

const Preview = ({ item: { kind, previewUrl } }: { item: MediaItem }) => {
  const [seconds, setSeconds] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  // The server may accept a file that this browser cannot show (a HEIC, for example).
  if (failed) {
    return (
      <div className="grid aspect-[4/3] w-full place-items-center bg-sunken text-ink-soft">
        <span className="grid justify-items-center gap-1 text-xs">
          <FileImage aria-hidden className="size-6" />
          No preview
        </span>
      </div>
    );
  }
  if (kind === "image") return <img src={previewUrl} alt="" onError={() => setFailed(true)} className={shape} />;
  return (
    <div className="relative">
      <video
        // Some browsers show nothing of a video at position 0.
        src={`${previewUrl}#t=0.1`}
        muted
        playsInline
        preload="metadata"
        tabIndex={-1}
        aria-hidden
        onLoadedMetadata={(event) => setSeconds(event.currentTarget.duration)}
        onError={() => setFailed(true)}
        className={shape}
      />
      <span className="tabular absolute bottom-2 left-2 flex items-center gap-1 rounded-box bg-ink px-2 py-0.5 font-semibold text-paper text-xs">
        <Play aria-hidden className="size-3" />
        {seconds !== null && Number.isFinite(seconds) ? clock(seconds) : "Video"}
      </span>
    </div>
  );
};

const clock = (seconds: number): string => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
