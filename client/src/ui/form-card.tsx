// The frame of the account screens: one narrow column with a heading.
import type { ReactNode } from "react";

export const FormCard = ({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) => (
  <div className="mx-auto grid w-full max-w-md gap-6 py-8 md:py-16">
    <div className="grid gap-2">
      <h1 className="font-bold text-xl">{title}</h1>
      {intro && <p className="text-ink-soft">{intro}</p>}
    </div>
    {children}
  </div>
);
