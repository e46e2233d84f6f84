// A page that belongs to the profile, with the way back.
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { textLinkClass } from "../../ui/text-link.tsx";

export const ProfilePart = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <header className="grid">
      <Link to="/profile" className={textLinkClass}>
        Back to your profile
      </Link>
      <h1 className="font-bold text-xl">{title}</h1>
    </header>
    {children}
  </div>
);
