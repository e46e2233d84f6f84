// The fields of a lot's form about money: currency, prices and increments. While a lot is edited, they say why one cannot
// change any more.
import { formatMoney } from "@jara/shared/money";
import { readPositive } from "@jara/shared/typed-amount";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { HouseTable } from "../increments/house-table.tsx";
import { incrementKinds } from "../increments/increment-kind.ts";
import { IncrementTable } from "../increments/increment-table.tsx";
import { SuggestedIncrement } from "../increments/suggested-increment.tsx";
import { AmountField, ChoiceField } from "./fields.tsx";
import { type EditedLot, type LotFields, SET_BY_MANAGERS, useLocks } from "./lot-fields.ts";
import { INCREMENT_LOCKED, RESERVE_LOCKED } from "./rules.ts";

interface PriceProps {
  lot: LotFields;
}

export const PriceFields = ({ lot }: PriceProps) => (
  <>
    <CurrencyField lot={lot} />
    <StartingPrice lot={lot} />
    <Increments lot={lot} />
    {!lot.edited && <ReservePrice lot={lot} />}
    <BuyItNowPrice lot={lot} />
    {lot.edited && <ReservePrice lot={lot} />}
    <Estimates lot={lot} />
  </>
);

const currencies = [
  ["NGN", "Naira (₦)"],
  ["USD", "Dollar ($)"],
] as const;

/** Says why a bid or a purchase locks this field of an edited lot; false if none does. */
const lockedHint = (edited: EditedLot | undefined, name: "startingPrice" | "currency"): ReactNode =>
  edited?.isPriceLocked && (
    <>
      {edited.auction.bidCount > 0 ? "This auction has bids" : "Somebody is paying for Buy It Now"}: this can no longer
      change.
      {edited.lost[name] !== undefined && (
        <strong className="font-semibold"> You had typed {edited.lost[name]}.</strong>
      )}
    </>
  );

const CurrencyField = ({ lot }: PriceProps) => {
  const { edited } = lot;
  const { isSet } = useLocks(lot);
  const stays = edited && "Once somebody has bid on the lot or bought it, its currency can never change.";
  return (
    <ChoiceField
      lot={lot}
      name="currency"
      label="Currency"
      choices={currencies}
      isLocked={isSet || edited?.isPriceLocked === true}
      hint={lockedHint(edited, "currency") || (isSet ? SET_BY_MANAGERS : stays)}
    />
  );
};

const StartingPrice = ({ lot }: PriceProps) => {
  const { edited } = lot;
  const { isSet } = useLocks(lot);
  return (
    <AmountField
      lot={lot}
      name="startingPrice"
      label="Starting Price"
      isRequired
      isLocked={isSet || edited?.isPriceLocked === true}
      hint={edited ? lockedHint(edited, "startingPrice") || (isSet && SET_BY_MANAGERS) : "Where bidding starts."}
      deps={["buyItNowPrice", "reservePrice"]}
    />
  );
};

const BuyItNowPrice = ({ lot }: PriceProps) => {
  const { edited } = lot;
  const { isSet, hasBids } = useLocks(lot);
  const price = edited && formatMoney(edited.auction.currentPrice, edited.auction.currency);
  const editedHint = isSet ? SET_BY_MANAGERS : hasBids ? `The current price is ${price}.` : "Leave empty for none.";
  return (
    <AmountField
      lot={lot}
      name="buyItNowPrice"
      label="Buy It Now Price (optional)"
      isLocked={isSet}
      hint={edited ? editedHint : "A buyer who pays this price gets the lot at once."}
    />
  );
};

const ReservePrice = ({ lot }: PriceProps) => {
  const { isSet, hasBids } = useLocks(lot);
  const editedHint = isSet ? SET_BY_MANAGERS : hasBids ? RESERVE_LOCKED : "Leave empty for none.";
  return (
    <AmountField
      lot={lot}
      name="reservePrice"
      label="Reserve Price (optional)"
      isLocked={isSet}
      hint={
        lot.edited
          ? editedHint
          : "Below this price nobody wins. Bidders see that there is a reserve, but not its amount."
      }
      deps={["buyItNowPrice"]}
    />
  );
};

const Estimates = ({ lot }: PriceProps) => (
  <>
    <AmountField
      lot={lot}
      name="lowEstimate"
      label="Low Estimate (optional)"
      hint={!lot.edited && "What you expect the lot to fetch, for the catalogue."}
      deps={["highEstimate"]}
    />
    <AmountField lot={lot} name="highEstimate" label="High Estimate (optional)" hint={false} deps={["lowEstimate"]} />
  </>
);

const Increments = ({ lot }: PriceProps) => {
  const kind = useWatch({ control: lot.form.control, name: "incrementKind" });
  const { isSet, hasBids } = useLocks(lot);
  const grows = !lot.edited && kind === "table" && "The smallest step between two bids grows with the price.";
  return (
    <>
      <ChoiceField
        lot={lot}
        name="incrementKind"
        label="Increments"
        choices={incrementKinds}
        isDisabled={hasBids || isSet}
        hint={isSet ? SET_BY_MANAGERS : hasBids ? "With bids this can no longer change." : grows}
        deps={["bidIncrement"]}
      />
      {kind === "one" ? <BidIncrement lot={lot} /> : <Table lot={lot} />}
    </>
  );
};

const BidIncrement = ({ lot }: PriceProps) => {
  const { form, edited } = lot;
  const { isSet, hasBids } = useLocks(lot);
  const [startingPrice, bidIncrement, currency] = useWatch({
    control: form.control,
    name: ["startingPrice", "bidIncrement", "currency"],
  });
  return (
    <AmountField
      lot={lot}
      name="bidIncrement"
      label="Bid Increment"
      isRequired={edited !== undefined}
      isLocked={isSet}
      hint={edited ? (isSet ? SET_BY_MANAGERS : hasBids && INCREMENT_LOCKED) : "The smallest step between two bids."}
      aside={
        !hasBids &&
        !isSet && (
          <SuggestedIncrement
            startingPrice={startingPrice}
            bidIncrement={bidIncrement}
            currency={currency}
            onTake={(typed) => form.setValue("bidIncrement", typed, { shouldDirty: true, shouldValidate: true })}
          />
        )
      }
    />
  );
};

/** The table that an edited lot has in its currency, otherwise the house's. */
const Table = ({ lot: { form, edited } }: PriceProps) => {
  const [startingPrice, currency] = useWatch({ control: form.control, name: ["startingPrice", "currency"] });
  const auction = edited?.auction;
  if (auction?.incrementSteps && currency === auction.currency) {
    return (
      <IncrementTable
        className="sm:col-span-2"
        steps={auction.incrementSteps}
        currency={currency}
        price={auction.bidCount > 0 ? auction.currentPrice : readPositive(startingPrice)}
        summary="The lot's increments"
      />
    );
  }
  return (
    <div className="sm:col-span-2">
      <HouseTable startingPrice={startingPrice} currency={currency} />
    </div>
  );
};
