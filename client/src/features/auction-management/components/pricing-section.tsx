// The section of the edit dialog with the prices, the increments and the currency.
import { formatMoney } from "@jara/shared/money";
import { readPositive } from "@jara/shared/typed-amount";
import type { ReactNode } from "react";
import { HouseTable } from "../../../lots/increments/house-table.tsx";
import { incrementKinds } from "../../../lots/increments/increment-kind.ts";
import { IncrementTable } from "../../../lots/increments/increment-table.tsx";
import { SuggestedIncrement } from "../../../lots/increments/suggested-increment.tsx";
import { Select } from "../../../ui/field.tsx";
import {
  CURRENCY_STAYS,
  INCREMENT_KIND_LOCKED,
  INCREMENT_LOCKED,
  RESERVE_LOCKED,
  rulesFor,
  SET_BY_MANAGERS,
} from "../edit-form.ts";
import { AmountField, EditField } from "./edit-field.tsx";
import { Section, type SectionProps, useIsSet } from "./section.tsx";

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
