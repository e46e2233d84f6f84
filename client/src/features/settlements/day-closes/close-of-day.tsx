// The close of one day on the takings page: its closes, the part that is still open, and the dialogs that close it, sign
// a close or refuse one.

import { methodNames } from "@jara/shared/payment-methods";
import { CLOSE_NOTE_MAX, type DayClose, type DayOfCloses } from "@jara/shared/rest/day-closes";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../../lib/api.ts";
import { lagosClock } from "../../../lib/lagos-moment.ts";
import { useSession } from "../../../store/session.ts";
import { toast } from "../../../store/toast.ts";
import { Ask, AskForm } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Loaded, Loading } from "../../../ui/loaded.tsx";
import { useMay } from "../../../ui/may.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { CloseCard, Sums } from "./close-card.tsx";
import { CloseForm } from "./close-form.tsx";
import { expectedCashOf, signingWords } from "./close-words.ts";
import { closeDay, dayClosesFilter, dayQuery, refuseClose, signClose } from "./queries.ts";

const UNCONFIRMED = "We could not confirm that this went through. Please look at the day again.";

export const CloseOfDay = ({ date }: { date: string }) => {
  const query = useQuery(dayQuery(date));
  return (
    <Panel title="Close of the day">
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load the close of this day")}
        loading={<Loading shapes={["h-20"]}>Loading the close of the day...</Loading>}
      >
        {(day) => <Day key={day.date} day={day} />}
      </Loaded>
    </Panel>
  );
};

type Asked = { readonly is: "close" } | { readonly is: "sign" | "refuse"; readonly close: DayClose };

const Day = ({ day: { date, closes, open } }: { day: DayOfCloses }) => {
  const mayBook = useMay("settlements:book");
  const ownId = useSession(({ user }) => user?._id);
  const [asked, setAsked] = useState<Asked | null>(null);
  const end = () => setAsked(null);
  const waiting = closes.find(({ status }) => status === "waiting");
  return (
    <>
      {closes.length > 0 && (
        <ul className="grid gap-3">
          {closes.map((close) => (
            <CloseCard
              key={close._id}
              close={close}
              mayRefuse={mayBook}
              isOwn={close.closedBy._id === ownId}
              onSign={() => setAsked({ is: "sign", close })}
              onRefuse={() => setAsked({ is: "refuse", close })}
            />
          ))}
        </ul>
      )}
      <p className="text-sm">{waiting ? signingWords(waiting, ownId) : stateWords(closes, open)}</p>
      {waiting && open && <NextClose open={open} />}
      {open && expectedCashOf(open) < 0 && (
        <Notice tone="warning" title="By the books the till is below zero">
          More cash was paid out than was in it: <OwnMoney amount={-expectedCashOf(open)} currency="NGN" /> came from
          elsewhere. Note at the close where it came from.
        </Notice>
      )}
      {mayBook && open && !waiting && (
        <Button className="justify-self-start" size="sm" onClick={() => setAsked({ is: "close" })}>
          Close the day
        </Button>
      )}
      <Closing date={date} open={asked?.is === "close" ? open : null} onEnd={end} />
      <Signing close={asked?.is === "sign" ? asked.close : null} onEnd={end} />
      <Refusing
        close={asked?.is === "refuse" ? asked.close : null}
        isOwn={asked?.is === "refuse" && asked.close.closedBy._id === ownId}
        onEnd={end}
      />
    </>
  );
};

/** Shows what came after the close that waits. */
const NextClose = ({ open: { from, until, till } }: { open: NonNullable<DayOfCloses["open"]> }) => {
  const moved = till.filter(({ inNgn, outNgn }) => inNgn > 0 || outNgn > 0);
  return (
    <p className="text-ink-soft text-sm">
      {moved.length === 0 ? "No money came or went" : "Money came or went"} since {lagosClock(from, until)}
      {moved.map(({ method, inNgn, outNgn }) => (
        <span key={method}>
          , {methodNames[method]}: <OwnMoney amount={inNgn} currency="NGN" /> in
          {outNgn > 0 && (
            <>
              {" "}
              and <OwnMoney amount={outNgn} currency="NGN" /> out
            </>
          )}
        </span>
      ))}
      . The next close has it: “Close the day” is here again once this one is signed, refused or taken back.
    </p>
  );
};

