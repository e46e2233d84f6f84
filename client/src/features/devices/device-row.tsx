// One device that is logged in.
import type { DeviceSession } from "@jara/shared/rest/sessions";
import { Monitor, Smartphone } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { isPhone, networkWords, seenWords } from "./device-words.ts";

interface DeviceRowProps {
  device: DeviceSession;
  nowMs: number;
  onLogOut: () => void;
}

export const DeviceRow = ({ device, nowMs, onLogOut }: DeviceRowProps) => {
  const Icon = isPhone(device) ? Smartphone : Monitor;
  const { isCurrent } = device;
  return (
    <li className="flex flex-wrap items-start gap-x-3 py-3">
      {/* With large text the button goes below. */}
      <div className="flex min-w-0 grow basis-48 gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />
        <div className="grid min-w-0 flex-1 gap-0.5 text-sm">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold text-base">{device.device}</span>
            {isCurrent && <Badge tone="success">Now on this device</Badge>}
          </span>
          <span className="tabular text-ink-soft">{networkWords(device)}</span>
          {!isCurrent && <span className="tabular text-ink-soft">{seenWords(device.lastSeenAt, nowMs)}</span>}
        </div>
      </div>
      <Button
        variant="ghost"
        size="sm"
        className="-mr-3 ml-auto shrink-0"
        aria-label={isCurrent ? "Log out this device" : `Log out ${device.device}, ${networkWords(device)}`}
        onClick={onLogOut}
      >
        Log out
      </Button>
    </li>
  );
};
