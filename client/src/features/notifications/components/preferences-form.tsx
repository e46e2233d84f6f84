// The notification preferences: a switch for each kind and way, quiet hours, one mail a day. Each change is saved at
// once, and switched back if saving fails.
import type { NotificationWay } from "@jara/shared/notification-kinds";
import type { NotificationPreferences, NotificationPreferencesChange } from "@jara/shared/rest/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { messageOf } from "../../../lib/api.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { SwitchRow } from "../../../ui/switch-row.tsx";
import { kindWords } from "../kind-words.ts";
import { changesFor, isKnown, type Preset, presetOf, presets } from "../presets.ts";
import { preferencesQuery, savePreferences } from "../queries.ts";
import { QuietHoursPanel } from "./quiet-hours-panel.tsx";

type Row = NotificationPreferences["kinds"][number];
const ways: readonly { readonly way: NotificationWay; readonly label: string }[] = [
  { way: "onScreen", label: "On screen" },
  { way: "push", label: "Push" },
  { way: "mail", label: "Email" },
];

/** The choices after a change. */
const changed = (held: NotificationPreferences, change: NotificationPreferencesChange): NotificationPreferences => ({
  kinds: held.kinds.map((row) => ({ ...row, ...change.kinds?.find(({ kind }) => kind === row.kind) }) as Row),
  quietHours: change.quietHours === undefined ? held.quietHours : change.quietHours,
  digest: change.digest ?? held.digest,
});

export const PreferencesForm = ({ preferences }: { preferences: NotificationPreferences }) => {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery;
  const save = useMutation({
    scope: { id: "preferences" },
    mutationFn: savePreferences,
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (held) => held && changed(held, change));
    },
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
    onError: () => client.invalidateQueries({ queryKey }),
  });
  const chosen = presetOf(preferences.kinds);
  return (
    <div className="grid gap-4">
      {save.isError && <Notice tone="error">{messageOf(save.error, "Failed to save your choice")}</Notice>}
      <Panel title="Your notifications">
        <Presets chosen={chosen} onChoose={(preset) => save.mutate({ kinds: changesFor(preset, preferences.kinds) })} />
        <details open={chosen === null} className="border-line border-t pt-2">
          <summary className="min-h-11 cursor-pointer content-center font-semibold">Choose for each kind</summary>
          <table className="w-full border-collapse text-sm">
            <thead>
              <tr className="text-left text-ink-soft">
                <th scope="col" className="font-medium">
                  <span className="sr-only">Kind</span>
                </th>
                {ways.map(({ way, label }) => (
                  <th key={way} scope="col" className="w-[4.5rem] pb-2 text-center font-medium sm:w-24">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {preferences.kinds.filter(isKnown).map((row) => (
                <KindRow key={row.kind} row={row} onChange={(kinds) => save.mutate({ kinds: [kinds] })} />
              ))}
            </tbody>
          </table>
        </details>
        <p className="flex items-start gap-2 text-ink-soft text-sm">
          <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
          Emails about money, security and changes of lots you have bid on always come, because they protect you. You
          can switch off emails about being outbid.
        </p>
      </Panel>
      <QuietHoursPanel hours={preferences.quietHours} onChange={(quietHours) => save.mutate({ quietHours })} />
      <Panel title="One email a day">
        <SwitchRow
          name="Collect emails into one at 08:00"
          about="For outbids, answers and saved searches. Emails about money and security come at once."
          checked={preferences.digest}
          onChange={(digest) => save.mutate({ digest })}
        />
      </Panel>
    </div>
  );
};

const presetWords: Readonly<Record<Preset, readonly [name: string, about: string]>> = {
  important: ["Only important", "Outbids, changes of your lots, wins, payments and the safety of your account."],
  everything: ["Everything", "Also reminders, saved searches, answers and lots that end later."],
};

interface PresetsProps {
  /** Null: the person chose for single kinds. */
  chosen: Preset | null;
  onChoose: (preset: Preset) => void;
}

const Presets = ({ chosen, onChoose }: PresetsProps) => (
  <fieldset className="grid gap-2 sm:grid-cols-2">
    <legend className="sr-only">How much you get</legend>
    {presets.map((preset) => (
      <label
        key={preset}
        className="flex cursor-pointer items-start gap-3 rounded-box border border-line px-4 py-3 has-checked:border-brand has-checked:bg-brand-soft"
      >
        <input
          type="radio"
          name="preset"
          checked={preset === chosen}
          onChange={() => onChoose(preset)}
          className="mt-0.5 size-6 shrink-0 accent-brand"
        />
        <span className="grid gap-0.5">
          <span className="font-medium">{presetWords[preset][0]}</span>
          <span className="text-ink-soft text-sm">{presetWords[preset][1]}</span>
        </span>
      </label>
    ))}
    {chosen === null && <p className="text-ink-soft text-sm sm:col-span-2">You chose for single kinds below.</p>}
  </fieldset>
);

const KindRow = ({
  row,
  onChange,
}: {
  row: Row;
  onChange: (change: { kind: Row["kind"] } & Partial<Record<NotificationWay, boolean>>) => void;
}) => {
  const { name, about } = kindWords[row.kind];
  return (
    <tr className="border-line border-t">
      <th scope="row" className="py-3 pr-2 text-left font-medium">
        <span className="block">{name}</span>
        {/* On a phone the names alone fit. */}
        <span className="hidden font-normal text-ink-soft text-xs sm:block">{about}</span>
      </th>
      {ways.map(({ way, label }) => (
        <td key={way} className="text-center align-middle">
          {row.fixed.includes(way) ? (
            <Fixed isOn={row[way]} />
          ) : (
            <span className="inline-grid min-h-11 place-items-center">
              <Switch
                aria-label={`${name}: ${label}`}
                checked={row[way]}
                onChange={({ target }) => onChange({ kind: row.kind, [way]: target.checked })}
              />
            </span>
          )}
        </td>
      ))}
    </tr>
  );
};

const Fixed = ({ isOn }: { isOn: boolean }) => (
  <span className="inline-flex min-h-11 items-center gap-1 text-ink-soft text-xs">
    {isOn && <Lock aria-hidden className="size-3.5" />}
    {isOn ? "Always" : "–"}
    {!isOn && <span className="sr-only">never</span>}
  </span>
);
