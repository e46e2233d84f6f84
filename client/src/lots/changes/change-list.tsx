// The old and the new content of a lot, field by field: text as text, media as small pictures.
import type { FieldChange, Media } from "@jara/shared/auction";
import { labelOfField } from "@jara/shared/lot-fields";
import type { Currency } from "@jara/shared/money";
import { Video } from "lucide-react";
import { mediaUrl } from "../../lib/media-url.ts";
import { Picture } from "../../ui/picture.tsx";
import { valueWords } from "./change-words.ts";

interface ChangeListProps {
  changes: readonly FieldChange[];
  currency: Currency;
}

export const ChangeList = ({ changes, currency }: ChangeListProps) => (
  <dl className="grid gap-3 text-sm">
    {changes.map(({ field, before, after }) => (
      <div key={field} className="grid gap-1">
        <dt className="font-semibold first-letter:uppercase">{labelOfField(field)}</dt>
        <dd className="grid gap-1 [overflow-wrap:anywhere]">
          <Value label="Before" field={field} value={before} currency={currency} />
          <Value label="Now" field={field} value={after} currency={currency} />
        </dd>
      </div>
    ))}
  </dl>
);

interface ValueProps {
  label: "Before" | "Now";
  field: string;
  value: unknown;
  currency: Currency;
}

const Value = ({ label, field, value, currency }: ValueProps) => {
  const Mark = label === "Before" ? "del" : "ins";
  return (
    <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-2">
      <span className="text-ink-soft">{label}</span>
      {field === "media" ? (
        <Pictures media={Array.isArray(value) ? (value as Media[]) : []} />
      ) : (
        <Mark
          className={
            label === "Before"
              ? "whitespace-pre-line text-ink-soft line-through"
              : "whitespace-pre-line font-medium no-underline"
          }
        >
          {valueWords(field, value, currency)}
        </Mark>
      )}
    </div>
  );
};

const Pictures = ({ media }: { media: readonly Media[] }) => {
  if (media.length === 0) return <span>none</span>;
  return (
    <ul className="flex flex-wrap gap-1">
      {[...new Map(media.map((one) => [one.url, one])).values()].map(({ url, type }, index) => (
        <li key={url}>
          {type === "image" ? (
            <Picture src={mediaUrl(url)} alt={`Picture ${index + 1}`} sizes="3.5rem" className="size-14 rounded-box" />
          ) : (
            <span className="grid size-14 place-items-center rounded-box bg-sunken">
              <Video aria-label={`Video ${index + 1}`} className="size-5" />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
};
