// "Set reminders" of the watchlist: a dialog in which the reader chooses the reminders. Each choice is saved at once.
import * as calls from "@jara/shared/calls/watchlist";
import { type Reminder, reminderLabels, reminders } from "@jara/shared/reminders";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { AlarmClock } from "lucide-react";
import { useState } from "react";
import { Link } from "#router";
import { ask, messageOf } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";

const remindersQuery = queryOptions({
  queryKey: ["reminders"],
  queryFn: async ({ signal }) => (await ask(calls.getReminders, { signal })).reminders,
});

export const RemindersButton = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        <AlarmClock aria-hidden className="size-4 max-sm:hidden" />
        Set reminders
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Remind me of lots I watch" sheet>
        <Choices />
      </Dialog>
    </>
  );
};

const Choices = () => {
  const client = useQueryClient();
  const query = useQuery(remindersQuery);
  const choosing = useMutation({
    scope: { id: "reminders" },
    mutationFn: (chosen: Reminder[]) => ask(calls.chooseReminders, { body: { reminders: chosen } }),
    onMutate: async (chosen) => {
      await client.cancelQueries(remindersQuery);
      client.setQueryData(remindersQuery.queryKey, chosen);
    },
    onError: () => void client.invalidateQueries(remindersQuery),
  });
  return (
    <Loaded query={query} failed="Failed to fetch your reminders" loading={<Skeleton className="h-64" />}>
      {(data) => {
        const toggled = (reminder: Reminder) => reminders.filter((one) => (one === reminder) !== data.includes(one));
        return (
          <div className="grid gap-3">
            <p className="text-ink-soft text-sm">
              They come on the screen, as push messages and by email.{" "}
              <Link to="/notifications/preferences" className="font-semibold text-brand underline underline-offset-4">
                Choose how
              </Link>
            </p>
            <ul className="divide-y divide-line border-line border-y">
              {reminders.map((reminder) => (
                <li key={reminder}>
                  <label
                    htmlFor={`remind-${reminder}`}
                    className="flex min-h-11 cursor-pointer items-center justify-between gap-4 py-1 text-sm"
                  >
                    {reminderLabels[reminder]}
                    <Switch
                      id={`remind-${reminder}`}
                      checked={data.includes(reminder)}
                      onChange={() => choosing.mutate(toggled(reminder))}
                    />
                  </label>
                </li>
              ))}
            </ul>
            {choosing.error && <Notice tone="error">{messageOf(choosing.error, "Failed to save your choice")}</Notice>}
          </div>
        );
      }}
    </Loaded>
  );
};
