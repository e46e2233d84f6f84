// The settings of an account: a row for each page that has some.
import { ChevronRight } from "lucide-react";
import { Link } from "#router";
import { Panel } from "../../ui/panel.tsx";

const pages = [
  ["/profile/security", "Login and security", "Your password, your email address, and the devices that are logged in."],
  [
    "/notifications/preferences",
    "Notification preferences",
    "What we tell you by push message or email, also when you are outbid, and quiet hours.",
  ],
  ["/saved-searches", "Saved searches", "Get notified of new lots that match your searches."],
  ["/profile/privacy", "Your data", "Download everything that we keep about you, or delete your account."],
] as const;

export const SettingsList = () => (
  <Panel title="Your account">
    <ul className="grid divide-y divide-line">
      {pages.map(([to, name, about]) => (
        <li key={to} className="relative flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
          <div className="grid min-w-0 gap-0.5">
            <Link to={to} className="font-semibold after:absolute after:inset-0 hover:underline">
              {name}
            </Link>
            <p className="text-ink-soft text-sm">{about}</p>
          </div>
          <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
        </li>
      ))}
    </ul>
  </Panel>
);
