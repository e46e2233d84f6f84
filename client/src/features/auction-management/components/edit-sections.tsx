// Four sections of the edit dialog: basic information, categories and condition, pricing, and timing. They are in one
// file because they are the parts of one form and read and write the same edited values.
import {
  type Auction,
  conditionLabels,
  conditions,
  DESCRIPTION_MAX,
  LOCATION_MAX,
  TITLE_MAX,
} from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { readPositive } from "@jara/shared/typed-amount";
import { reportRule } from "@jara/shared/typed-report";
import { type ReactNode, useId } from "react";
import { Controller } from "react-hook-form";
import { lagosToIso } from "../../../lib/lagos-input.ts";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { HouseTable } from "../../../lots/increments/house-table.tsx";
import { incrementKinds } from "../../../lots/increments/increment-kind.ts";
import { IncrementTable } from "../../../lots/increments/increment-table.tsx";
import { SuggestedIncrement } from "../../../lots/increments/suggested-increment.tsx";
import { ReportInputs } from "../../../lots/report-inputs.tsx";
import { useSiteDetails } from "../../../lots/site-details.ts";
import { OFF, softCloseCapError, windowChoices } from "../../../lots/soft-close-input.ts";
import { CategoryPicker } from "../../../ui/category-picker.tsx";
import { CharCount } from "../../../ui/char-count.tsx";
import { Input, Select, Textarea } from "../../../ui/field.tsx";
import { useMay } from "../../../ui/may.tsx";
import { statusChoices } from "../auction-filters.ts";
import {
  CURRENCY_STAYS,
  INCREMENT_KIND_LOCKED,
  INCREMENT_LOCKED,
  RESERVE_LOCKED,
  rulesFor,
  SET_BY_MANAGERS,
} from "../edit-form.ts";
import type { EditedForm } from "../hooks/use-edit-form.ts";
import { AmountField, Conflict, EditField } from "./edit-field.tsx";

interface SectionProps {
  auction: Auction;
  edited: EditedForm;
}

/**
 * True if the lot is not a draft and this person does not run auctions. Then the prices, the currency, the increment,
 * the soft close and the end are read-only.
 */
const useIsSet = ({ status }: Auction): boolean => !useMay("auctions:run") && status !== "draft";

