// "Reminders" of the watchlist: a dialog in which the reader chooses what to be reminded of. Each choice is saved at once.
import { type Reminder, reminderLabels, reminders } from "@jara/shared/reminders";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, messageOf } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";

const path = "/watchlist/reminders";
const remindersQuery = queryOptions({
  queryKey: ["reminders"],
  queryFn: async ({ signal }) => (await api.get<{ reminders: Reminder[] }>(path, undefined, signal)).reminders,
});

export const RemindersButton = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        Reminders
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Remind me of lots I watch" sheet>
        <Choices />
      </Dialog>
    </>
  );
};

const Choices = () => {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(remindersQuery);
  const choosing = useMutation({
    mutationFn: (chosen: Reminder[]) => api.put<{ reminders: Reminder[] }>(path, { reminders: chosen }),
    onMutate: (chosen) => {
      const before = client.getQueryData(remindersQuery.queryKey);
      client.setQueryData(remindersQuery.queryKey, chosen);
      return before;
    },
    onError: (_error, _chosen, before) => client.setQueryData(remindersQuery.queryKey, before),
  });
  if (isError && !data) return <RetryNotice onRetry={() => void refetch()}>Failed to fetch your reminders</RetryNotice>;
  if (!data) return <Skeleton className="h-64" />;
  const toggled = (reminder: Reminder) => reminders.filter((one) => (one === reminder) !== data.includes(one));
  return (
    <div className="grid gap-2">
      <ul className="grid gap-1">
        {reminders.map((reminder) => (
          <li key={reminder}>
            <div className="flex min-h-11 items-center justify-between gap-4">
              <label htmlFor={`remind-${reminder}`} className="text-sm">
                {reminderLabels[reminder]}
              </label>
              <Switch
                id={`remind-${reminder}`}
                checked={data.includes(reminder)}
                onChange={() => choosing.mutate(toggled(reminder))}
              />
            </div>
          </li>
        ))}
      </ul>
      {choosing.error && <Notice tone="error">{messageOf(choosing.error, "Failed to save your choice")}</Notice>}
    </div>
  );
};
