// One import of lots: how far it is, and the verdict on each row.
import { formatLagosTime } from "@jara/shared/time";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#router";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { lotsWords } from "../../lots/lots-words.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ImportRows, useRowsAddress } from "./import-rows.tsx";
import { ImportStatus } from "./import-status.tsx";
import { importQuery, useImportNews } from "./queries.ts";

export const ImportPage = ({ id }: { id: string }) => {
  const { verdict, page } = useRowsAddress();
  useImportNews();
  const query = useQuery(importQuery(id, verdict, page));
  usePageTitle(query.data ? `Import ${query.data.import.fileName}` : "Import");
  return (
    <Loaded query={query} failed={(error) => messageOf(error, "Failed to load the import")}>
      {({ import: found }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <h1 dir="auto" className="break-words font-bold text-xl">
                {found.fileName}
              </h1>
              <p className="text-ink-soft text-sm">
                {lotsWords(found.counts.rows)}, {formatLagosTime(found.createdAt)}
              </p>
            </div>
            <Link to="/admin/imports" className={buttonClass("secondary")}>
              All imports
            </Link>
          </div>
          <ImportStatus found={found} />
          <ImportRows found={found} />
        </div>
      )}
    </Loaded>
  );
};
