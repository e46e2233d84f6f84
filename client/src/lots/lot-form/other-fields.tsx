// The fields of a lot's form that are neither a required text nor a price: optional texts, categories, condition, condition
// report and late bids.
import { conditionLabels, conditions } from "@jara/shared/auction";
import { reportRule } from "@jara/shared/typed-report";
import { Controller, useWatch } from "react-hook-form";
import { CategoryPicker } from "../../ui/category-picker.tsx";
import { ReportInputs } from "../report-inputs.tsx";
import { useSiteDetails } from "../site-details.ts";
import { OFF, windowChoices } from "../soft-close-input.ts";
import { ChoiceField, Conflict, TextField, WholeField } from "./fields.tsx";
import { type LotFields, SET_BY_MANAGERS, useLocks } from "./lot-fields.ts";
import { lotTexts, optionalTexts } from "./lot-texts.ts";

interface Props {
  lot: LotFields;
}

export const OptionalTexts = ({ lot }: Props) =>
  optionalTexts.map((name) => (
    <TextField key={name} lot={lot} name={name} className={lotTexts[name].isLong ? "sm:col-span-2" : undefined} />
  ));

export const CategoriesField = ({ lot }: Props) => (
  <div>
    <Controller
      control={lot.form.control}
      name="categories"
      render={({ field, fieldState }) => (
        <CategoryPicker value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
      )}
    />
    <Conflict lot={lot} name="categories" label="Categories" />
  </div>
);

const conditionChoices = conditions.map((condition) => [condition, conditionLabels[condition]] as const);

export const ConditionField = ({ lot }: Props) => (
  <ChoiceField lot={lot} name="condition" label="Condition" choices={conditionChoices} />
);

export const ConditionReportField = ({ lot }: Props) => {
  const { control } = lot.form;
  const categories = useWatch({ control, name: "categories" });
  return (
    <div>
      <Controller
        control={control}
        name="conditionReport"
        rules={{ validate: (typed, { categories: chosen }) => reportRule(typed, chosen) }}
        render={({ field, fieldState }) => (
          <ReportInputs
            categories={categories}
            value={field.value}
            onChange={field.onChange}
            showsErrors={fieldState.error !== undefined}
          />
        )}
      />
      <Conflict lot={lot} name="conditionReport" label="Condition report" />
    </div>
  );
};

export const LateBids = ({ lot }: Props) => {
  const { form, edited } = lot;
  const { isSet, hasBids } = useLocks(lot);
  const isLocked = hasBids || isSet;
  const window = useWatch({ control: form.control, name: "softCloseWindow" });
  const { details } = useSiteDetails();
  /** A lot without a soft close takes the house's cap with its first window. */
  const takeHousesCap = () => {
    const isUntouched =
      edited && !edited.auction.softClose && form.getValues("softCloseCap") === edited.current.softCloseCap;
    const cap = details?.softClose?.capMinutes;
    if (isUntouched && cap !== undefined) form.setValue("softCloseCap", String(cap));
    void form.trigger("softCloseCap");
  };
  const editedHint = hasBids
    ? "This can change only before the first bid."
    : isSet
      ? SET_BY_MANAGERS
      : "A bid near the end moves the end.";
  return (
    <>
      <ChoiceField
        lot={lot}
        name="softCloseWindow"
        label="Late bids"
        choices={windowChoices(window)}
        isLocked={isLocked}
        onChosen={takeHousesCap}
        hint={
          edited ? editedHint : "A late bid extends the auction, so that nobody wins by bidding in the last second."
        }
      />
      {window !== OFF && (
        <WholeField
          lot={lot}
          name="softCloseCap"
          label="At most (minutes)"
          isLocked={isLocked}
          hint={
            edited
              ? "The longest extension past the scheduled end."
              : "The longest time by which late bids can extend the auction."
          }
        />
      )}
    </>
  );
};
