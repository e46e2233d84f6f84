// A value of a lot's form as people read it.
import { conditionLabels, type Media } from "@jara/shared/auction";
import { reportEntries } from "@jara/shared/condition-fields";
import { formatMoney } from "@jara/shared/money";
import { fromTypedReport } from "@jara/shared/typed-report";
import { lagosToIso } from "../../lib/lagos-input.ts";
import { lagosDateTime } from "../../lib/lagos-moment.ts";
import { labelOfCategory } from "../../store/categories.ts";
import { durationWords } from "../duration-words.ts";
import { incrementKindWords } from "../increments/increment-kind.ts";
import { countText } from "../media/media-checks.ts";
import { OFF } from "../soft-close-input.ts";
import { type FieldName, isAmount, type LotForm, numberOf } from "./lot-form.ts";

const mediaWords = (media: readonly Media[]): string => {
  const videos = media.filter(({ type }) => type === "video").length;
  return countText(media.length - videos, videos);
};

const reportWords = ({ conditionReport, categories }: LotForm): string =>
  reportEntries(fromTypedReport(conditionReport, categories) ?? {})
    .map(({ label, value }) => `${label}: ${value}`)
    .join(", ") || "none";

export const sayValue = (name: FieldName, form: LotForm): string => {
  if (name === "categories") return form.categories.map(labelOfCategory).join(", ") || "none";
  if (name === "condition") return conditionLabels[form.condition];
  if (name === "media") return mediaWords(form.media);
  if (name === "conditionReport") return reportWords(form);
  if (name === "incrementKind") return incrementKindWords(form.incrementKind);
  const value = form[name];
  if (value === "") return "none";
  if (name === "softCloseWindow") return value === OFF ? "off" : durationWords(Number(value));
  if (isAmount(name)) return formatMoney(numberOf(value), form.currency);
  if (name === "startTime" || name === "endTime") return lagosDateTime(lagosToIso(value) ?? "");
  return value;
};
