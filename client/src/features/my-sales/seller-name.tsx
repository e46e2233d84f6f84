// The name of a seller: for staff who see payments a link to the seller's statement.
import { Link } from "#router";
import { useMay } from "../../ui/may.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import type { Days } from "./queries.ts";

interface SellerNameProps {
  user: { readonly _id: string; readonly username: string; readonly name?: string };
  /** The days of the statement. Without them it begins with this month. */
  days?: Days;
}

export const SellerName = ({ user: { _id, username, name: known = username }, days }: SellerNameProps) => {
  const name = <bdi translate="no">{known === username ? username : `${known} (${username})`}</bdi>;
  const query = days ? `?${new URLSearchParams({ ...days })}` : "";
  return useMay("settlements:read") ? (
    <Link to={`/admin/sellers/${encodeURIComponent(_id)}${query}`} className={textLinkClass}>
      {name}
    </Link>
  ) : (
    name
  );
};
