// A live summary of the new auction, beside the creation form.
import { conditionLabels } from "@jara/shared/auction";
import { estimateWords } from "@jara/shared/estimates";
import type { IncrementTable } from "@jara/shared/increment-steps";
import { asMinor, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { formatLagosTime } from "@jara/shared/time";
import type { ReactNode } from "react";
import { type Control, useWatch } from "react-hook-form";
import { useStore } from "zustand";
import { serverNow } from "../../../connection/connection.ts";
import { lagosToIso } from "../../../lib/lagos-input.ts";
import { durationWords } from "../../../lots/duration-words.ts";
import { amountOf, estimateOf, incrementOf, type LotForm } from "../../../lots/lot-form/lot-form.ts";
import { countText } from "../../../lots/media/media-checks.ts";
import { countOf, type MediaItem, type MediaList } from "../../../lots/media/media-list.ts";
import { useSiteDetails } from "../../../lots/site-details.ts";
import { fromSoftCloseForm } from "../../../lots/soft-close-input.ts";
import { useLabelOfCategory } from "../../../lots/use-label-of-category.ts";
import { Picture } from "../../../ui/picture.tsx";

interface SummaryProps {
  control: Control<LotForm>;
  media: MediaList;
}

export const Summary = ({ control, media }: SummaryProps) => {
  const form = useWatch({ control }) as LotForm;
  const { items } = useStore(media.store);
  const cover = items.find(({ kind }) => kind === "image")?.previewUrl ?? null;
  const money = moneyIn(form);
  return (
    <section aria-label="Summary" className="overflow-hidden rounded-box border border-line bg-surface">
      <Picture src={cover} alt="" eager className="aspect-[4/3] w-full" />
      <div className="grid gap-4 p-4">
        <h2 className="line-clamp-3 font-bold text-base">{form.title.trim() || "Title of the lot"}</h2>
        <div>
          <p className="text-ink-soft text-xs">Starting price</p>
          <p className="tabular font-bold text-xl">{money(form.startingPrice) ?? "—"}</p>
        </div>
        <LotSummary form={form} items={items} />
      </div>
    </section>
  );
};

interface LotSummaryProps {
  form: LotForm;
  items: readonly MediaItem[];
}

export const LotSummary = ({ form, items }: LotSummaryProps) => {
  const { pictures, videos } = countOf(items);
  const money = moneyIn(form);
  const labelOf = useLabelOfCategory();
  const { details } = useSiteDetails();
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
      <Fact name="First bid">{firstBid(form, details?.increments)}</Fact>
      {form.incrementKind === "table" && <Fact name="Increments">Rise with the price</Fact>}
      <Fact name="Reserve">{money(form.reservePrice) ?? "None"}</Fact>
      <Fact name="Buy It Now">{money(form.buyItNowPrice) ?? "None"}</Fact>
      <Fact name="Estimate">{estimateWords(estimateOf(form), form.currency) ?? "None"}</Fact>
      <Fact name="Starts">{startText(form)}</Fact>
      <Fact name="Ends">{endText(form)}</Fact>
      <Fact name="Late bids">{lateBidsText(form)}</Fact>
      <Fact name="Condition">{conditionLabels[form.condition]}</Fact>
      <Fact name="Categories">{form.categories.map(labelOf).join(", ") || "None"}</Fact>
      <Fact name="Location">{form.location.trim() || "Not specified"}</Fact>
      <Fact name="Media">{items.length === 0 ? "None" : countText(pictures, videos)}</Fact>
    </dl>
  );
};

const moneyIn =
  ({ currency }: LotForm) =>
  (typed: string): string | null => {
    const amount = amountOf(typed);
    return amount === null ? null : formatMoney(amount, currency);
  };

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-soft">{name}</dt>
    <dd className="tabular text-right font-medium">{children}</dd>
  </>
);

/** The first bid is one increment above the starting price. */
const firstBid = (form: LotForm, increments: IncrementTable | undefined): string => {
  const { startingPrice, currency } = form;
  const [start, step] = [amountOf(startingPrice), incrementOf(form, increments)];
  if (start === null || step === null) return "—";
  return `${formatMoney(toMajor(asMinor(toMinor(start) + toMinor(step))), currency)} or more`;
};

const lateBidsText = (form: LotForm): string => {
  const softClose = fromSoftCloseForm(form);
  return softClose ? `Extend by ${durationWords(softClose.windowSeconds)}` : "Do not extend";
};

const startOf = ({ startTime }: LotForm): string | null => {
  const iso = lagosToIso(startTime);
  return iso && Date.parse(iso) > serverNow() ? iso : null;
};
export const startText = (form: LotForm): string => {
  const starts = startOf(form);
  return starts ? formatLagosTime(starts) : "Immediately";
};
export const endText = (form: LotForm): string => {
  const ends = lagosToIso(form.endTime);
  if (ends) return formatLagosTime(ends);
  const hours = Number(form.duration);
  const starts = startOf(form);
  if (!(hours >= 1)) return "—";
  if (starts) return formatLagosTime(new Date(Date.parse(starts) + hours * 3_600_000).toISOString());
  return hours === 1 ? "1 hour later" : `${hours} hours later`;
};
