// The switch for mails about deadlines. It saves at once, and switches back if saving fails.
import * as calls from "@jara/shared/calls/desk";
import type { Desk } from "@jara/shared/rest/desk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { ask, messageOf } from "../../lib/api.ts";
import { takeAnswer } from "../../queries/take-answer.ts";
import { toast } from "../../store/toast.ts";
import { Switch } from "../../ui/switch.tsx";
import { deskQuery } from "./queries.ts";

export const DeadlineMailSwitch = ({ wantsMail }: Pick<Desk, "wantsMail">) => {
  const id = useId();
  const client = useQueryClient();
  const { queryKey } = deskQuery;
  const save = useMutation({
    scope: { id: "desk alerts" },
    mutationFn: (wanted: boolean) => ask(calls.setDeskAlerts, { body: { wantsMail: wanted } }),
    onSuccess: (answer) => takeAnswer<Desk>(client, { queryKey }, (desk) => desk && { ...desk, ...answer }),
    onError: (error) => toast.error(messageOf(error, "Failed to save the switch")),
  });
  return (
    <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
      <Switch
        id={id}
        checked={save.isPending ? save.variables : wantsMail}
        onChange={({ target }) => save.mutate(target.checked)}
      />
      Email me about deadlines
    </label>
  );
};
