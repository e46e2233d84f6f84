// Says that something could not be fetched, and offers to try again.
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

export const RetryNotice = ({ onRetry, children }: { onRetry: () => void; children: ReactNode }) => (
  <Notice
    tone="error"
    action={
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Retry
      </Button>
    }
  >
    {children}
  </Notice>
);
