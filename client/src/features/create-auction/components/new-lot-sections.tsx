// The sections of the form of a new lot.
import { formatLagosTime } from "@jara/shared/time";
import { useWatch } from "react-hook-form";
import { serverNow } from "../../../connection/connection.ts";
import { lagosToIso } from "../../../lib/lagos-input.ts";
import { TextField, TimeField, WholeField } from "../../../lots/lot-form/fields.tsx";
import type { LotFields } from "../../../lots/lot-form/lot-fields.ts";
import {
  CategoriesField,
  ConditionField,
  ConditionReportField,
  LateBids,
  OptionalTexts,
} from "../../../lots/lot-form/other-fields.tsx";
import { PriceFields } from "../../../lots/lot-form/price-fields.tsx";
import { DURATION_MAX } from "../../../lots/lot-form/rules.ts";
import { Panel } from "../../../ui/panel.tsx";
import { endTimeError } from "../new-lot.ts";

interface SectionProps {
  lot: LotFields;
}

export const BasicInformation = ({ lot }: SectionProps) => (
  <Panel title="Basic Information">
    <TextField lot={lot} name="title" />
    <TextField lot={lot} name="description" />
    <CategoriesField lot={lot} />
    <div className="grid gap-4 sm:grid-cols-2">
      <ConditionField lot={lot} />
      <OptionalTexts lot={lot} />
    </div>
    <ConditionReportField lot={lot} />
  </Panel>
);

export const Pricing = ({ lot }: SectionProps) => (
  <Panel title="Pricing">
    <div className="grid gap-4 sm:grid-cols-2">
      <PriceFields lot={lot} />
    </div>
  </Panel>
);

const LAGOS = "Lagos time (WAT).";

const startHint = (starts: string | null): string => {
  if (!starts) return `${LAGOS} Leave empty to start immediately.`;
  if (Date.parse(starts) <= serverNow()) return "This time has passed: the auction starts immediately.";
  return `Starts ${formatLagosTime(starts)}, Lagos time. It is a draft until then.`;
};

/** The times are typed and shown in Lagos time, whatever the device's time zone. */
export const AuctionTiming = ({ lot }: SectionProps) => {
  const [startTime, endTime] = useWatch({ control: lot.form.control, name: ["startTime", "endTime"] });
  const ends = lagosToIso(endTime);
  return (
    <Panel title="Auction Timing">
      <div className="grid gap-4 sm:grid-cols-2">
        <TimeField
          lot={lot}
          name="startTime"
          label="Start Time (optional)"
          hint={startHint(lagosToIso(startTime))}
          className="sm:col-span-2 sm:max-w-[50%]"
          rules={{ deps: "endTime" }}
        />
        <TimeField
          lot={lot}
          name="endTime"
          label="End Time (optional)"
          hint={ends ? `Ends ${formatLagosTime(ends)}, Lagos time.` : `${LAGOS} Leave empty to use the duration.`}
          rules={{ deps: "duration", validate: (_typed, form) => endTimeError(form, serverNow()) }}
        />
        <WholeField
          lot={lot}
          name="duration"
          label="Duration (hours)"
          max={DURATION_MAX}
          isLocked={ends !== null}
          hint={ends ? "Not used: the end time counts." : "From the start to the end."}
        />
        <LateBids lot={lot} />
      </div>
    </Panel>
  );
};
