// Shows the texts of an offer, and its photos side by side. The seller and the staff see the same.
import { conditionLabels } from "@jara/shared/categories";
import { reportFields } from "@jara/shared/condition-fields";
import { formatMoney } from "@jara/shared/money";
import type { OfferContent } from "@jara/shared/rest/offers";
import { Suspense, useState } from "react";
import { mediaUrl } from "../../lib/media-url.ts";
import { FullScreen } from "../../lots/media/late-full-screen.tsx";
import { labelOfCategory } from "../../store/categories.ts";
import { Picture } from "../../ui/picture.tsx";

/** The photos open in full screen, with the next ones beside them. */
export const OfferPhotos = ({ offer: { title, media, receipt } }: { offer: OfferContent }) => {
  const [opened, setOpened] = useState<number | null>(null);
  const files = [...media, ...(receipt ? [receipt] : [])];
  const pictures = files.filter(({ type }) => type === "image");
  return (
    <>
      <ul aria-label="Photos and videos" className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
        {files.map((one) => (
          <li key={one.url} className="grid content-start gap-1">
            {one.type === "video" ? (
              // biome-ignore lint/a11y/useMediaCaption: a seller's film has no captions
              <video
                controls
                preload="metadata"
                src={mediaUrl(one.url)}
                className="aspect-square w-full rounded-box bg-sunken"
              />
            ) : (
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={`Photo ${pictures.indexOf(one) + 1} of ${pictures.length}: open in full screen`}
                onClick={() => setOpened(pictures.indexOf(one))}
                className="overflow-hidden rounded-box border border-line hover:border-ink"
              >
                <Picture src={one.url} alt="" sizes="16rem" className="aspect-square w-full" />
              </button>
            )}
            {one === receipt && <span className="text-ink-soft text-sm">The receipt</span>}
          </li>
        ))}
      </ul>
      {opened !== null && (
        <Suspense fallback={null}>
          <FullScreen
            pictures={pictures.map(({ url }) => mediaUrl(url))}
            title={title}
            first={opened}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  );
};

export const OfferWords = ({ offer }: { offer: OfferContent }) => {
  const { category, condition, workingCondition, estimatedValue, lowestPrice, age, location } = offer;
  const facts = (
    [
      ["Category", category && labelOfCategory(category)],
      ["Age", age],
      ["Condition", condition && conditionLabels[condition]],
      ["Working order", workingCondition && reportFields.working.choices[workingCondition]],
      ["Estimated retail value", estimatedValue === null ? "" : formatMoney(estimatedValue, "NGN")],
      ["Lowest price accepted", lowestPrice === null ? "" : formatMoney(lowestPrice, "NGN")],
      ["Where it is", location],
    ] as const
  ).filter(([, value]) => value);
  return (
    <>
      <p dir="auto" className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
        {offer.description}
      </p>
      <dl className="grid gap-2 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd dir="auto" className="font-semibold [overflow-wrap:anywhere]">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
};
