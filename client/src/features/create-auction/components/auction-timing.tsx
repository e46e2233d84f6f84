// The start and end times. They are typed and shown in Lagos time, whatever the device's time zone.
import { formatLagosTime } from "@jara/shared/time";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { serverNow } from "../../../connection/connection.ts";
import { lagosToIso } from "../../../lib/lagos-input.ts";
import { OFF, windowChoices } from "../../../lots/soft-close-input.ts";
import { Field, Input, Select } from "../../../ui/field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { type AuctionForm, DURATION_MAX, DURATION_MIN, endTimeError, rules } from "../auction-form.ts";

const LAGOS = "Lagos time (WAT).";

type TimingForm = UseFormReturn<AuctionForm>;

export const AuctionTiming = ({ form }: { form: TimingForm }) => {
  const [endTime, softCloseWindow] = useWatch({ control: form.control, name: ["endTime", "softCloseWindow"] });
  const ends = lagosToIso(endTime);
  return (
    <Panel title="Auction Timing">
      <div className="grid gap-4 sm:grid-cols-2">
        <StartTime form={form} />
        <EndTime form={form} ends={ends} />
        <Duration form={form} ends={ends} />
        <LateBids form={form} />
        {softCloseWindow !== OFF && <LateBidsCap form={form} />}
      </div>
    </Panel>
  );
};

const StartTime = ({ form: { control, register, formState } }: { form: TimingForm }) => {
  const startTime = useWatch({ control, name: "startTime" });
  return (
    <Field
      label="Start Time (optional)"
      error={formState.errors.startTime?.message}
      hint={startHint(lagosToIso(startTime))}
      className="sm:col-span-2 sm:max-w-[50%]"
    >
      {(given) => (
        <Input {...given} type="datetime-local" className="tabular" {...register("startTime", { deps: "endTime" })} />
      )}
    </Field>
  );
};

const EndTime = ({ form: { register, formState }, ends }: { form: TimingForm; ends: string | null }) => (
  <Field
    label="End Time (optional)"
    error={formState.errors.endTime?.message}
    hint={ends ? `Ends ${formatLagosTime(ends)}, Lagos time.` : `${LAGOS} Leave empty to use the duration.`}
  >
    {(given) => (
      <Input
        {...given}
        type="datetime-local"
        className="tabular"
        {...register("endTime", {
          deps: "duration",
          validate: (_typed, typedForm) => endTimeError(typedForm, serverNow()),
        })}
      />
    )}
  </Field>
);

const Duration = ({ form: { register, formState }, ends }: { form: TimingForm; ends: string | null }) => (
  <Field
    label="Duration (hours)"
    error={formState.errors.duration?.message}
    hint={ends ? "Not used: the end time counts." : "From the start to the end."}
  >
    {(given) => (
      <Input
        {...given}
        type="number"
        inputMode="numeric"
        min={DURATION_MIN}
        max={DURATION_MAX}
        readOnly={ends !== null}
        {...register("duration", { validate: rules.duration })}
        onWheel={(event) => event.currentTarget.blur()}
        className={ends ? "tabular bg-sunken text-ink-soft" : "tabular"}
      />
    )}
  </Field>
);

const LateBids = ({ form: { control, trigger } }: { form: TimingForm }) => (
  <Field label="Late bids" hint="A late bid extends the auction, so that nobody wins by bidding in the last second.">
    {(given) => (
      <Controller
        control={control}
        name="softCloseWindow"
        render={({ field }) => (
          <Select
            {...given}
            {...field}
            onChange={(event) => {
              field.onChange(event);
              void trigger("softCloseCap");
            }}
          >
            {windowChoices(field.value).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      />
    )}
  </Field>
);

const LateBidsCap = ({ form: { register, formState } }: { form: TimingForm }) => (
  <Field
    label="At most (minutes)"
    error={formState.errors.softCloseCap?.message}
    hint="The longest time by which late bids can extend the auction."
  >
    {(given) => (
      <Input
        {...given}
        type="number"
        inputMode="numeric"
        min={1}
        {...register("softCloseCap", { validate: rules.softCloseCap })}
        onWheel={(event) => event.currentTarget.blur()}
        className="tabular"
      />
    )}
  </Field>
);

const startHint = (starts: string | null): string => {
  if (!starts) return `${LAGOS} Leave empty to start immediately.`;
  if (Date.parse(starts) <= serverNow()) return "This time has passed: the auction starts immediately.";
  return `Starts ${formatLagosTime(starts)}, Lagos time. It is a draft until then.`;
};
