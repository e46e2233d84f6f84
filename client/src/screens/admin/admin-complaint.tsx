// One bidder and one lot, for the answer to a complaint (managers and administrators): the commands, their answers and
// the mails, each with its time. The page is made to be printed.
import type { Complaint } from "@jara/shared/rest/admin-auctions";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "#router";
import { complaintQuery } from "../../features/auction-history/queries.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { ApiError, messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

export const Component = () => {
  const { id = "" } = useParams();
  return (
    <StaffOnly use="bids:read">
      <ComplaintPage key={id} auctionId={id} />
    </StaffOnly>
  );
};

const ComplaintPage = ({ auctionId }: { auctionId: string }) => {
  const [params, setParams] = useSearchParams();
  const userId = params.get("user");
  const query = useQuery(complaintQuery(auctionId, userId));
  const { data, error } = query;
  usePageTitle("Complaint");
  if (error instanceof ApiError && error.status === 404) return <EmptyState title="Auction not found" isPage />;
  const person = data?.people.find(({ _id }) => _id === userId);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="grid gap-2">
        <Link to={`/admin/auctions/${auctionId}/history`} className={`${textLinkClass} print:hidden`}>
          Back to the history
        </Link>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h1 className="min-w-0 font-bold text-xl [overflow-wrap:anywhere]">
            {person ? `What ${person.username} did` : "Complaint"}
            {data && <span className="block font-semibold text-base">{data.auction.title}</span>}
          </h1>
          {person && (
            <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
              Print or save as PDF
            </Button>
          )}
        </div>
        {data?.auction.endedAt && <p className="text-sm">The lot ended at {times(data.auction.endedAt).join(", ")}.</p>}
      </header>
      {data && (
        <Field label="Bidder" className="max-w-sm print:hidden">
          <Select
            value={person ? person._id : ""}
            onChange={({ target }) => setParams(target.value ? { user: target.value } : {})}
          >
            <option value="">Choose a bidder</option>
            {data.people.map(({ _id, username, accepted, refused }) => (
              <option key={_id} value={_id}>
                {username} ({accepted} accepted, {refused} refused)
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Loaded
        query={query}
        failed={(problem) => messageOf(problem, "Failed to load the complaint")}
        empty={({ people, entries }) =>
          userId === null ? (
            <p className="max-w-prose text-ink-soft">
              {people.length === 0
                ? "Nobody has tried to bid on this lot or to buy it."
                : "Choose a bidder to see what they sent, what was answered and what they were told. The audit log records that you looked."}
            </p>
          ) : (
            entries.length === 0 && <EmptyState title="Nothing is kept about this bidder and this lot." />
          )
        }
      >
        {({ entries }) => <Entries entries={entries} />}
      </Loaded>
    </div>
  );
};

const LAGOS_MS = 60 * 60 * 1000;
const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 23).replace("T", " ");
/** The same moment in Lagos and in UTC. */
const times = (iso: string): [lagos: string, utc: string] => [
  `${stamp(Date.parse(iso) + LAGOS_MS)} in Lagos`,
  `${stamp(Date.parse(iso))} UTC`,
];

const kinds = {
  accepted: ["Accepted", "success"],
  refused: ["Refused", "amber"],
  told: ["Email", "neutral"],
} as const;

const Entries = ({ entries }: Pick<Complaint, "entries">) => (
  <>
    <ol className="divide-y divide-line rounded-box border border-line bg-surface">
      {entries.map(({ at, kind, text, version }, place) => {
        const [label, tone] = kinds[kind];
        const [lagos, utc] = times(at);
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once and never changes
            key={place}
            className="grid break-inside-avoid gap-x-4 gap-y-1 p-3 text-sm md:grid-cols-[16rem_6rem_1fr]"
          >
            <time dateTime={at} className="tabular">
              {lagos}
              <span className="block text-ink-soft text-xs">{utc}</span>
            </time>
            <span>
              <Badge tone={tone}>{label}</Badge>
            </span>
            <span className="[overflow-wrap:anywhere]">
              {text}
              {version !== null && <span className="text-ink-soft"> (version {version})</span>}
            </span>
          </li>
        );
      })}
    </ol>
    <p className="max-w-prose text-ink-soft text-xs">
      All times come from the database's clock. Refused attempts are kept for 90 days; of very many, only a part. Emails
      are kept for 30 days. The amount of a refused maximum is never kept.
    </p>
  </>
);
