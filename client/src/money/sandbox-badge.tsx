// Says that payments are tried out and no money moves.
import { Badge } from "../ui/badge.tsx";

export const SandboxBadge = ({ className }: { className: string }) => (
  <Badge tone="amber" className={className}>
    Sandbox: no money moves
  </Badge>
);
