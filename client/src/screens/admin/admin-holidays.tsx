// Holidays (managers and administrators): the days on which no winner's payment falls due.
import type { Holiday } from "@jara/shared/rest/settlements";
import { useState } from "react";
import { Link } from "#router";
import { AddHoliday } from "../../features/holidays/add-holiday.tsx";
import { DeleteHolidayDialog } from "../../features/holidays/delete-holiday-dialog.tsx";
import { HolidayRow } from "../../features/holidays/holiday-row.tsx";
import { byYear } from "../../features/holidays/holiday-words.ts";
import { useHolidays } from "../../features/holidays/use-holidays.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";

export const Component = () => {
  usePageTitle("Holidays");
  return (
    <StaffOnly use="site:settings">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="font-bold text-xl">Holidays</h1>
          <Link to="/admin/settlements" className={buttonClass("secondary", "sm")}>
            Back to Settlements
          </Link>
        </div>
        <div className="grid max-w-prose gap-2 text-ink-soft">
          <p>
            A winner has some business days to pay, usually three: Monday to Friday in Lagos, without these days. A
            change counts for payments that get their deadline from now on. Payments that already have a deadline keep
            it.
          </p>
          <p>
            Movable holidays (Good Friday and Easter Monday, Eid al-Fitr, Eid al-Adha, Maulud) are listed with their
            expected dates. Confirm their dates when they are declared.
          </p>
        </div>
        <HolidayYears />
      </div>
    </StaffOnly>
  );
};

const HolidayYears = () => {
  const query = useHolidays();
  const [asked, setAsked] = useState<Holiday | null>(null);
  return (
    <Loaded
      query={query}
      failed={(error) => messageOf(error, "Failed to load holidays")}
      loading={<Loading shapes={["h-48"]}>Loading holidays...</Loading>}
    >
      {(data) => (
        <>
          <Panel title="Add a holiday">
            <AddHoliday holidays={data} />
          </Panel>
          {data.length === 0 && (
            <EmptyState title="There are no holidays.">Only weekends are left out until one is added.</EmptyState>
          )}
          <div className="grid gap-4 lg:grid-cols-2">
            {byYear(data).map(([year, holidays]) => (
              <Panel key={year} title={year}>
                <ul className="divide-y divide-line">
                  {holidays.map((holiday) => (
                    <HolidayRow key={holiday.date} holiday={holiday} onDelete={() => setAsked(holiday)} />
                  ))}
                </ul>
              </Panel>
            ))}
          </div>
          <DeleteHolidayDialog holiday={asked} onClose={() => setAsked(null)} />
        </>
      )}
    </Loaded>
  );
};