export const BasicInformation = ({ auction, edited }: SectionProps) => {
  const { form, values } = edited;
  const rules = rulesFor(auction);
  const mayRun = useMay("auctions:run");
  const choices = statusChoices.filter(
    ([status]) => mayRun || status === auction.status || (auction.status === "draft" && status === "active"),
  );
  return (
    <Section title="Basic Information">
      <EditField
        edited={edited}
        name="title"
        label="Title"
        aside={<CharCount used={values.title.length} max={TITLE_MAX} />}
        className="sm:col-span-2"
      >
        {(control) => (
          <Input {...control} autoComplete="off" aria-required {...form.register("title", { validate: rules.title })} />
        )}
      </EditField>
      <EditField
        edited={edited}
        name="description"
        label="Description"
        aside={<CharCount used={values.description.length} max={DESCRIPTION_MAX} />}
        className="sm:col-span-2"
      >
        {(control) => (
          <Textarea {...control} aria-required {...form.register("description", { validate: rules.description })} />
        )}
      </EditField>
      <EditField edited={edited} name="status" label="Status">
        {(control) => (
          <Select {...control} aria-required {...form.register("status")}>
            {choices.map(([status, label]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </EditField>
      <EditField
        edited={edited}
        name="location"
        label="Location (optional)"
        aside={<CharCount used={values.location.length} max={LOCATION_MAX} />}
      >
        {(control) => (
          <Input {...control} autoComplete="off" {...form.register("location", { validate: rules.location })} />
        )}
      </EditField>
    </Section>
  );
};

export const CategoriesAndCondition = ({ edited }: Pick<SectionProps, "edited">) => (
  <Section title="Categories & Condition">
    <div>
      <Controller
        control={edited.form.control}
        name="categories"
        render={({ field, fieldState }) => (
          <CategoryPicker value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
      <Conflict edited={edited} name="categories" label="Categories" />
    </div>
    <EditField edited={edited} name="condition" label="Condition">
      {(control) => (
        <Select {...control} {...edited.form.register("condition")}>
          {conditions.map((condition) => (
            <option key={condition} value={condition}>
              {conditionLabels[condition]}
            </option>
          ))}
        </Select>
      )}
    </EditField>
    <div className="sm:col-span-2">
      <Controller
        control={edited.form.control}
        name="conditionReport"
        rules={{ validate: (typed, { categories }) => reportRule(typed, categories) }}
        render={({ field, fieldState }) => (
          <ReportInputs
            categories={edited.values.categories}
            value={field.value}
            onChange={field.onChange}
            showsErrors={fieldState.error !== undefined}
          />
        )}
      />
      <Conflict edited={edited} name="conditionReport" label="Condition report" />
    </div>
  </Section>
);

export const Pricing = ({ auction, edited }: SectionProps) => {
  const { isPriceLocked, lost } = edited;
  const rules = rulesFor(auction);
  const why = auction.bidCount > 0 ? "This auction has bids" : "Somebody is paying for Buy It Now";
  const lockedHint = (name: "startingPrice" | "currency") =>
    isPriceLocked && (
      <>
        {why}: this can no longer change.
        {lost[name] !== undefined && <strong className="font-semibold"> You had typed {lost[name]}.</strong>}
      </>
    );
  const hasBids = auction.bidCount > 0;
  const isSet = useIsSet(auction);
  return (
    <Section title="Pricing">
      <CurrencyField
        auction={auction}
        edited={edited}
        isLocked={isPriceLocked || isSet}
        hint={lockedHint("currency") || (isSet ? SET_BY_MANAGERS : CURRENCY_STAYS)}
      />
      <AmountField
        edited={edited}
        name="startingPrice"
        label="Starting Price"
        min={0}
        isRequired
        isLocked={isPriceLocked || isSet}
        hint={lockedHint("startingPrice") || (isSet && SET_BY_MANAGERS)}
        rule={rules.startingPrice}
        deps={["buyItNowPrice", "reservePrice"]}
      />
      <IncrementFields auction={auction} edited={edited} />
      <AmountField
        edited={edited}
        name="buyItNowPrice"
        label="Buy It Now Price (optional)"
        min={0.01}
        isLocked={isSet}
        hint={
          isSet
            ? SET_BY_MANAGERS
            : hasBids
              ? `The current price is ${formatMoney(auction.currentPrice, auction.currency)}.`
              : "Leave empty for none."
        }
        rule={rules.buyItNowPrice}
      />
      <AmountField
        edited={edited}
        name="reservePrice"
        label="Reserve Price (optional)"
        min={0.01}
        isLocked={isSet}
        hint={isSet ? SET_BY_MANAGERS : hasBids ? RESERVE_LOCKED : "Leave empty for none."}
        rule={rules.reservePrice}
        deps={["buyItNowPrice"]}
      />
    </Section>
  );
};

const IncrementFields = ({ auction, edited }: SectionProps) => {
  const { form, values } = edited;
  const hasBids = auction.bidCount > 0;
  const isSet = useIsSet(auction);
  const { incrementSteps, currency } = auction;
  return (
    <>
      <EditField
        edited={edited}
        name="incrementKind"
        label="Increments"
        hint={isSet ? SET_BY_MANAGERS : hasBids && INCREMENT_KIND_LOCKED}
      >
        {(control) => (
          <Select
            {...control}
            disabled={hasBids || isSet}
            {...form.register("incrementKind", { deps: "bidIncrement" })}
          >
            {incrementKinds.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </EditField>
      {values.incrementKind === "one" && (
        <AmountField
          edited={edited}
          name="bidIncrement"
          label="Bid Increment"
          min={0.01}
          isRequired
          isLocked={isSet}
          hint={isSet ? SET_BY_MANAGERS : hasBids && INCREMENT_LOCKED}
          rule={rulesFor(auction).bidIncrement}
          aside={
            !hasBids &&
            !isSet && (
              <SuggestedIncrement
                startingPrice={values.startingPrice}
                bidIncrement={values.bidIncrement}
                currency={values.currency}
                onTake={(typed) => form.setValue("bidIncrement", typed, { shouldDirty: true, shouldValidate: true })}
              />
            )
          }
        />
      )}
      {values.incrementKind === "table" && incrementSteps && values.currency === currency && (
        <IncrementTable
          className="sm:col-span-2"
          steps={incrementSteps}
          currency={currency}
          price={hasBids ? auction.currentPrice : readPositive(values.startingPrice)}
          summary="The lot's increments"
        />
      )}
      {values.incrementKind === "table" && !(incrementSteps && values.currency === currency) && (
        <div className="sm:col-span-2">
          <HouseTable startingPrice={values.startingPrice} currency={values.currency} />
        </div>
      )}
    </>
  );
};

const CurrencyField = ({ auction, edited, isLocked, hint }: SectionProps & { isLocked: boolean; hint: ReactNode }) => {
  const { form } = edited;
  return (
    <EditField edited={edited} name="currency" label="Currency" hint={hint}>
      {(control) => (
        <Select
          {...control}
          {...form.register("currency")}
          aria-disabled={isLocked || undefined}
          className={isLocked ? "bg-sunken text-ink-soft" : ""}
        >
          {(["NGN", "USD"] as const)
            .filter((currency) => !isLocked || currency === auction.currency)
            .map((currency) => (
              <option key={currency} value={currency}>
                {currency === "NGN" ? "Naira (₦)" : "Dollar ($)"}
              </option>
            ))}
        </Select>
      )}
    </EditField>
  );
};

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
