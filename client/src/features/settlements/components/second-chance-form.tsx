// Offers a lot to its runner-up. Who that is and the price come from the server, so they are shown once the offer is made.

import { AskForm } from "../../../ui/ask.tsx";
import { Effects, type FormProps } from "./action-form.tsx";

export const SecondChanceForm = ({ settlement, isPending, send, close }: FormProps<"second-chance">) => (
  <AskForm yes="Offer it" no="Not now" isPending={isPending} onNo={close} onYes={() => send(undefined)}>
    <p>
      <strong className="[overflow-wrap:anywhere]">{settlement.auction.title}</strong> is offered to the person who
      would lead without <strong>{settlement.buyer.username}</strong>'s bids, at the price that the other bids reach.
    </p>
    <Effects
      effects={[
        "The offer ends after 24 hours. Nobody has to accept it.",
        "If the person accepts it, the deposit is taken and the rest is due as for a win.",
        "After the offer, this settlement's page shows the person and the price.",
      ]}
    />
  </AskForm>
);
