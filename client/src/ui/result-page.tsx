// A page that shows the result of an action: an icon, a heading and what to do next. Screen readers announce it
// politely.
import { CircleAlert, CircleCheck, MailCheck } from "lucide-react";
import type { ReactNode } from "react";

const icons = {
  done: <CircleCheck aria-hidden className="size-10 text-brand" />,
  mailed: <MailCheck aria-hidden className="size-10 text-brand" />,
  failed: <CircleAlert aria-hidden className="size-10 text-danger" />,
  busy: <span aria-hidden className="size-10 animate-spin rounded-full border-4 border-brand border-r-transparent" />,
} as const;

interface ResultPageProps {
  icon: keyof typeof icons;
  title: string;
  children?: ReactNode;
}

export const ResultPage = ({ icon, title, children }: ResultPageProps) => (
  <div role="status" className="mx-auto grid w-full max-w-md justify-items-center gap-4 py-8 text-center md:py-16">
    {icons[icon]}
    <h1 className="font-bold text-xl">{title}</h1>
    {children}
  </div>
);
