// /api/users/pickups: the slots in which buyers collect their lots; and the staff's list of a day.
import * as calls from "@jara/shared/calls/pickups";
import type { App } from "../../../platform/http/app.ts";
import { RefusedError } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { choosePickup, comingOn, nextDaysAfter, pickupsOf, readyWithoutSlot } from "./queries.ts";
import type { UsualPickups } from "./slots.ts";

interface PickupDeps extends Pick<RouteDeps, "database" | "engine"> {
  readonly settings: { readonly current: () => UsualPickups };
}

export const servePickups = (app: App, { database, engine, settings }: PickupDeps): void => {
  serve(app, calls.listPickups, async ({ account: { id } }) => ({
    pickups: await pickupsOf(database, id, settings.current()),
  }));

  serve(app, calls.choosePickup, async ({ account: { id }, body }) => {
    const refused = await choosePickup(database, id, body, settings.current());
    if (refused) throw new RefusedError(refused);
    return { pickups: await pickupsOf(database, id, settings.current()) };
  });

  serve(app, calls.listDayPickups, async ({ account: { id }, params: { date } }) => ({
    date,
    coming: await comingOn(database, date, id, engine.rates),
    nextDays: await nextDaysAfter(database, date),
    withoutSlot: await readyWithoutSlot(database, id, engine.rates),
  }));
};
