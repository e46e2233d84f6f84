// Lists the accounts that are older than the rule for usernames and whose names it would refuse today. They keep their
// names.
import type { UsernameProblem } from "@jara/shared/rest/users";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#router";
import { Button } from "../../../ui/button.tsx";
import { refusedUsernamesQuery } from "../queries.ts";
import { addressOf } from "../user-search.ts";

const reasons: Record<UsernameProblem, string> = {
  characters: "has characters that are not allowed",
  scripts: "mixes letters of several alphabets",
  reserved: "looks like a word of the site",
  confusable: "looks like the username of another account",
};

export const RefusedUsernames = () => {
  const [page, setPage] = useState(1);
  const { data } = useQuery(refusedUsernamesQuery(page));
  if (!data || data.pagination.total === 0) return null;
  const { users, pagination } = data;
  return (
    <details className="rounded-box border border-line p-4">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {pagination.total === 1 ? "1 username" : `${pagination.total} usernames`} that would not be allowed today
      </summary>
      <p className="mt-2 text-ink-soft text-sm">
        These accounts are older than the rule for usernames. They keep their names; look at them before you trust one.
      </p>
      <ul aria-label="Usernames against the rule" className="mt-3 grid gap-2">
        {users.map(({ _id, username, email, reason, resembles }) => (
          <li key={_id} className="text-sm [overflow-wrap:anywhere]">
            <Link
              to={addressOf({ q: email, role: "", page: 1, ledger: "" })}
              className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
            >
              <bdi translate="no">{username}</bdi>
            </Link>{" "}
            <span className="text-ink-soft">{email}</span> {reasons[reason]}
            {resembles && (
              <>
                {" "}
                (<bdi translate="no">{resembles}</bdi>)
              </>
            )}
          </li>
        ))}
      </ul>
      {pagination.pages > 1 && (
        <p className="mt-3 flex items-center gap-3">
          <Button size="sm" variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className="tabular text-sm">
            {page} of {pagination.pages}
          </span>
          <Button size="sm" variant="secondary" disabled={page >= pagination.pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </p>
      )}
    </details>
  );
};
