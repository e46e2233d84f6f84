import { isOnAtFirst, isSwitchable, notificationKinds, notificationWays } from "@jara/shared/notification-kinds";
import type { NotificationPreferences } from "@jara/shared/rest/notifications";
import { expect, it } from "vitest";
import { changesFor, presetOf } from "./presets.ts";

type Row = NotificationPreferences["kinds"][number];
const kinds: Row[] = notificationKinds.map((kind) => ({
  kind,
  onScreen: isOnAtFirst(kind, "onScreen"),
  push: isOnAtFirst(kind, "push"),
  mail: isOnAtFirst(kind, "mail"),
  fixed: notificationWays.filter((way) => !isSwitchable(kind, way)),
}));
const apply = (rows: Row[], changes: ReturnType<typeof changesFor>): Row[] =>
  rows.map((row) => ({ ...row, ...changes.find(({ kind }) => kind === row.kind) }) as Row);
const off = (row: Row): Row => ({ ...row, onScreen: false, push: false, mail: false });

it("a new account gets everything", () => {
  expect(presetOf(kinds)).toBe("everything");
});

it("only important keeps bids, money and security, and switches the rest off where it can be switched", () => {
  const changes = changesFor("important", kinds);
  expect(changes).toEqual([
    { kind: "extended", onScreen: false, push: false },
    { kind: "question-answered", onScreen: false, push: false, mail: false },
    { kind: "reminder", onScreen: false, push: false, mail: false },
    { kind: "saved-search", onScreen: false, push: false, mail: false },
  ]);
  expect(presetOf(apply(kinds, changes))).toBe("important");
});

it.each(["important", "everything"] as const)(
  "%s is chosen after it was applied to any choices, and sends no fixed way",
  (preset) => {
    const changes = changesFor(preset, kinds.map(off));
    expect(presetOf(apply(kinds.map(off), changes))).toBe(preset);
    for (const { kind, ...ways } of changes) {
      for (const way of notificationWays) if (way in ways) expect(isSwitchable(kind, way), `${kind} ${way}`).toBe(true);
    }
  },
);

it("is no preset after a choice for a single kind, except for more than everything", () => {
  const chosen = (change: Partial<Row>) => kinds.map((row) => (row.kind === "receipt" ? { ...row, ...change } : row));
  expect(presetOf(chosen({ push: true }))).toBe("everything");
  expect(presetOf(chosen({ onScreen: false }))).toBeNull();
});
