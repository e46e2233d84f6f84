// One section of the settings: its value, who set it and when, what the environment sets, and its history.
import type { Setting } from "@jara/shared/rest/site-settings";
import { type SettingValues, siteSettings } from "@jara/shared/site-settings";
import { useState } from "react";
import { lagosDateTime } from "../../lib/lagos-moment.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { linesOf, mistakesIn } from "./forms.ts";
import { fixedWords } from "./setting-form.ts";
import { authorOf, SettingHistory } from "./setting-history.tsx";
import { WaitingChangeNotice } from "./waiting-change.tsx";

interface SettingPanelProps {
  setting: Setting;
  openLots: number;
}

type Editing = { restored?: { version: number; value: unknown } };

/**
 * True if nothing of the section can be changed, because the environment sets it. Of the contacts, the environment may
 * set some fields and leave others to be changed.
 */
const isFixed = ({ section, environment }: Setting): boolean =>
  section !== "contacts" && Object.keys(environment).length > 0;

export const SettingPanel = ({ setting, openLots }: SettingPanelProps) => {
  const [editing, setEditing] = useState<Editing | null>(null);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const { section, value, waiting, environment } = setting;
  const mistakes = mistakesIn(section, value);
  const canChange = !isFixed(setting) && waiting === null;
  return (
    <Panel
      title={siteSettings[section].label}
      action={
        canChange && (
          <Button size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => setEditing({})}>
            Change
          </Button>
        )
      }
    >
      {waiting && <WaitingChangeNotice change={waiting} inForce={value as SettingValues["bank-account"]} />}
      {mistakes.length > 0 && (
        <Notice tone="warning" title="This value is wrong">
          {`${mistakes.join(". ")}. Please correct it.`}
        </Notice>
      )}
      <dl className="grid gap-y-1 text-sm sm:grid-cols-[12rem_minmax(0,1fr)]">
        {linesOf(section, value).map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="line-clamp-6 whitespace-pre-line pb-1 font-medium [overflow-wrap:anywhere] sm:pb-0">
              {text}
            </dd>
          </div>
        ))}
      </dl>
      {Object.keys(environment).length > 0 && (
        <p className="flex flex-wrap gap-2">
          {[...new Set(Object.values(environment))].map((variable) => (
            <Badge key={variable} tone="outline">
              {fixedWords(variable)}
            </Badge>
          ))}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-3 text-ink-soft text-sm">
        <p>
          {setting.changedAt
            ? `Version ${setting.version}, set by ${authorOf(setting)} on ${lagosDateTime(setting.changedAt)}`
            : "Never changed"}
        </p>
        <Button size="sm" variant="ghost" aria-expanded={isHistoryOpen} onClick={() => setHistoryOpen(!isHistoryOpen)}>
          {isHistoryOpen ? "Hide history" : "History"}
        </Button>
      </div>
      {isHistoryOpen && (
        <SettingHistory setting={setting} onRestore={canChange ? (restored) => setEditing({ restored }) : undefined} />
      )}
      {editing && (
        <ChangeDialog
          setting={setting}
          openLots={openLots}
          restored={editing.restored}
          onClose={() => setEditing(null)}
        />
      )}
    </Panel>
  );
};
