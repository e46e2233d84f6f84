// The field in which staff name a seller. It finds people while staff type, for those who may read users.
import * as calls from "@jara/shared/calls/users";
import type { AdminUser } from "@jara/shared/rest/users";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ApiError, ask } from "../../lib/api.ts";
import { pause } from "../../lib/pause.ts";
import { Field, Input } from "../../ui/field.tsx";
import { useMay } from "../../ui/may.tsx";
import { MailLink } from "../../ui/text-link.tsx";

const SHOWN = 5;
const TYPED_LEAST = 2;
const GATHERED_MS = 250;

const peopleQuery = (q: string) => ({
  queryKey: ["sellers-found", q],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    // The next key of a word cancels it.
    await pause(GATHERED_MS);
    signal.throwIfAborted();
    return (await ask(calls.searchUsers, { query: { q, limit: SHOWN }, signal })).users;
  },
  placeholderData: keepPreviousData,
});

/** True if the server knows no account with the seller's name. */
export const isUnknownSeller = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.issues?.[0]?.path === "seller";

interface SellerFieldProps {
  label: string;
  value: string;
  error: string | null;
  /** The server knows no account with this value. */
  isUnknown: boolean;
  onChange: (value: string) => void;
}

export const SellerField = ({ label, value, error, isUnknown, onChange }: SellerFieldProps) => {
  const maySearch = useMay("users:read");
  const typed = value.trim();
  const { data } = useQuery({ ...peopleQuery(typed), enabled: maySearch && typed.length >= TYPED_LEAST });
  const found = typed.length >= TYPED_LEAST ? (data ?? []) : [];
  const isChosen = found.some(({ username }) => username === typed);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Field
        label={label}
        hint={
          maySearch
            ? "Type a name, an email address or a phone number, and choose the person."
            : "The username or the email address of a verified account."
        }
        error={error}
      >
        <Input
          dir="auto"
          autoComplete="off"
          maxLength={254}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      {!isChosen && found.length > 0 && (
        <ul aria-label="People found" className="grid overflow-hidden rounded-box border border-line">
          {found.map((user) => (
            <li key={user._id} className="border-line border-t first:border-t-0">
              <button
                type="button"
                onClick={() => onChange(user.username)}
                className="grid min-h-11 w-full content-center px-3 py-1 text-left text-sm hover:bg-sunken"
              >
                <bdi translate="no" className="font-semibold">
                  {user.username}
                </bdi>
                <span className="text-ink-soft [overflow-wrap:anywhere]">{factsOf(user)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isUnknown && <Invitation address={typed.includes("@") ? typed : null} />}
    </div>
  );
};

const factsOf = ({ firstName, lastName, email, phone, isEmailVerified, isBanned }: AdminUser): string =>
  [
    [firstName, lastName].filter(Boolean).join(" "),
    email,
    phone,
    !isEmailVerified && "not verified yet",
    isBanned && "suspended",
  ]
    .filter(Boolean)
    .join(" · ");

/** Only a person with an account can accept the terms and be paid. */
const Invitation = ({ address }: { address: string | null }) => {
  const link = `${location.origin}/register`;
  return (
    <p className="text-sm">
      The seller needs an account to accept the terms and to be paid.{" "}
      {address ? (
        <MailLink
          address={address}
          subject="Sell with us: please register"
          body={`Please register at ${link} with this email address and confirm it. We then enter your item, and you can accept our terms.`}
          className="font-semibold text-brand underline underline-offset-4"
        >
          Write an invitation to {address}
        </MailLink>
      ) : (
        <>
          Send them this link: <span className="select-all font-semibold [overflow-wrap:anywhere]">{link}</span>
        </>
      )}
      . This form keeps what you typed.
    </p>
  );
};
