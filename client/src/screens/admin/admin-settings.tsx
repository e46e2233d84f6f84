// Settings (administrators): the settings of the site, each with its history.
import { siteSettings } from "@jara/shared/site-settings";
import { useQuery } from "@tanstack/react-query";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { settingsQuery } from "../../features/site-settings/queries.ts";
import { SettingPanel } from "../../features/site-settings/setting-panel.tsx";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useHashTarget } from "../../lib/use-hash-target.ts";
import { NoAccount } from "../../money/no-account.tsx";
import { Loaded } from "../../ui/loaded.tsx";

export const Component = () => {
  usePageTitle("Settings");
  return (
    <StaffOnly use="house:settings">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid max-w-prose gap-1">
          <h1 className="font-bold text-xl">Settings</h1>
          <p className="text-ink-soft text-sm">
            Contacts, hours and notes change at once. Lots that are already open keep their fees, penalties, payment
            days, increments and soft close. The history keeps all earlier values, and you can restore them.
          </p>
        </div>
        <NoAccount />
        <Sections />
      </div>
    </StaffOnly>
  );
};

const Sections = () => {
  const query = useQuery(settingsQuery);
  useHashTarget(query.isSuccess);
  return (
    <Loaded query={query} failed={(error) => messageOf(error, "Failed to load the settings")}>
      {({ settings, openLots }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
          <nav aria-label="Sections" className="hidden lg:sticky lg:top-20 lg:block">
            <ul className="grid gap-1 text-sm">
              {settings.map(({ section }) => (
                <li key={section}>
                  <a href={`#${section}`} className="block rounded-box px-3 py-2 hover:bg-sunken">
                    {siteSettings[section].label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {settings.map((setting) => (
              <div key={setting.section} id={setting.section} className="scroll-mt-20">
                <SettingPanel setting={setting} openLots={openLots} />
              </div>
            ))}
          </div>
        </div>
      )}
    </Loaded>
  );
};
