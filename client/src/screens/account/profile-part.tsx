// A page that belongs to a part of the profile, with the way back.
import type { ReactNode } from "react";
import { Link } from "#router";
import { textLinkClass } from "../../ui/text-link.tsx";

/** The parts of the profile. The first has the address of the profile itself. */
export const profileParts = {
  details: { to: "/profile", label: "Details" },
  money: { to: "/profile/money", label: "Money" },
  settings: { to: "/profile/settings", label: "Settings" },
} as const;
export type PartName = keyof typeof profileParts;

interface ProfilePartProps {
  of: PartName;
  title: ReactNode;
  children: ReactNode;
}

export const ProfilePart = ({ of, title, children }: ProfilePartProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <header className="grid">
      <Link to={profileParts[of].to} className={textLinkClass}>
        Back to {profileParts[of].label.toLowerCase()}
      </Link>
      <h1 className="font-bold text-xl">{title}</h1>
    </header>
    {children}
  </div>
);
