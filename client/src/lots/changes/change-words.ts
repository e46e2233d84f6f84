// The changes of a lot in words. The values are `unknown`, in the field's shape on the wire.
import type { Auction, Condition, SoftClose } from "@jara/shared/auction";
import { conditionLabels } from "@jara/shared/categories";
import { type ConditionReport, reportEntries } from "@jara/shared/condition-fields";
import type { IncrementStep } from "@jara/shared/increment-steps";
import { labelOfField } from "@jara/shared/lot-fields";
import { type Currency, formatMoney } from "@jara/shared/money";
import { formatLagosTime } from "@jara/shared/time";
import { lagosMoment } from "../../lib/lagos-moment.ts";
import { labelOfCategory } from "../../store/categories.ts";
import { durationWords } from "../duration-words.ts";
import { stepRows } from "../increments/increment-rows.ts";

/** `title, pictures and videos`. */
export const fieldList = (fields: readonly { field: string }[]): string =>
  fields.map(({ field }) => labelOfField(field)).join(", ");

const NONE = "none";

const softCloseWords = (value: SoftClose | null): string =>
  value ? `by ${durationWords(value.windowSeconds)}, at most ${durationWords(value.capMinutes * 60)} in total` : "off";

const reportWords = (report: ConditionReport): string =>
  reportEntries(report)
    .map(({ label, value }) => `${label}: ${value}`)
    .join("\n");

const addendaWords = (addenda: Auction["addenda"] = []): string =>
  addenda.map(({ at, text }) => `${lagosMoment(at)}: ${text}`).join("\n") || NONE;

const stepsWords = (steps: readonly IncrementStep[], currency: Currency): string =>
  stepRows(steps, currency)
    .map(([price, increment]) => `${price}: ${increment}`)
    .join("\n");

/** One value in words. `currency` is the auction's. Media have no words, because they are shown as pictures. */
export const valueWords = (field: string, value: unknown, currency: Currency): string => {
  if (field === "softClose") return softCloseWords(value as SoftClose | null);
  if (field === "hasReserve") return value === true ? "with a reserve" : "without a reserve";
  if (field === "incrementSteps" && value === null) return "one increment at every price";
  if (value === null || value === undefined || value === "") return NONE;
  if (field === "conditionReport") return reportWords(value as ConditionReport);
  if (field === "incrementSteps") return stepsWords(value as readonly IncrementStep[], currency);
  if (field === "addenda") return addendaWords(value as Auction["addenda"]);
  if (typeof value === "number") return formatMoney(value, currency);
  if (field === "condition") return conditionLabels[value as Condition] ?? String(value);
  if (field === "startTime" || field === "endTime") return formatLagosTime(String(value));
  if (Array.isArray(value)) {
    return value.map((one) => labelOfCategory(one)).join(", ") || NONE;
  }
  return String(value);
};
