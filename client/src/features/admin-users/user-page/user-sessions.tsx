// The list of a user's sessions, with a button that ends all of them after a confirmation.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { takeAnswer } from "../../../queries/take-answer.ts";
import { toast } from "../../../store/toast.ts";
import { Ask } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { sentenceOf } from "../hooks/use-user-edits.ts";
import { endSessions, userSessionsQuery } from "./queries.ts";

export const UserSessions = ({ userId, username }: { userId: string; username: string }) => {
  const query = useQuery(userSessionsQuery(userId));
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: () => endSessions(userId),
    onSuccess: (answer) => {
      setIsAsking(false);
      takeAnswer(client, { queryKey: userSessionsQuery(userId).queryKey }, answer);
      toast.success(`${username} is logged out everywhere`);
    },
  });
  return (
    <Loaded
      query={query}
      failed={(error) => `Failed to load the sessions: ${sentenceOf(error)}`}
      loading={<Skeleton className="h-16" />}
      empty={({ sessions }) =>
        sessions.length === 0 && <p className="text-ink-soft text-sm">Not logged in anywhere.</p>
      }
    >
      {({ sessions }) => (
        <>
          <ul aria-label="Sessions, last used first" className="divide-y divide-line text-sm">
            {sessions.map(({ _id, device, place, createdAt, lastSeenAt }) => (
              <li key={_id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
                <span>
                  <strong className="font-semibold">{device}</strong>{" "}
                  <span className="text-ink-soft">from {place}</span>
                </span>
                <span className="tabular text-ink-soft">
                  Last used <time dateTime={lastSeenAt}>{lagosDateTime(lastSeenAt)}</time>, logged in{" "}
                  <time dateTime={createdAt}>{lagosDateTime(createdAt)}</time>
                </span>
              </li>
            ))}
          </ul>
          <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)} className="justify-self-start">
            Log out everywhere
          </Button>
          <Ask
            open={isAsking}
            title={`Log ${username} out everywhere?`}
            yes="Log out everywhere"
            isDanger
            of={ending}
            failed={(error) => `Failed to log out: ${sentenceOf(error)}`}
            onNo={() => setIsAsking(false)}
            onYes={() => ending.mutate()}
          >
            <p>Every device is logged out within a second. The person can log in again with the same password.</p>
          </Ask>
        </>
      )}
    </Loaded>
  );
};
