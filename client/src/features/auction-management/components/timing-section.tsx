// The section of the edit dialog with the start, the end and the soft close.
import { lagosToIso } from "../../../lib/lagos-input.ts";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { useSiteDetails } from "../../../lots/site-details.ts";
import { OFF, softCloseCapError, windowChoices } from "../../../lots/soft-close-input.ts";
import { Input, Select } from "../../../ui/field.tsx";
import { SET_BY_MANAGERS } from "../edit-form.ts";
import { EditField } from "./edit-field.tsx";
import { Section, type SectionProps, useIsSet } from "./section.tsx";

export const Timing = ({ auction, edited }: SectionProps) => {
  const { form, values } = edited;
  const isDraft = auction.status === "draft" || values.status === "draft";
  const isSet = useIsSet(auction);
  const [starts, ends] = [lagosToIso(values.startTime), lagosToIso(values.endTime)];
  return (
    <Section title="Timing">
      <EditField
        edited={edited}
        name="startTime"
        label="Start Time (optional)"
        hint={
          !isDraft
            ? "Only a draft's start time can change."
            : starts
              ? `Starts ${lagosDateTime(starts)}, Lagos time.`
              : "Lagos time. Leave empty to start it by hand."
        }
      >
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            readOnly={!isDraft}
            {...form.register("startTime")}
            className={isDraft ? "tabular" : "tabular bg-sunken text-ink-soft"}
          />
        )}
      </EditField>
      <EditField
        edited={edited}
        name="endTime"
        label="End Time"
        hint={
          isSet
            ? "Only managers and administrators can move the end of a published auction."
            : ends
              ? `Ends ${lagosDateTime(ends)}, Lagos time.`
              : "Lagos time. Leave empty to keep it."
        }
      >
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            readOnly={isSet}
            {...form.register("endTime")}
            className={isSet ? "tabular bg-sunken text-ink-soft" : "tabular"}
          />
        )}
      </EditField>
      <SoftClose auction={auction} edited={edited} />
    </Section>
  );
};

const SoftClose = ({ auction, edited }: SectionProps) => {
  const { form, values } = edited;
  const hasBids = auction.bidCount > 0;
  const isSet = useIsSet(auction);
  const isLocked = hasBids || isSet;
  // A lot without a soft close takes the house's cap with its first window.
  const { details } = useSiteDetails();
  return (
    <>
      <EditField
        edited={edited}
        name="softCloseWindow"
        label="Late bids"
        hint={
          hasBids
            ? "This can change only before the first bid."
            : isSet
              ? SET_BY_MANAGERS
              : "A bid near the end moves the end."
        }
      >
        {(control) => (
          <Select
            {...control}
            {...form.register("softCloseWindow", {
              deps: "softCloseCap",
              onChange: () => {
                const isUntouched = !auction.softClose && values.softCloseCap === edited.current.softCloseCap;
                const cap = details?.softClose?.capMinutes;
                if (isUntouched && cap !== undefined) form.setValue("softCloseCap", String(cap));
              },
            })}
            aria-disabled={isLocked || undefined}
            className={isLocked ? "bg-sunken text-ink-soft" : ""}
          >
            {windowChoices(values.softCloseWindow)
              .filter(([value]) => !isLocked || value === values.softCloseWindow)
              .map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </Select>
        )}
      </EditField>
      {values.softCloseWindow !== OFF && (
        <EditField
          edited={edited}
          name="softCloseCap"
          label="At most (minutes)"
          hint="The longest extension past the scheduled end."
        >
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="numeric"
              min={1}
              readOnly={isLocked}
              {...form.register("softCloseCap", { validate: softCloseCapError })}
              onWheel={(event) => event.currentTarget.blur()}
              className={isLocked ? "tabular bg-sunken text-ink-soft" : "tabular"}
            />
          )}
        </EditField>
      )}
    </>
  );
};
