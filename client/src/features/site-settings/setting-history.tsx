// Every value that a section had, newest first: who set it, when, why, and what it changed.
import type { Setting, SettingVersion } from "@jara/shared/rest/site-settings";
import { usualSettings } from "@jara/shared/site-settings";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../lib/api.ts";
import { lagosDateTime } from "../../lib/lagos-moment.ts";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { NewerOlder } from "../../ui/newer-older.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Changes } from "./changes.tsx";
import { changedLines } from "./forms.ts";
import { settingHistoryQuery } from "./queries.ts";

interface SettingHistoryProps {
  setting: Setting;
  /** Undefined where nothing can be changed. */
  onRestore: ((version: SettingVersion) => void) | undefined;
}

export const SettingHistory = ({ setting, onRestore }: SettingHistoryProps) => {
  const [page, setPage] = useState(1);
  const query = useQuery(settingHistoryQuery(setting.section, page));
  return (
    <Loaded
      query={query}
      failed={(error) => messageOf(error, "Failed to load the history")}
      loading={<Skeleton className="h-24" />}
      empty={({ versions }) => versions.length === 0 && <p className="text-ink-soft text-sm">It was never changed.</p>}
    >
      {(data) => {
        const { current, pages } = data.pagination;
        const oldest = data.versions.at(-1);
        const usual = (usualSettings as Partial<Record<string, unknown>>)[setting.section];
        return (
          <div className="grid gap-3">
            <ol aria-label="History" className="grid divide-y divide-line border-line border-y">
              {data.versions.map((version) => (
                <Version
                  key={version.version}
                  version={version}
                  onRestore={version.version === setting.version ? undefined : onRestore}
                />
              ))}
              {onRestore && oldest?.version === 1 && usual !== undefined && (
                <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 text-sm">
                  <b>Before the first change</b>
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-label="Restore this value, from before the first change"
                    onClick={() => onRestore({ ...oldest, version: 0, value: usual })}
                  >
                    Restore this value
                  </Button>
                </li>
              )}
            </ol>
            {pages > 1 && <NewerOlder of="the history" current={current} pages={pages} onPage={setPage} />}
          </div>
        );
      }}
    </Loaded>
  );
};

const Version = ({ version, onRestore }: { version: SettingVersion; onRestore: SettingHistoryProps["onRestore"] }) => {
  const { section, value, before, changedAt, reason, restores } = version;
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <p>
          <b>Version {version.version}</b>{" "}
          <span className="text-ink-soft">
            by {authorOf(version)}
            {changedAt && (
              <>
                , <time dateTime={changedAt}>{lagosDateTime(changedAt)}</time>
              </>
            )}
          </span>
        </p>
        {onRestore && (
          <Button size="sm" variant="secondary" onClick={() => onRestore(version)}>
            Restore this value
          </Button>
        )}
      </div>
      <p className="text-sm [overflow-wrap:anywhere]">
        {reason}
        {restores !== null && ` (restores version ${restores})`}
      </p>
      <Changes lines={changedLines(section, version.version === 1 ? null : before, value)} />
    </li>
  );
};

/** Names the source of this value, for the reader. */
export const authorOf = ({ source, changedBy, approvedBy }: SettingVersion): string => {
  if (source === "environment") return "the environment";
  const name = changedBy?.username ?? "nobody";
  return approvedBy ? `${name}, approved by ${approvedBy.username}` : name;
};
