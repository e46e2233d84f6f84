// Says that there is no connection, and that nobody can bid until it is back. A bid is never stored to be sent later,
// because the price will have moved.
import type { ReactNode } from "react";
import { Notice } from "../../ui/notice.tsx";

export const NoConnection = ({ action, children }: { action?: ReactNode; children: string }) => (
  <Notice tone="warning" title="No connection" action={action}>
    {children} You can bid as soon as the price is live again; no bid waits to be sent.
  </Notice>
);
