// The push messages of this device, and the person's other browsers that get them.
import * as calls from "@jara/shared/calls/notifications";
import type { PushBrowser } from "@jara/shared/rest/push";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ask } from "../../lib/api.ts";
import { failureWords } from "../../lib/failure-words.ts";
import { lagosDateTime } from "../../lib/lagos-moment.ts";
import { useSite } from "../../lib/site.ts";
import { takeAnswer } from "../../queries/take-answer.ts";
import { toast } from "../../store/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { isApplePhone } from "./install-hint.ts";
import { currentSubscription, type PushAbility, pushAbility, switchPushOff, switchPushOn } from "./push.ts";

const queryKey = ["push-browsers"];

const useBrowsers = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await ask(calls.listPushBrowsers, { signal })).browsers,
  });

/** Renders nothing where the site sends no push messages. */
export const PushCard = ({ userId }: { userId: string }) => {
  const pushKey = useSite()?.pushKey;
  const browsers = useBrowsers();
  if (!pushKey) return null;
  const others = (browsers.data ?? []).filter(({ isCurrent }) => !isCurrent);
  return (
    <Panel title="Push messages">
      <ThisBrowser pushKey={pushKey} userId={userId} />
      {others.length > 0 && (
        <ul
          aria-label="Other devices that get push messages"
          className="grid divide-y divide-line border-line border-y"
        >
          {others.map((browser) => (
            <OtherBrowser key={browser._id} browser={browser} />
          ))}
        </ul>
      )}
    </Panel>
  );
};

const whyNot: Readonly<Record<Exclude<PushAbility, "yes">, string>> = {
  no: "This browser cannot show push messages. Try Chrome, Firefox, Edge or Safari on your phone.",
  install:
    "On an iPhone or iPad, first put the site on your home screen: tap Share, then “Add to Home Screen”. Open it from there, " +
    "and switch push messages on here.",
  denied:
    "This browser does not let the site show messages. Allow notifications for this site in the browser’s settings.",
};

const ThisBrowser = ({ pushKey, userId }: { pushKey: string; userId: string }) => {
  const client = useQueryClient();
  const [ability, setAbility] = useState(() => pushAbility(isApplePhone()));
  const [isOn, setIsOn] = useState(false);
  useEffect(() => void currentSubscription().then((subscription) => setIsOn(subscription !== null)), []);
  const change = useMutation({
    scope: { id: "push" },
    mutationFn: async (wanted: boolean) => {
      if (!wanted) await switchPushOff();
      else if ((await switchPushOn(pushKey, userId)) === "denied") return setAbility(pushAbility(false));
      setIsOn(wanted);
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  if (ability !== "yes") return <p className="text-ink-soft text-sm">{whyNot[ability]}</p>;
  return (
    <>
      <SwitchRow
        name="Tell me on this device"
        about="When you are outbid, win or have to pay, even while the site is closed. It ends when you log out."
        checked={change.isPending ? change.variables : isOn}
        onChange={change.mutate}
      />
      {change.isError && (
        <Notice tone="error">
          {failureWords(change.error, "Push messages on this device could not be switched on or off.")}
        </Notice>
      )}
    </>
  );
};

const OtherBrowser = ({ browser }: { browser: PushBrowser }) => {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => ask(calls.unsubscribeBrowser, { params: { id: browser._id } }),
    onSuccess: ({ browsers }) => takeAnswer(client, { queryKey }, browsers),
    onError: (error) => toast.error(failureWords(error, "Push messages to this device could not be switched off.")),
  });
  return (
    <li className="flex items-center justify-between gap-3 py-2 text-sm">
      <span className="grid gap-0.5">
        <span className="font-semibold">{browser.device}</span>
        <span className="tabular text-ink-soft">Since {lagosDateTime(browser.since)}</span>
      </span>
      <Button
        variant="ghost"
        size="sm"
        className="-mr-3 shrink-0"
        pending={remove.isPending}
        aria-label={`Switch off ${browser.device}`}
        onClick={() => remove.mutate()}
      >
        Switch off
      </Button>
    </li>
  );
};
