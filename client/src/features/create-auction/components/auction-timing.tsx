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

export const AuctionTiming = ({ form }: { form: UseFormReturn<AuctionForm> }) => {
  const { control, register, trigger, formState } = form;
  const { errors } = formState;
  const [startTime, endTime, window] = useWatch({ control, name: ["startTime", "endTime", "softCloseWindow"] });
  const starts = lagosToIso(startTime);
  const ends = lagosToIso(endTime);
  return (
    <Panel title="Auction Timing">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Start Time (optional)"
          error={errors.startTime?.message}
          hint={startHint(starts)}
          className="sm:col-span-2 sm:max-w-[50%]"
        >
          {(given) => (
            <Input
              {...given}
              type="datetime-local"
              className="tabular"
              {...register("startTime", { deps: "endTime" })}
            />
          )}
        </Field>
        <Field
          label="End Time (optional)"
          error={errors.endTime?.message}
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
        <Field
          label="Duration (hours)"
          error={errors.duration?.message}
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
        <Field label="Late bids" hint="So that nobody wins by bidding in the last second.">
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
        {window !== OFF && (
          <Field
            label="At most (minutes)"
            error={errors.softCloseCap?.message}
            hint="How far past its end late bids can move the auction in all."
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
        )}
      </div>
    </Panel>
  );
};

const startHint = (starts: string | null): string => {
  if (!starts) return `${LAGOS} Leave empty to start immediately.`;
  if (Date.parse(starts) <= serverNow()) return "This time has passed: the auction starts immediately.";
  return `Starts ${formatLagosTime(starts)}, Lagos time. It is a draft until then.`;
};
