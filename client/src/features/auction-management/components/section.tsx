// The frame of a section of the edit dialog, and what all sections share.
import type { Auction } from "@jara/shared/auction";
import { type ReactNode, useId } from "react";
import { useMay } from "../../../ui/may.tsx";
import type { EditedForm } from "../hooks/use-edit-form.ts";

export interface SectionProps {
  auction: Auction;
  edited: EditedForm;
}

/**
 * True if the lot is not a draft and this person does not run auctions. Then the prices, the currency, the increment,
 * the soft close and the end are read-only.
 */
export const useIsSet = ({ status }: Auction): boolean => !useMay("auctions:run") && status !== "draft";

export const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-line border-t pt-4 first:border-0 first:pt-0 sm:grid-cols-2"
    >
      <h3 id={id} className="font-bold text-base sm:col-span-2">
        {title}
      </h3>
      {children}
    </section>
  );
};
