// The list of a user's sessions, with a button that ends all of them after a confirmation.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { toast } from "../../../store/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RetryNotice } from "../../../ui/retry-notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { sentenceOf } from "../hooks/use-user-edits.ts";
import { endSessions, userSessionsQuery } from "./queries.ts";

export const UserSessions = ({ userId, username }: { userId: string; username: string }) => {
  const { data, error, refetch } = useQuery(userSessionsQuery(userId));
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: () => endSessions(userId),
    onSuccess: (answer) => {
      setIsAsking(false);
      client.setQueryData(userSessionsQuery(userId).queryKey, answer);
      toast.success(`${username} is logged out everywhere`);
    },
  });
  if (error && !data) {
    return <RetryNotice onRetry={() => void refetch()}>Failed to load the sessions: {sentenceOf(error)}</RetryNotice>;
  }
  if (!data) return <Skeleton className="h-16" />;
  if (data.sessions.length === 0) return <p className="text-ink-soft text-sm">Not logged in anywhere.</p>;
  return (
    <>
      <ul aria-label="Sessions, last used first" className="divide-y divide-line text-sm">
        {data.sessions.map(({ _id, device, place, createdAt, lastSeenAt }) => (
          <li key={_id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
            <span>
              <strong className="font-semibold">{device}</strong> <span className="text-ink-soft">from {place}</span>
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
      <Dialog open={isAsking} onClose={() => setIsAsking(false)} title={`Log ${username} out everywhere?`}>
        <p>Every device is logged out within a second. The person can log in again with the same password.</p>
        {ending.error && <Notice tone="error">Failed to log out: {sentenceOf(ending.error)}</Notice>}
        <div className="grid grid-cols-2 gap-2">
          <Button variant="secondary" onClick={() => setIsAsking(false)}>
            Cancel
          </Button>
          <Button variant="danger" pending={ending.isPending} onClick={() => ending.mutate()}>
            Log out everywhere
          </Button>
        </div>
      </Dialog>
    </>
  );
};
