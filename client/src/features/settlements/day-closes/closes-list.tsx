// The closes of all days, the newest first, each with the way to its day.
import type { DayClose } from "@jara/shared/rest/day-closes";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#router";
import { Badge } from "../../../ui/badge.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { NewerOlder } from "../../../ui/newer-older.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { DownloadButton } from "../components/download-button.tsx";
import { closeStatusOf, closeStatusTones, differenceWords } from "./close-words.ts";
import { closesQuery, downloadCloses } from "./queries.ts";

export const ClosesList = () => {
  const [page, setPage] = useState(1);
  const query = useQuery(closesQuery(page));
  return (
    <Panel title="Closed days">
      <Loaded
        query={query}
        failed="Failed to load the closed days"
        empty={({ pagination }) =>
          pagination.total === 0 && <p className="text-ink-soft text-sm">No day is closed yet.</p>
        }
      >
        {({ closes, pagination: { current, pages } }) => (
          <>
            <DownloadButton text="All closes as CSV" failed="Failed to download the closes" save={downloadCloses} />
            <ul className="grid gap-2 text-sm">
              {closes.map((close) => (
                <Closed key={close._id} close={close} />
              ))}
            </ul>
            {pages > 1 && <NewerOlder of="the closed days" current={current} pages={pages} onPage={setPage} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
};

const Closed = ({ close }: { close: DayClose }) => {
  const { date, status, cashDifference, closedBy, decidedBy } = close;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link to={`/admin/takings?from=${date}`} className={textLinkClass}>
        {date}
      </Link>
      <Badge tone={closeStatusTones[status]}>{closeStatusOf(close)}</Badge>
      <span>
        Till {differenceWords(cashDifference)}, by {closedBy.username}
        {decidedBy && decidedBy._id !== closedBy._id && ` and ${decidedBy.username}`}
      </span>
    </li>
  );
};
