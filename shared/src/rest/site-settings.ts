// Schemas of the REST calls for the site's settings and their history.
import * as z from "zod/mini";
import { detailsIn, type SettingSection, settingSchemas, settingSections } from "../site-settings.ts";
import { line } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { paginationSchema, queryWhole } from "./common.ts";

export const SETTING_REASON_MAX = 300;
export const HISTORY_LIMIT = 20;

const bodyOf = <S extends SettingSection>(section: S) =>
  z.strictObject({
    section: z.literal(section),
    value: settingSchemas[section],
    /** The version that the change was made on. If another one is in force, the change is refused. */
    version: z.int().check(z.minimum(0)),
    reason: line(3, SETTING_REASON_MAX),
    /** The earlier version whose value this is. */
    restores: z.exactOptional(z.int().check(z.minimum(1))),
  });
type SettingBody = { [S in SettingSection]: ReturnType<typeof bodyOf<S>> }[SettingSection];

export const changeSettingBody = z.discriminatedUnion(
  "section",
  settingSections.map(bodyOf) as [SettingBody, ...SettingBody[]],
);
export type ChangeSettingBody = z.infer<typeof changeSettingBody>;

const person = z.object({ _id: z.string(), username: z.string() });

/** One value of a section, as it was set. */
export const settingVersionSchema = z.object({
  section: z.enum(settingSections),
  /** Grows by 1 with each change; 0: never changed. */
  version: z.int(),
  /** In the shape of its section. */
  value: z.unknown(),
  /** The value before; null for the first version. */
  before: z.unknown(),
  /** `environment`: the server's environment variables set it. `usual`: it was never set. */
  source: z.enum(["staff", "environment", "usual"]),
  changedBy: z.nullable(person),
  /** The second person, for the bank account. */
  approvedBy: z.nullable(person),
  changedAt: z.nullable(wireTime),
  reason: z.nullable(z.string()),
  restores: z.nullable(z.int()),
});
export type SettingVersion = z.infer<typeof settingVersionSchema>;

/** A change of the bank account that is not in force yet. */
export const waitingChangeSchema = z.object({
  _id: z.string(),
  value: z.unknown(),
  reason: z.string(),
  askedBy: person,
  askedAt: wireTime,
  /** `person`: until another administrator approves it. `time`: until `dueAt`. */
  waitsFor: z.enum(["person", "time"]),
  dueAt: z.nullable(wireTime),
  mayApprove: z.boolean(),
  /** From when the reader, who is an administrator only since lately, may approve it; null for everybody else. */
  mayApproveFrom: z.nullable(wireTime),
  mayCancel: z.boolean(),
});
export type WaitingChange = z.infer<typeof waitingChangeSchema>;

/** All staff may know this about it. `bank`: null if transfers are no longer to be offered. */
export const waitingAccountAnswer = z.object({
  waiting: z.nullable(
    z.object({ bank: z.nullable(z.string()), ...z.pick(waitingChangeSchema, { waitsFor: true, dueAt: true }).shape }),
  ),
});

export const settingSchema = z.object({
  ...settingVersionSchema.shape,
  /** The fields that an environment variable sets, each with its variable. They cannot be changed here. */
  environment: z.record(z.string(), z.string()),
  waiting: z.nullable(waitingChangeSchema),
});
export type Setting = z.infer<typeof settingSchema>;

export const settingsAnswer = z.object({
  settings: z.array(settingSchema),
  /** Lots that are open and keep the rules that they took. */
  openLots: z.int(),
});
export type SettingsAnswer = z.infer<typeof settingsAnswer>;
export const settingAnswer = z.object({ setting: settingSchema });
export const settingParams = z.object({ section: z.enum(settingSections) });
export const settingHistoryQuery = z.object({ page: z.optional(queryWhole(1_000_000)) });
export const settingHistoryAnswer = z.object({
  versions: z.array(settingVersionSchema),
  pagination: paginationSchema,
});

/** The settings that the pages for everybody need besides `GET /api/site`. */
export const siteDetailsAnswer = z.object({
  ...detailsIn(settingSchemas),
  /** True: new lots take the increment table, unless another increment is chosen. */
  incrementTable: z.boolean(),
});
export type SiteDetails = z.infer<typeof siteDetailsAnswer>;
