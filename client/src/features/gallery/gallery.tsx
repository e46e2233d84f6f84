// The lot's pictures and videos: the first one large, the others as thumbnails. A clicked thumbnail moves to the front;
// the others keep their order.
import type { Media } from "@jara/shared/auction";
import { LOT_PICTURE_SIZES } from "@jara/shared/picture-sizes";
import { useState } from "react";
import { mediaUrl } from "../../lib/media-url.ts";
import { Picture } from "../../ui/picture.tsx";
import { Video, VideoThumbnail } from "./video.tsx";

export const Gallery = ({ media, title }: { media: readonly Media[]; title: string }) => {
  const [frontUrl, setFrontUrl] = useState<string | null>(null);
  const front = media.find(({ url }) => url === frontUrl) ?? media[0];
  const ordered = front ? [front, ...media.filter((item) => item !== front)] : [];
  return (
    <section aria-label="Pictures" className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <div className="overflow-hidden rounded-box border border-line bg-sunken">
        {front?.type === "video" ? (
          <Video key={front.url} src={mediaUrl(front.url)} title={title} />
        ) : (
          <Picture
            src={front ? mediaUrl(front.url) : null}
            alt={title}
            eager
            sizes={LOT_PICTURE_SIZES}
            emptyText="No image available"
            className="aspect-[4/3] w-full"
          />
        )}
      </div>
      {media.length > 1 && (
        <ul className="grid grid-cols-4 gap-2 sm:grid-cols-5">
          {ordered.map((item, index) => (
            <li key={item.url}>
              <Thumbnail item={item} title={title} index={index} onClick={() => setFrontUrl(item.url)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

interface ThumbnailProps {
  item: Media;
  title: string;
  index: number;
  onClick: () => void;
}

const Thumbnail = ({ item, title, index, onClick }: ThumbnailProps) => (
  <button
    type="button"
    onClick={onClick}
    aria-current={index === 0 || undefined}
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
