// Shows the data that support asks for when the Admin Panel looks wrong. It must never contain the token or another
// person's data.
import type { Pagination } from "@jara/shared/rest/common";
import type { User } from "@jara/shared/users";
import { serverNow } from "../../../connection/connection.ts";
import { useConnectionState } from "../../../connection/use-connection-state.ts";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { API_BASE } from "../../../lib/api.ts";
import { toast } from "../../../store/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { addressOf, type UserSearchTerms } from "../user-search.ts";

interface DebugInfoProps {
  user: User;
  terms: UserSearchTerms;
  shown: number | null;
  pagination: Pagination | null;
  /** When the list was fetched (ms); 0 before that. */
  fetchedAt: number;
}

/** The file name of the page's own script, which changes with every build. */
const buildStamp = (): string => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]');
  return script ? (script.src.split("/").at(-1)?.replace(/\.js$/, "") ?? "unknown") : "development";
};

export const DebugInfo = ({ user, terms, shown, pagination, fetchedAt }: DebugInfoProps) => {
  const connection = useConnectionState();
  const serverMs = useServerNow(1000);
  const offsetMs = Math.round(serverNow() - Date.now());
  const facts: [string, string][] = [
    ["User ID", user._id],
    ["Username", user.username],
    ["Role", user.role],
    ["Email verified", user.isEmailVerified ? "yes" : "no"],
    ["Live connection", connection],
    ["Server time", new Date(serverMs).toISOString().replace(/\.\d+Z$/, "Z")],
    ["Clock offset", `${offsetMs > 0 ? "+" : ""}${offsetMs} ms to this device`],
    ["API base", `${window.location.origin}${API_BASE}`],
    ["Build", buildStamp()],
    ["Address", addressOf(terms)],
    ["Query", `q=${JSON.stringify(terms.q)}, role=${terms.role || "all"}, page=${terms.page}`],
    [
      "Users",
      pagination
        ? `${shown} shown, ${pagination.total} total, page ${pagination.current} of ${pagination.pages}`
        : "none yet",
    ],
    ["Fetched at", fetchedAt ? new Date(fetchedAt).toISOString() : "not yet"],
    ["Browser", navigator.userAgent],
  ];
  const copy = async () => {
    const text = facts.map(([name, value]) => `${name}: ${value}`).join("\n");
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Debug info copied");
    } catch {
      toast.error("This browser does not let the page copy. Select the text instead.");
    }
  };
  return (
    <Panel
      title="Debug info"
      action={
        <Button variant="secondary" size="sm" onClick={() => void copy()}>
          Copy
        </Button>
      }
    >
      <details>
        <summary className="cursor-pointer py-3 text-sm pointer-fine:py-1">Show what support may ask for</summary>
        <dl className="grid gap-x-8 gap-y-2 text-xs sm:grid-cols-2 lg:grid-cols-3">
          {facts.map(([name, value]) => (
            <div key={name} className="grid content-start">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="tabular font-mono [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Panel>
  );
};
