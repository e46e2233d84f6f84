// The sections of the edit dialog.
import { type ReactNode, useId } from "react";
import { useWatch } from "react-hook-form";
import { lagosToIso } from "../../../lib/lagos-input.ts";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { ConsignedNote } from "../../../lots/consigned/consigned-note.tsx";
import { useConsigned } from "../../../lots/consigned/use-consigned.ts";
import { ChoiceField, TextField, TimeField } from "../../../lots/lot-form/fields.tsx";
import { useLocks } from "../../../lots/lot-form/lot-fields.ts";
import {
  CategoriesField,
  ConditionField,
  ConditionReportField,
  LateBids,
  OptionalTexts,
} from "../../../lots/lot-form/other-fields.tsx";
import { PriceFields } from "../../../lots/lot-form/price-fields.tsx";
import { useMay } from "../../../ui/may.tsx";
import { statusChoices } from "../auction-filters.ts";
import type { EditedForm } from "../hooks/use-edit-form.ts";

export const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-line border-t pt-4 first:border-0 first:pt-0 sm:grid-cols-2"
    >
      <h3 id={id} className="font-bold text-base sm:col-span-2">
        {title}
      </h3>
      {children}
    </section>
  );
};

interface SectionProps {
  lot: EditedForm;
}

export const BasicInformation = ({ lot }: SectionProps) => {
  const { auction } = lot.edited;
  const mayRun = useMay("auctions:run");
  const choices = statusChoices.filter(
    ([status]) => mayRun || status === auction.status || (auction.status === "draft" && status === "active"),
  );
  return (
    <Section title="Basic Information">
      <TextField lot={lot} name="title" className="sm:col-span-2" />
      <TextField lot={lot} name="description" className="sm:col-span-2" />
      <ChoiceField lot={lot} name="status" label="Status" choices={choices} isRequired />
      <OptionalTexts lot={lot} />
    </Section>
  );
};

export const CategoriesAndCondition = ({ lot }: SectionProps) => (
  <Section title="Categories & Condition">
    <CategoriesField lot={lot} />
    <ConditionField lot={lot} />
    <div className="sm:col-span-2">
      <ConditionReportField lot={lot} />
    </div>
  </Section>
);

export const Pricing = ({ lot }: SectionProps) => (
  <Section title="Pricing">
    <PriceFields lot={lot} />
    <SellerTerms lot={lot} />
  </Section>
);

/** Shows what the seller of the lot accepted. */
const SellerTerms = ({ lot: { edited } }: SectionProps) => {
  const consigned = useConsigned(edited.auction);
  return (
    consigned && (
      <div className="sm:col-span-2">
        <ConsignedNote auctionId={edited.auction._id} consigned={consigned} />
      </div>
    )
  );
};

export const Timing = ({ lot }: SectionProps) => {
  const [startTime, endTime, status] = useWatch({
    control: lot.form.control,
    name: ["startTime", "endTime", "status"],
  });
  const isDraft = lot.edited.auction.status === "draft" || status === "draft";
  const { isSet } = useLocks(lot);
  const [starts, ends] = [lagosToIso(startTime), lagosToIso(endTime)];
  const startHint = starts
    ? `Starts ${lagosDateTime(starts)}, Lagos time.`
    : "Lagos time. Leave empty to start it by hand.";
  const endHint = ends ? `Ends ${lagosDateTime(ends)}, Lagos time.` : "Lagos time. Leave empty to keep it.";
  return (
    <Section title="Timing">
      <TimeField
        lot={lot}
        name="startTime"
        label="Start Time (optional)"
        isLocked={!isDraft}
        hint={isDraft ? startHint : "Only a draft's start time can change."}
      />
      <TimeField
        lot={lot}
        name="endTime"
        label="End Time"
        isLocked={isSet}
        hint={isSet ? "Only managers and administrators can move the end of a published auction." : endHint}
      />
      <LateBids lot={lot} />
    </Section>
  );
};
