// The switch for e-mails about being outbid. It saves at once, and switches back if saving fails.
import type { User } from "@jara/shared/users";
import { messageOf } from "../../lib/api.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { useUpdateProfile } from "./use-profile.ts";

export const OutbidMailSwitch = ({ user }: { user: User }) => {
  const update = useUpdateProfile();
  const wanted = update.isPending ? update.variables.wantsOutbidMail : user.wantsOutbidMail;
  return (
    <Panel title="Email notifications">
      <SwitchRow
        name="Email me when I am outbid"
        about="At most one email for an auction in 15 minutes."
        checked={Boolean(wanted)}
        onChange={(wantsOutbidMail) => update.mutate({ wantsOutbidMail })}
      />
      {update.isError && <Notice tone="error">{messageOf(update.error, "Failed to update profile")}</Notice>}
    </Panel>
  );
};
