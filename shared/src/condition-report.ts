// The schema of a lot's condition report. Unknown fields are refused. Which fields a lot can have depends on its
// categories; `strayFields` (condition-fields.ts) checks that where both are known.
import * as z from "zod/mini";
import {
  type ConditionReport,
  isVin,
  type ReportFieldName,
  reportFieldNames,
  reportFieldOf,
  VIN_ERROR,
} from "./condition-fields.ts";
import { code, lines } from "./text/kinds.ts";

const schemaOf = (name: ReportFieldName): z.ZodMiniType<number | string> => {
  const field = reportFieldOf(name);
  switch (field.kind) {
    case "whole":
      return z.int().check(z.minimum(field.min), z.maximum(field.max));
    case "choice":
      return z.enum(Object.keys(field.choices) as [string, ...string[]]);
    case "vin":
      return code.check(z.toUpperCase(), z.refine(isVin, VIN_ERROR));
    case "text":
      return lines(1, field.max);
    default:
      return field satisfies never;
  }
};

const fields = Object.fromEntries(reportFieldNames.map((name) => [name, z.optional(schemaOf(name))])) as Record<
  ReportFieldName,
  z.ZodMiniOptional<z.ZodMiniType<number | string>>
>;

export const conditionReportSchema = z.strictObject(fields);

/** Null for a report without any field. */
export const reportOrNull = (report: ConditionReport | null): ConditionReport | null => {
  const kept = Object.entries(report ?? {}).filter(([, value]) => value !== undefined);
  return kept.length === 0 ? null : Object.fromEntries(kept);
};
