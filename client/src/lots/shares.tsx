// Warns staff of other accounts with the same phone, bank account, name of a bank account or device.
import type { SharedWith } from "@jara/shared/rest/who-may-bid";
import { Link } from "#router";
import { Notice } from "../ui/notice.tsx";

const words: Record<SharedWith["what"], string> = {
  phone: "Same phone",
  "bank account": "Same bank account",
  "account name": "Same name on a bank account",
  device: "Same browser and network",
};

export const Shares = ({ shares }: { shares: readonly SharedWith[] }) =>
  shares.length === 0 ? null : (
    <Notice tone="warning" title="Shared with other accounts">
      <ul className="grid gap-1">
        {shares.map(({ what, detail, user }) => (
          <li key={`${what} ${user._id} ${detail}`} className="[overflow-wrap:anywhere]">
            {words[what]} as{" "}
            <Link to={`/admin/users/${user._id}`} className="font-semibold underline underline-offset-4">
              {user.username}
            </Link>
            {user.isBanned && " (suspended)"}: {detail}
          </li>
        ))}
      </ul>
    </Notice>
  );