const stateWords = (closes: DayOfCloses["closes"], open: DayOfCloses["open"]): string => {
  if (open === null) return closes.length > 0 ? "The whole day is closed." : "This day has not come yet.";
  const hasMoney = open.till.some(({ inNgn, outNgn }) => inNgn > 0 || outNgn > 0);
  const since = closes.some(({ status }) => status === "signed") ? ` since ${lagosClock(open.from, open.until)}` : "";
  return hasMoney ? `Money came or went${since}. It is not closed yet.` : `No money came or went${since}.`;
};

/** A change of the closes. Afterwards they are read again, also after a refusal, because others may have been first. */
const useChange = <Given, Answer>(change: (given: Given) => Promise<Answer>, done: string, onEnd: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      toast.success(done);
      onEnd();
    },
    onSettled: () => client.invalidateQueries(dayClosesFilter),
  });
};

interface ClosingProps extends Pick<DayOfCloses, "date" | "open"> {
  readonly onEnd: () => void;
}

const Closing = ({ date, open, onEnd }: ClosingProps) => {
  const { mutate, isPending, error, reset } = useChange(closeDay, "The day waits for its second person", onEnd);
  const close = () => {
    reset();
    onEnd();
  };
  return (
    <Dialog open={open !== null} onClose={close} closable={!isPending} title="Close the day">
      {open && (
        <CloseForm
          date={date}
          open={open}
          isPending={isPending}
          problem={error ? messageOf(error, UNCONFIRMED) : null}
          send={(body) => mutate(body)}
          close={close}
        />
      )}
    </Dialog>
  );
};

interface DecidingProps {
  readonly close: DayClose | null;
  readonly onEnd: () => void;
}

const Signing = ({ close, onEnd }: DecidingProps) => {
  const signing = useChange(signClose, "The day is signed", onEnd);
  return (
    <Ask
      open={close !== null}
      title="Sign the close?"
      yes="Sign"
      of={signing}
      failed={UNCONFIRMED}
      onNo={onEnd}
      onYes={() => close && signing.mutate(close._id)}
    >
      {close && (
        <>
          <p className="text-sm">
            You confirm what {close.closedBy.username} counted. It cannot be changed afterwards.
          </p>
          <Sums close={close} />
          {close.note && <q className="text-sm [overflow-wrap:anywhere]">{close.note}</q>}
        </>
      )}
    </Ask>
  );
};

/** The person who closed the day takes the close back; somebody else refuses it. */
const Refusing = ({ close, isOwn, onEnd }: DecidingProps & { readonly isOwn: boolean }) => {
  const done = isOwn ? "The close is taken back" : "The close is refused";
  const refusing = useChange(refuseClose, `${done}. The day can be closed anew.`, onEnd);
  const [reason, setReason] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  return (
    <Dialog
      open={close !== null}
      onClose={onEnd}
      closable={!refusing.isPending}
      title={isOwn ? "Take back the close" : "Refuse the close"}
    >
      {close && (
        <AskForm
          yes={isOwn ? "Take back" : "Refuse"}
          isDanger
          of={refusing}
          failed={UNCONFIRMED}
          onNo={onEnd}
          onYes={() => {
            setIsChecked(true);
            if (reason.trim()) refusing.mutate({ id: close._id, reason: reason.trim() });
          }}
        >
          <p className="text-sm">The same time can be counted and closed anew. This close stays in the list.</p>
          <TextField
            label="Reason"
            error={isChecked && !reason.trim() ? "Please say why" : null}
            max={CLOSE_NOTE_MAX}
            value={reason}
            isLocked={refusing.isPending}
            onChange={setReason}
          />
        </AskForm>
      )}
    </Dialog>
  );
};
