// The switch for e-mails about being outbid. It saves at once, and switches back if saving fails.
import type { User } from "@jara/shared/users";
import { useId } from "react";
import { Link } from "react-router-dom";
import { messageOf } from "../../lib/api.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Switch } from "../../ui/switch.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { useUpdateProfile } from "./use-profile.ts";

export const OutbidMailSwitch = ({ user }: { user: User }) => {
  const id = useId();
  const update = useUpdateProfile();
  const wanted = update.isPending ? update.variables.wantsOutbidMail : user.wantsOutbidMail;
  return (
    <Panel title="Email notifications">
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center justify-between gap-4">
        <span className="grid gap-1">
          <span className="font-medium">Email me when I am outbid</span>
          <span id={`${id}-hint`} className="text-ink-soft text-sm">
            At most one email for an auction in 15 minutes.
          </span>
        </span>
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={Boolean(wanted)}
          onChange={({ target }) => update.mutate({ wantsOutbidMail: target.checked })}
        />
      </label>
      <Link to="/notifications/preferences" className={`${textLinkClass} justify-self-start`}>
        All notifications, push messages and quiet hours
      </Link>
      {update.isError && <Notice tone="error">{messageOf(update.error, "Failed to update profile")}</Notice>}
    </Panel>
  );
};
