// The form section about money: currency, starting price, increment, and the two optional prices (reserve, Buy It Now).
import { type UseFormReturn, useWatch } from "react-hook-form";
import { HouseTable } from "../../../lots/increments/house-table.tsx";
import { incrementKinds } from "../../../lots/increments/increment-kind.ts";
import { SuggestedIncrement } from "../../../lots/increments/suggested-increment.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import type { AuctionForm } from "../auction-form.ts";
import { AmountField } from "./amount-field.tsx";

export const Pricing = ({ form }: { form: UseFormReturn<AuctionForm> }) => (
  <Panel title="Pricing">
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Currency" error={form.formState.errors.currency?.message}>
        {(given) => (
          <Select {...given} {...form.register("currency")}>
            <option value="NGN">Naira (₦)</option>
            <option value="USD">Dollar ($)</option>
          </Select>
        )}
      </Field>
      <AmountField
        form={form}
        name="startingPrice"
        label="Starting Price"
        hint="Where bidding starts."
        deps={["reservePrice", "buyItNowPrice"]}
      />
      <Increment form={form} />
      <AmountField
        form={form}
        name="reservePrice"
        label="Reserve Price (optional)"
        hint="Below this price nobody wins. Bidders see that there is a reserve, but not its amount."
        deps={["buyItNowPrice"]}
      />
      <AmountField
        form={form}
        name="buyItNowPrice"
        label="Buy It Now Price (optional)"
        hint="A buyer who pays this price gets the lot at once."
      />
    </div>
  </Panel>
);

const Increment = ({ form }: { form: UseFormReturn<AuctionForm> }) => {
  const [startingPrice, kind, currency] = useWatch({
    control: form.control,
    name: ["startingPrice", "incrementKind", "currency"],
  });
  return (
    <>
      <Field
        label="Increments"
        hint={kind === "table" ? "The smallest step between two bids grows with the price." : undefined}
      >
        {(given) => (
          <Select {...given} {...form.register("incrementKind", { deps: "bidIncrement" })} defaultValue={kind}>
            {incrementKinds.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind === "table" ? (
        <div className="sm:col-span-2">
          <HouseTable startingPrice={startingPrice} currency={currency} />
        </div>
      ) : (
        <AmountField
          form={form}
          name="bidIncrement"
          label="Bid Increment"
          hint="The smallest step between two bids."
          aside={<Suggestion form={form} />}
        />
      )}
    </>
  );
};

const Suggestion = ({ form }: { form: UseFormReturn<AuctionForm> }) => {
  const [startingPrice, bidIncrement, currency] = useWatch({
    control: form.control,
    name: ["startingPrice", "bidIncrement", "currency"],
  });
  const take = (typed: string) => form.setValue("bidIncrement", typed, { shouldDirty: true, shouldValidate: true });
  return <SuggestedIncrement {...{ startingPrice, bidIncrement, currency }} onTake={take} />;
};
