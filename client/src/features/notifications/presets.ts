// The two usual sets of notifications: everything that a new account gets, or only what costs money or a lot if it is
// missed.
import {
  isOnAtFirst,
  kindRules,
  type NotificationKind,
  type NotificationWay,
  notificationKinds,
  notificationWays,
} from "@jara/shared/notification-kinds";
import type { NotificationPreferences } from "@jara/shared/rest/notifications";

export const presets = ["important", "everything"] as const;
export type Preset = (typeof presets)[number];
type Row = NotificationPreferences["kinds"][number];

const isImportant = (kind: NotificationKind): boolean =>
  kind === "outbid" || kindRules[kind].mail === "locked" || kindRules[kind].isUrgent;

/** Null: it stays as it is. */
const wanted = (preset: Preset, { kind, fixed }: Row, way: NotificationWay): boolean | null => {
  if (fixed.includes(way)) return null;
  if (preset === "important" && !isImportant(kind)) return false;
  return isOnAtFirst(kind, way) ? true : null;
};

/** A newer server may have kinds that this page does not know. They stay as they are. */
export const isKnown = ({ kind }: Pick<Row, "kind">): boolean => notificationKinds.includes(kind);

/** The choices that differ from the preset, as they are sent. */
export const changesFor = (preset: Preset, kinds: readonly Row[]) =>
  kinds.filter(isKnown).flatMap((row) => {
    const other = notificationWays.filter((way) => wanted(preset, row, way) === !row[way]);
    return other.length > 0 ? [{ kind: row.kind, ...Object.fromEntries(other.map((way) => [way, !row[way]])) }] : [];
  });

/** Null: the person chose for single kinds. */
export const presetOf = (kinds: readonly Row[]): Preset | null =>
  presets.find((preset) => changesFor(preset, kinds).length === 0) ?? null;
