// The requests about the site's settings: their values and histories, a change, and the approval or cancellation of one
// that waits.

import * as calls from "@jara/shared/calls/site-settings";
import type { ChangeSettingBody, Setting, SettingsAnswer } from "@jara/shared/rest/site-settings";
import type { SettingSection } from "@jara/shared/site-settings";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { SITE_DETAILS } from "../../lots/site-details.ts";
import { WAITING_ACCOUNT } from "../../money/no-account.tsx";
import { takeAnswer } from "../../queries/take-answer.ts";

const SETTINGS = ["settings"] as const;

export const settingsQuery = queryOptions({
  queryKey: SETTINGS,
  queryFn: ({ signal }) => ask(calls.getSettings, { signal }),
});

export const settingHistoryQuery = (section: SettingSection, page: number) =>
  queryOptions({
    queryKey: [...SETTINGS, "history", section, page],
    queryFn: ({ signal }) =>
      ask(calls.listSettingVersions, { params: { section }, query: { ...(page > 1 && { page }) }, signal }),
    placeholderData: keepPreviousData,
  });

type Answer = { setting: Setting };

/** Keeps what the server answers, and lets the pages for everybody read their facts again. */
const useSettingMutation = <V>(mutationFn: (variables: V) => Promise<Answer>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: ({ setting }) => {
      takeAnswer<SettingsAnswer>(
        client,
        { queryKey: SETTINGS, exact: true },
        (held) =>
          held && { ...held, settings: held.settings.map((one) => (one.section === setting.section ? setting : one)) },
      );
      void client.invalidateQueries({ queryKey: [...SETTINGS, "history"] });
      void client.invalidateQueries({ queryKey: WAITING_ACCOUNT });
      void client.invalidateQueries({ queryKey: ["site"] });
      void client.invalidateQueries({ queryKey: SITE_DETAILS });
    },
    onError: () => void client.invalidateQueries({ queryKey: SETTINGS, exact: true }),
  });
};

export const useChangeSetting = () =>
  useSettingMutation((body: ChangeSettingBody) => ask(calls.changeSetting, { body }));

export const useApproveChange = () =>
  useSettingMutation((id: string) => ask(calls.approveBankAccountChange, { params: { id } }));
export const useCancelChange = () =>
  useSettingMutation((id: string) => ask(calls.cancelBankAccountChange, { params: { id } }));
