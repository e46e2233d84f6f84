// The lot's pictures and videos: one large, to swipe through, and all as thumbnails. A clicked thumbnail moves to the
// front; the others keep their order. A picture is shown whole, on a quiet ground, and opens in full screen.
import type { Media } from "@jara/shared/auction";
import { LOT_PICTURE_SIZES } from "@jara/shared/picture-sizes";
import { ChevronLeft, ChevronRight, Maximize2 } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { cx } from "../../lib/cx.ts";
import { mediaUrl } from "../../lib/media-url.ts";
import { FullScreen } from "../../lots/media/late-full-screen.tsx";
import { useSaver } from "../../store/saver.ts";
import { useWasTapped } from "../../store/tapped-pictures.ts";
import { Picture } from "../../ui/picture.tsx";
import { useMoveToFront } from "./use-move-to-front.ts";
import { Video, VideoThumbnail } from "./video.tsx";

const FRAME = "aspect-[4/3] max-h-[55dvh] w-full min-[769px]:max-h-120";

export const Gallery = ({ media: listed, title }: { media: readonly Media[]; title: string }) => {
  // Shows a picture that is given twice only once, and so gives React different keys.
  const media = listed.filter(({ url }, index) => listed.findIndex((other) => other.url === url) === index);
  const [frontUrl, setFrontUrl] = useState<string | null>(null);
  const front = media.find(({ url }) => url === frontUrl) ?? media[0];
  const ordered = front ? [front, ...media.filter((item) => item !== front)] : [];
  const frame = useRef<HTMLDivElement>(null);
  const thumbnails = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState(0);
  const remember = useMoveToFront(frame, thumbnails, front?.url);
  const moveToFront = (url: string, thumbnail: HTMLElement) => {
    remember(thumbnail);
    setFrontUrl(url);
    setPlace(0);
  };
  return (
    <section aria-label="Pictures" className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <div ref={frame} className="relative overflow-hidden rounded-box border border-line bg-sunken">
        {front ? (
          <Slides key={front.url} items={ordered} title={title} place={place} onPlace={setPlace} />
        ) : (
          <Picture src={null} alt={title} emptyText="No image available" className={FRAME} />
        )}
      </div>
      {media.length > 1 && (
        <ul ref={thumbnails} className="grid grid-cols-4 gap-2 sm:grid-cols-5 min-[769px]:grid-cols-6">
          {ordered.map((item, index) => (
            <li key={item.url}>
              <Thumbnail
                item={item}
                title={title}
                index={index}
                isShown={index === place}
                onClick={(thumbnail) => moveToFront(item.url, thumbnail)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

interface SlidesProps {
  items: readonly Media[];
  title: string;
  place: number;
  onPlace: (place: number) => void;
}

/** The browser scrolls and snaps. To save data, a neighbour is loaded only once the user touches the row. */
const Slides = ({ items, title, place, onPlace }: SlidesProps) => {
  const row = useRef<HTMLUListElement>(null);
  const [isTouched, setIsTouched] = useState(false);
  const [fullScreen, setFullScreen] = useState<number | null>(null);
  const touch = () => setIsTouched(true);
  const goTo = (next: number) => {
    touch();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    row.current?.scrollTo({ left: next * row.current.clientWidth, behavior: still ? "instant" : "smooth" });
  };
  const pictures = items.filter(({ type }) => type === "image");
  return (
    <>
      <ul
        ref={row}
        aria-label="Large pictures"
        onPointerEnter={touch}
        onTouchStart={touch}
        onFocus={touch}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          if (clientWidth > 0) onPlace(Math.round(scrollLeft / clientWidth));
        }}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
      >
        {items.map((item, index) => (
          <li
            key={item.url}
            aria-label={`${index + 1} of ${items.length}`}
            inert={index !== place}
            className={cx("w-full shrink-0 snap-center snap-always", FRAME)}
          >
            {(index === place || (isTouched && Math.abs(index - place) === 1)) && (
              <Slide
                item={item}
                title={title}
                isFirst={index === 0}
                onOpen={() => setFullScreen(pictures.indexOf(item))}
              />
            )}
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <>
          <Arrow side="left" isHidden={place === 0} onClick={() => goTo(place - 1)}>
            <ChevronLeft aria-hidden className="size-5" />
          </Arrow>
          <Arrow side="right" isHidden={place === items.length - 1} onClick={() => goTo(place + 1)}>
            <ChevronRight aria-hidden className="size-5" />
          </Arrow>
          <p
            aria-hidden
            className="tabular pointer-events-none absolute bottom-2 left-2 rounded-box border border-line bg-surface px-2 py-0.5 font-semibold text-xs"
          >
            {place + 1} / {items.length}
          </p>
        </>
      )}
      {fullScreen !== null && (
        <Suspense fallback={null}>
          <FullScreen
            pictures={pictures.map(({ url }) => mediaUrl(url))}
            title={title}
            first={fullScreen}
            onClose={() => setFullScreen(null)}
          />
        </Suspense>
      )}
    </>
  );
};

interface SlideProps {
  item: Media;
  title: string;
  isFirst: boolean;
  onOpen: () => void;
}

const Slide = (props: SlideProps) => {
  const { item, title } = props;
  const src = mediaUrl(item.url);
  const wasTapped = useWasTapped(src);
  const isWaiting = useSaver() && !wasTapped;
  if (item.type === "video") return <Video src={src} title={title} className="size-full" />;
  return isWaiting ? <Picture src={src} alt={title} isTappable className="size-full" /> : <WholePicture {...props} />;
};

const WholePicture = ({ item, title, isFirst, onOpen }: SlideProps) => (
  <button
    type="button"
    onClick={onOpen}
    aria-haspopup="dialog"
    className="group relative block size-full focus-visible:-outline-offset-4 [&_img]:object-contain"
  >
    {/* The words name the button also where the picture is not loaded. */}
    <Picture src={mediaUrl(item.url)} alt="" eager={isFirst} sizes={LOT_PICTURE_SIZES} className="size-full" />
    <span className="sr-only">{`${title}: open in full screen`}</span>
    <span
      aria-hidden
      className="absolute right-2 bottom-2 grid size-9 place-items-center rounded-box border border-line bg-surface group-hover:border-ink"
    >
      <Maximize2 className="size-4" />
    </span>
  </button>
);

interface ArrowProps {
  side: "left" | "right";
  isHidden: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Touch screens swipe instead. The button stays at both ends of the row, so that it keeps the focus. */
const Arrow = ({ side, isHidden, onClick, children }: ArrowProps) => (
  <button
    type="button"
    aria-label={side === "left" ? "Previous picture" : "Next picture"}
    aria-disabled={isHidden}
    onClick={() => !isHidden && onClick()}
    className={cx(
      "absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full border border-line bg-surface hover:border-ink aria-disabled:opacity-40 pointer-coarse:hidden",
      side === "left" ? "left-2" : "right-2",
    )}
  >
    {children}
  </button>
);

interface ThumbnailProps {
  item: Media;
  title: string;
  index: number;
  isShown: boolean;
  onClick: (thumbnail: HTMLElement) => void;
}

const Thumbnail = ({ item, title, index, isShown, onClick }: ThumbnailProps) => (
  <button
    type="button"
    onClick={({ currentTarget }) => onClick(currentTarget)}
    aria-current={isShown || undefined}
    className="relative block w-full overflow-hidden rounded-box border border-line hover:border-ink aria-current:border-brand aria-current:ring-1 aria-current:ring-brand"
  >
    {item.type === "video" ? (
      <VideoThumbnail src={mediaUrl(item.url)} />
    ) : (
      <Picture src={mediaUrl(item.url)} alt="" sizes="(min-width: 48rem) 10rem, 25vw" className="aspect-[4/3] w-full" />
    )}
    <span className="sr-only">
      Show {item.type} {index + 1} of {title}
    </span>
  </button>
);
