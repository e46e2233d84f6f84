// The panel of rows that background jobs put aside, each with "Try again". A failed command is only listed, because its
// author got an error and may send it again.
import * as calls from "@jara/shared/calls/desk";
import type { Loop } from "@jara/shared/loops";
import type { Desk } from "@jara/shared/rest/desk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ask, messageOf } from "../../lib/api.ts";
import { toast } from "../../store/toast.ts";
import { Button } from "../../ui/button.tsx";
import { May } from "../../ui/may.tsx";
import { Since } from "./desk-clock.tsx";
import { DeskPanel } from "./desk-panel.tsx";
import { deskQuery } from "./queries.ts";

type Row = NonNullable<Desk["setAside"]>["rows"][number];

export const SetAside = ({ total, rows }: NonNullable<Desk["setAside"]>) => (
  <DeskPanel title="Put aside by background jobs" total={total} tone="danger" nothing="Nothing is put aside.">
    {rows.map((row) => (
      <li
        key={`${row.loop} ${row.key}`}
        className="items-start justify-between gap-3 border-line border-t py-2 first:border-t-0 sm:flex"
      >
        <div className="min-w-0 text-sm">
          <p className="font-semibold">{row.what}</p>
          <p className="break-all text-ink-soft text-xs">{row.key}</p>
          <p className="line-clamp-3 text-ink-soft [overflow-wrap:anywhere]">
            Failed {row.attempts} times: {row.reason}
          </p>
        </div>
        <div className="flex shrink-0 items-center gap-x-3 text-sm sm:block sm:text-right">
          <Since at={row.since} />
          <May use="house:settings">
            <TryAgain row={row} />
          </May>
        </div>
      </li>
    ))}
  </DeskPanel>
);

const TryAgain = ({ row: { loop, key, what } }: { row: Row }) => {
  const client = useQueryClient();
  const text = loop === "lot-commands" ? "Take off the list" : "Try again";
  const { mutate, isPending } = useMutation({
    mutationFn: () => ask(calls.retryRow, { body: { loop: loop as Loop, key } }),
    onSuccess: ({ isTriedAgain }) => {
      if (!isTriedAgain) toast.success("It was not put aside any more.");
      else if (loop === "lot-commands") toast.success("It is off the list.");
      else toast.success("It is tried again within a minute.");
      // The button waits for the list, in which this row is no more.
      return client.invalidateQueries({ queryKey: deskQuery.queryKey });
    },
    onError: (error) =>
      toast.error(
        messageOf(error, loop === "lot-commands" ? "Failed to take it off the list" : "Failed to try it again"),
      ),
  });
  return (
    <Button variant="secondary" size="sm" disabled={isPending} aria-label={`${text}: ${what}`} onClick={() => mutate()}>
      {text}
    </Button>
  );
};
