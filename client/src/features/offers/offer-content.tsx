// Shows the texts of an offer, and its photos side by side. The seller and the staff see the same.
import { conditionLabels } from "@jara/shared/categories";
import { reportFields } from "@jara/shared/condition-fields";
import { formatMoney } from "@jara/shared/money";
import type { OfferContent } from "@jara/shared/rest/offers";
import { mediaUrl } from "../../lib/media-url.ts";
import { labelOfCategory } from "../../store/categories.ts";
import { Picture } from "../../ui/picture.tsx";

export const OfferPhotos = ({ offer: { media, receipt } }: { offer: OfferContent }) => (
  <ul aria-label="Photos and videos" className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
    {[...media, ...(receipt ? [receipt] : [])].map((one) => (
      <li key={one.url} className="grid gap-1">
        {one.type === "video" ? (
          // biome-ignore lint/a11y/useMediaCaption: a seller's film has no captions
          <video
            controls
            preload="metadata"
            src={mediaUrl(one.url)}
            className="aspect-square w-full rounded-box bg-sunken"
          />
        ) : (
          <a href={mediaUrl(one.url)} target="_blank" rel="noreferrer" aria-label="Open the photo">
            <Picture src={one.url} alt="" sizes="16rem" className="aspect-square w-full rounded-box" />
          </a>
        )}
        {one === receipt && <span className="text-ink-soft text-sm">The receipt</span>}
      </li>
    ))}
  </ul>
);

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
