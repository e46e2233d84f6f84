// The list of actions that staff, the command line and the server took on an account, newest first.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#router";
import { actionWords, reasonOf } from "../../../lib/action-words.ts";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { PagedList } from "./paged-list.tsx";
import { userActionsQuery } from "./queries.ts";

export const UserActions = ({ userId }: { userId: string }) => {
  const [page, setPage] = useState(1);
  const actions = useQuery(userActionsQuery(userId, page));
  return (
    <PagedList of="history" query={actions} none="No administrator has done anything to this account." onPage={setPage}>
      {(data) => (
        <ol aria-label="History, newest first" className="divide-y divide-line text-sm">
          {data.actions.map(({ _id, at, action, actor, auctionId, details }) => (
            <li key={_id} className="grid gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid-cols-[12rem_minmax(0,1fr)]">
              <time dateTime={at} className="tabular text-ink-soft">
                {lagosDateTime(at)}
              </time>
              <span className="[overflow-wrap:anywhere]">
                {actionWords(action, details)}
                {actor && <span className="text-ink-soft"> by {actor.username}</span>}
                {auctionId && (
                  <>
                    {" "}
                    <Link to={`/auction/${auctionId}`} className={textLinkClass}>
                      The lot
                    </Link>
                  </>
                )}
                {reasonOf(details) && <q className="block text-ink-soft">{reasonOf(details)}</q>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </PagedList>
  );
};
