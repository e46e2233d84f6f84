// Imports of lots (staff who make lots): the form of a new one and the last ones, or one import with its rows.
import { formatLagosTime } from "@jara/shared/time";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "#router";
import { ImportForm } from "../../features/imports/import-form.tsx";
import { ImportPage } from "../../features/imports/import-page.tsx";
import { statusWords } from "../../features/imports/import-words.ts";
import { importsQuery, useImportNews } from "../../features/imports/queries.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { lotsWords } from "../../lots/lots-words.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export const Component = () => {
  const { id } = useParams();
  return <StaffOnly use="lots:edit">{id === undefined ? <AllImports /> : <ImportPage key={id} id={id} />}</StaffOnly>;
};

const AllImports = () => {
  usePageTitle("Import lots");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-bold text-xl">Import lots</h1>
        <div className="flex flex-wrap gap-2">
          <Link to="/admin/sellers" className={buttonClass("secondary")}>
            Codes of sellers
          </Link>
          <Link to="/admin/auctions" className={buttonClass("secondary")}>
            Manage auctions
          </Link>
        </div>
      </div>
      <ImportForm />
      <LastImports />
    </div>
  );
};

const LastImports = () => {
  useImportNews();
  const query = useQuery(importsQuery);
  return (
    <section aria-label="Last imports" className="grid gap-3">
      <h2 className="font-bold text-lg">Last imports</h2>
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load the imports")}
        loading={<Skeleton className="h-24" />}
        empty={({ length }) => length === 0 && <p className="text-ink-soft">You have not imported lots yet.</p>}
      >
        {(imports) => (
          <ul className="divide-y divide-line rounded-box border border-line bg-surface">
            {imports.map((one) => (
              <li key={one._id}>
                <Link
                  to={`/admin/imports/${one._id}`}
                  className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-4 p-3 hover:bg-sunken sm:px-4"
                >
                  <span dir="auto" className="min-w-0 break-words font-semibold">
                    {one.fileName}
                  </span>
                  <span className="text-ink-soft text-sm">
                    {lotsWords(one.counts.rows)}, {statusWords(one)}, {formatLagosTime(one.createdAt)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
};
