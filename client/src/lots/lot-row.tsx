// The pieces of a row that shows how the user stands on one lot: picture, title and figures. My Bids and
// Auto-Bids share them.
import type { Currency } from "@jara/shared/money";
import type { ReactNode } from "react";
import { Link } from "#router";
import { ExactMoney, Money } from "../ui/money.tsx";
import { Picture } from "../ui/picture.tsx";

/** Leads to the same page as the title beside it, so keyboards and screen readers skip it. */
export const LotPicture = ({ to, src }: { to: string; src: string | null }) => (
  <Link to={to} tabIndex={-1} aria-hidden className="self-start lg:row-span-2">
    <Picture src={src} alt="" sizes="6rem" className="aspect-square w-full rounded-box text-center text-xs" />
  </Link>
);

export const LotTitle = ({ to, id, children }: { to: string; id: string; children: string }) => (
  <h2 id={id} className="font-semibold text-base">
    <Link to={to} dir="auto" className="line-clamp-2 hover:text-brand hover:underline">
      {children}
    </Link>
  </h2>
);

interface LotFigureProps {
  label: string;
  /** It matters less than the others. */
  isQuiet?: boolean;
  children: ReactNode;
}

export const LotFigure = ({ label, isQuiet = false, children }: LotFigureProps) => (
  <div>
    <dt className="text-ink-soft text-xs">{label}</dt>
    <dd className={isQuiet ? "text-sm" : "font-bold text-base"}>{children}</dd>
  </div>
);

/** The amount in the user's currency, with the exact amount below it when it is converted. */
export const LotAmount = (money: { amount: number; currency: Currency }) => (
  <>
    <Money {...money} />
    <ExactMoney {...money} className="block font-normal text-ink-soft text-xs" />
  </>
);
