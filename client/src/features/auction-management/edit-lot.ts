// The request of an edit: only the fields that differ from the auction as it is, and what its author saw of them.
import type { Auction } from "@jara/shared/auction";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import { fromTypedReport } from "@jara/shared/typed-report";
import { lagosToIso } from "../../lib/lagos-input.ts";
import { type FieldName, isSame, type LotForm, newLotForm, numberOf } from "../../lots/lot-form/lot-form.ts";
import { type TextName, textNames, textsOf } from "../../lots/lot-form/lot-texts.ts";
import { fromSoftCloseForm, OFF } from "../../lots/soft-close-input.ts";

type EditedName = Exclude<FieldName, "duration">;
const { duration: _duration, ...edited } = newLotForm;
export const editedNames = Object.keys(edited) as EditedName[];

export const changedFields = (form: LotForm, current: LotForm): EditedName[] =>
  editedNames.filter((name) => !isSame(name, form[name], current[name]));

/** Expects a valid form. Omits the fields that are as they were, so that nobody else's edit is undone. */
export const toBody = (form: LotForm, current: LotForm): UpdateAuctionBody => {
  const body: UpdateAuctionBody = {};
  const amount = (typed: string) => (typed.trim() === "" ? null : numberOf(typed));
  const texts = textsOf(form);
  const put: { [Name in Exclude<EditedName, TextName>]: () => void } = {
    status: () => (body.status = form.status),
    categories: () => (body.categories = form.categories),
    condition: () => (body.condition = form.condition),
    currency: () => (body.currency = form.currency),
    startingPrice: () => (body.startingPrice = numberOf(form.startingPrice)),
    incrementKind: () => (body.incrementTable = form.incrementKind === "table"),
    bidIncrement: () => {
      if (form.incrementKind === "one") body.bidIncrement = numberOf(form.bidIncrement);
    },
    buyItNowPrice: () => (body.buyItNowPrice = amount(form.buyItNowPrice)),
    reservePrice: () => (body.reservePrice = amount(form.reservePrice)),
    lowEstimate: () => (body.lowEstimate = amount(form.lowEstimate)),
    highEstimate: () => (body.highEstimate = amount(form.highEstimate)),
    startTime: () => (body.startTime = lagosToIso(form.startTime)),
    endTime: () => {
      const endTime = lagosToIso(form.endTime);
      // An empty input leaves the end time unchanged.
      if (endTime) body.endTime = endTime;
    },
    media: () => (body.media = form.media),
    conditionReport: () => (body.conditionReport = fromTypedReport(form.conditionReport, form.categories)),
    softCloseWindow: () => (body.softClose = fromSoftCloseForm(form)),
    softCloseCap: () => {
      if (form.softCloseWindow !== OFF) body.softClose = fromSoftCloseForm(form);
    },
  };
  const isText = (name: EditedName): name is TextName => (textNames as EditedName[]).includes(name);
  const changed = changedFields(form, current);
  for (const name of changed) {
    if (isText(name)) Object.assign(body, { [name]: texts[name] });
    else put[name]();
  }
  // Fields that the new categories do not have go with the old ones.
  if (changed.includes("categories") && current.conditionReport) {
    const [before, after] = [current, form].map(({ conditionReport, categories }) =>
      JSON.stringify(fromTypedReport(conditionReport, categories)),
    );
    if (before !== after) put.conditionReport();
  }
  return body;
};

/** The fields of the body as this auction shows them. The server refuses the edit if one has another value by now. */
export const seenBy = (auction: Auction, body: UpdateAuctionBody): UpdateAuctionBody["seen"] => {
  const shown = { ...auction, incrementTable: auction.incrementSteps !== undefined };
  const names = Object.keys(body) as (keyof typeof shown)[];
  return Object.fromEntries(
    names.flatMap((name) =>
      shown[name] === undefined && name === "reservePrice" ? [] : [[name, shown[name] ?? null]],
    ),
  );
};
