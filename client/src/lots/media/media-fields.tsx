// The pictures and videos of a form: chosen with a button or dropped anywhere on the page, uploaded at once, reordered
// and removed. The forms that create and edit a lot share it.
import { PICTURE_MAX_BYTES, VIDEO_MAX_BYTES } from "@jara/shared/media";
import { ImagePlus } from "lucide-react";
import { type DragEvent, type Ref, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { cx } from "../../lib/cx.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ACCEPT, countText, sizeText, WISHED } from "./media-checks.ts";
import { countOf, type MediaItem, type MediaList } from "./media-list.ts";
import { MediaTile } from "./media-tile.tsx";
import { useFileDrop } from "./use-file-drop.ts";

export const MediaFields = ({ media, locked }: { media: MediaList; locked: boolean }) => {
  const { items, refused } = useStore(media.store);
  const [announcement, setAnnouncement] = useState("");
  const chooser = useRef<HTMLButtonElement>(null);
  const add = (files: Iterable<File>) => {
    media.add(files);
    media.begin();
  };
  const over = useFileDrop((files) => {
    if (!locked) add(files);
  });
  useEffect(() => {
    window.addEventListener("online", media.begin);
    return () => window.removeEventListener("online", media.begin);
  }, [media]);
  const drag = useTileDrag(media, items);
  const cover = items.find(({ kind }) => kind === "image")?.id;

  const move = ({ id, name }: MediaItem, to: number) => {
    media.move(id, to);
    setAnnouncement(`${name} is now number ${to + 1} of ${items.length}.`);
  };
  const remove = ({ id, name }: MediaItem) => {
    media.remove(id);
    setAnnouncement(`${name} is removed.`);
    chooser.current?.focus();
  };

  return (
    <>
      <FileChooser ref={chooser} isOver={over} onFiles={add} />
      {refused.length > 0 && <RefusedFiles refused={refused} onDismiss={media.dismissRefused} />}
      <p className="text-ink-soft text-sm">{adviceOn(items)}</p>
      {items.length > 0 && (
        <ul
          aria-label="Chosen pictures and videos"
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-2 sm:gap-4"
          {...drag.list}
        >
          {items.map((item, index) => (
            <MediaTile
              key={item.id}
              item={item}
              index={index}
              count={items.length}
              isCover={item.id === cover}
              dragged={item.id === drag.draggedId}
              onMove={(to) => move(item, to)}
              onRemove={() => remove(item)}
              drag={drag.of(item, index)}
            />
          ))}
        </ul>
      )}
      <NotUploaded items={items} onRetry={media.begin} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
};

const NotUploaded = ({ items, onRetry }: { items: readonly MediaItem[]; onRetry: () => void }) => {
  const failed = items.filter(({ state }) => state === "failed").length;
  // While others are sent, the failed ones are tried again with them.
  if (failed === 0 || items.some(({ state }) => state === "uploading")) return null;
  return (
    <Notice
      tone="error"
      action={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {failed === 1 ? "One file is not uploaded." : `${failed} files are not uploaded.`}
    </Notice>
  );
};

interface FileChooserProps {
  ref: Ref<HTMLButtonElement>;
  /** True while files are dragged over the page. */
  isOver: boolean;
  onFiles: (files: Iterable<File>) => void;
}

const FileChooser = ({ ref, isOver, onFiles }: FileChooserProps) => {
  const box = useRef<HTMLInputElement>(null);
  return (
    <div
      className={cx(
        "grid justify-items-center gap-2 rounded-box border-2 border-dashed px-4 py-6 text-center",
        isOver ? "border-brand bg-brand-soft" : "border-line-strong",
      )}
    >
      <input
        ref={box}
        type="file"
        multiple
        accept={ACCEPT}
        hidden
        aria-label="Pictures and videos"
        onChange={(event) => {
          onFiles(event.target.files ?? []);
          // Clears the input, so that a removed file can be chosen again.
          event.target.value = "";
        }}
      />
      <Button ref={ref} variant="secondary" onClick={() => box.current?.click()}>
        <ImagePlus aria-hidden className="size-5" />
        Choose files
      </Button>
      <p className="text-ink-soft text-sm">
        <span className="pointer-coarse:hidden">Or drop them anywhere on this page. </span>
        JPEG, PNG, WebP, AVIF or GIF up to {sizeText(PICTURE_MAX_BYTES)}; MP4 or WebM up to {sizeText(VIDEO_MAX_BYTES)}.
      </p>
    </div>
  );
};

interface RefusedFilesProps {
  refused: readonly { name: string; reason: string }[];
  onDismiss: () => void;
}

const RefusedFiles = ({ refused, onDismiss }: RefusedFilesProps) => (
  <Notice
    tone="error"
    title={refused.length === 1 ? "One file was not added" : `${refused.length} files were not added`}
    action={
      <Button variant="ghost" size="sm" onClick={onDismiss}>
        Dismiss
      </Button>
    }
  >
    <ul>
      {refused.map(({ name, reason }) => (
        <li key={name} className="[overflow-wrap:anywhere]">
          <b className="font-semibold">{name}</b>: {reason}
        </li>
      ))}
    </ul>
  </Notice>
);

const adviceOn = (items: readonly MediaItem[]): string => {
  const { pictures, videos } = countOf(items);
  const wish = `A good listing has at least ${WISHED.pictures} pictures and ${WISHED.videos} video.`;
  if (items.length === 0) return wish;
  const cover =
    items[0]?.kind === "video" ? "Lists show the first picture; the auction's page opens with the video." : "";
  const have = `This one has ${countText(pictures, videos)}.`;
  return [pictures >= WISHED.pictures && videos >= WISHED.videos ? "" : wish, have, cover].filter(Boolean).join(" ");
};

/** Drags a tile with the mouse. A tile that is dropped outside returns to its old place. */
const useTileDrag = (media: MediaList, items: readonly MediaItem[]) => {
  const [dragged, setDragged] = useState<{ id: string; from: number } | null>(null);
  const dropped = useRef(false);
  const accept = (event: DragEvent) => {
    if (dragged) event.preventDefault();
  };
  return {
    draggedId: dragged?.id ?? null,
    list: {
      onDragEnter: accept,
      onDragOver: accept,
      onDrop: (event: DragEvent) => {
        if (!dragged) return;
        event.preventDefault();
        dropped.current = true;
      },
    },
    of: ({ id, name }: MediaItem, index: number) => ({
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = "move";
        // Some browsers do not start a drag that has no data.
        event.dataTransfer.setData("text/plain", name);
        dropped.current = false;
        setDragged({ id, from: index });
      },
      onDragEnter: () => {
        const to = items.findIndex((item) => item.id === id);
        if (dragged && dragged.id !== id) media.move(dragged.id, to);
      },
      onDragEnd: () => {
        if (dragged && !dropped.current) media.move(dragged.id, dragged.from);
        setDragged(null);
      },
    }),
  };
};
