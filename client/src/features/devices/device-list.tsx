// The devices that are logged in to the account, and logging them out after a question.
import type { DeviceSession } from "@jara/shared/rest/sessions";
import { useState } from "react";
import { useServerNow } from "../../connection/use-server-now.ts";
import { failureWords } from "../../lib/failure-words.ts";
import { toast } from "../../store/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { DeviceRow } from "./device-row.tsx";
import { thisFirst } from "./device-words.ts";
import { type Asked, LogOutDialog } from "./log-out-dialog.tsx";
import { useDevices, useLogOutDevices } from "./use-devices.ts";

interface DeviceListProps {
  /** Logs this device out. */
  onLogOutHere: () => void;
}

export const DeviceList = ({ onLogOutHere }: DeviceListProps) => {
  const query = useDevices();
  return (
    <Panel title="Devices">
      <p className="text-ink-soft text-sm">
        Where your account is logged in. The network is the beginning of the device's internet address. If you do not
        know a device, log it out and change your password.
      </p>
      <Loaded
        query={query}
        failed={(error) => failureWords(error, "Your devices could not be loaded.")}
        loading={
          <Loading isHidden shapes={["h-48"]}>
            Loading your devices...
          </Loading>
        }
      >
        {(devices) => <Devices devices={thisFirst(devices)} onLogOutHere={onLogOutHere} />}
      </Loaded>
    </Panel>
  );
};

const Devices = ({ devices, onLogOutHere }: DeviceListProps & { devices: readonly DeviceSession[] }) => {
  const nowMs = useServerNow(60_000);
  const [asked, setAsked] = useState<Asked | null>(null);
  const end = useLogOutDevices(() => {
    toast.success(asked === "others" ? "All other devices are logged out." : "The device is logged out.");
    setAsked(null);
  });
  const others = devices.filter(({ isCurrent }) => !isCurrent).length;
  const confirm = () => {
    if (asked === null || end.isPending) return;
    if (asked === "others") end.mutate("others");
    else if (asked.isCurrent) onLogOutHere();
    else end.mutate({ id: asked._id });
  };
  return (
    <>
      <ul aria-label="Devices" className="grid divide-y divide-line border-line border-y">
        {devices.map((device) => (
          <DeviceRow key={device._id} device={device} nowMs={nowMs} onLogOut={() => setAsked(device)} />
        ))}
      </ul>
      {others > 0 ? (
        <Button variant="secondary" className="justify-self-start" onClick={() => setAsked("others")}>
          Log out all other devices
        </Button>
      ) : (
        <p className="text-sm">No other device is logged in.</p>
      )}
      <LogOutDialog asked={asked} others={others} ending={end} onConfirm={confirm} onClose={() => setAsked(null)} />
    </>
  );
};
