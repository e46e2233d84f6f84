// The pieces of a row about one lot of the user's: picture, title and figures. My Bids, Auto-Bids and My Sales share
// them.
import type { Currency } from "@jara/shared/money";
import type { ReactNode } from "react";
import { Link } from "#router";
import { ExactMoney, Money } from "../ui/money.tsx";
import { Picture } from "../ui/picture.tsx";

interface LotHeadProps {
  /** The page of the lot. */
  to: string;
  title: string;
  /** The id of the title's element, by which the row is named. */
  titleId: string;
  src: string | null;
  /** The lines below the title. */
  children: ReactNode;
}

/** The picture, and beside it the title. Keyboards and screen readers skip the picture, because both lead to one page. */
export const LotHead = ({ to, title, titleId, src, children }: LotHeadProps) => (
  <>
    <Link to={to} tabIndex={-1} aria-hidden className="self-start lg:row-span-2">
      <Picture src={src} alt="" sizes="6rem" className="aspect-square w-full rounded-box" />
    </Link>
    <div className="grid content-start justify-items-start gap-1.5">
      <h2 id={titleId} className="font-semibold text-base">
        <Link to={to} dir="auto" className="line-clamp-2 hover:text-brand hover:underline">
          {title}
        </Link>
      </h2>
      {children}
    </div>
  </>
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
    {/* An amount cannot break, so that it grows with the text only as far as a phone has room. */}
    <dd className={isQuiet ? "text-sm" : "font-bold text-base max-md:[font-size:min(1rem,7vw)]"}>{children}</dd>
  </div>
);

/** The amount in the user's currency, with the exact amount below it when it is converted. */
export const LotAmount = (money: { amount: number; currency: Currency }) => (
  <>
    <Money {...money} />
    <ExactMoney {...money} className="block font-normal text-ink-soft text-xs" />
  </>
);
