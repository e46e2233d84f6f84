// Personal details, viewed or edited. Cancel restores the loaded values; a refusal keeps what was typed.
import type { User } from "@jara/shared/users";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "#router";
import { useFocusBack } from "../../lib/use-focus-back.ts";
import { toast } from "../../store/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { addressFields, fieldValue, type ProfileField, personFields, toForm } from "./profile-fields.ts";
import { ProfileForm } from "./profile-form.tsx";

const SAVED = "Profile updated successfully!";
const SAVED_SHOWN_MS = 3000;
const WITHDRAW = "/profile/withdraw#bank-account";

/** Scrolls to the notice, because on a phone the button that saves is far below it. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "center" });

export const ProfileDetails = ({ user }: { user: User }) => {
  const navigate = useNavigate();
  // The page of withdrawals leads here to a name that is missing or wrong, and is gone back to once it is saved.
  const [params] = useSearchParams();
  const isForWithdrawal = params.get("for") === "withdrawal";
  const [editing, setEditing] = useState(useLocation().hash === "#edit");
  const [saved, setSaved] = useState(0);
  const editButton = useFocusBack(editing);

  useEffect(() => {
    if (saved === 0) return;
    const timer = setTimeout(() => setSaved(0), SAVED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [saved]);

  return (
    <Panel
      title="Your details"
      action={
        !editing && (
          <Button ref={editButton} variant="secondary" size="sm" onClick={() => setEditing(true)}>
            Edit Profile
          </Button>
        )
      }
    >
      {isForWithdrawal && (
        <Link to={WITHDRAW} className={textLinkClass}>
          Back to Withdraw money
        </Link>
      )}
      {saved > 0 && (
        <div ref={intoView}>
          <Notice tone="success">{SAVED}</Notice>
        </div>
      )}
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label="Username" value={user.username} />
        <Fact label="Email" value={user.email} />
      </dl>
      {editing ? (
        <ProfileForm
          user={user}
          onCancel={() => setEditing(false)}
          onSaved={() => {
            if (isForWithdrawal) {
              toast.success(SAVED);
              return navigate(WITHDRAW, { replace: true });
            }
            setEditing(false);
            setSaved((count) => count + 1);
          }}
        />
      ) : (
        <Facts user={user} onAdd={() => setEditing(true)} />
      )}
    </Panel>
  );
};

/** Shows the details that the person has given, and in one line those that are missing. */
const Facts = ({ user, onAdd }: { user: User; onAdd: () => void }) => {
  const form = toForm(user);
  const isGiven = ({ name }: ProfileField) => fieldValue(form, name) !== "";
  const address = addressFields.filter(isGiven);
  const missing = [...personFields, ...addressFields].filter((field) => !isGiven(field));
  const fact = ({ name, label, wide }: ProfileField) => (
    <Fact key={name} label={label} value={fieldValue(form, name)} className={wide ? "sm:col-span-2" : ""} />
  );
  return (
    <>
      <dl className="grid gap-x-6 gap-y-4 empty:hidden sm:grid-cols-2">{personFields.filter(isGiven).map(fact)}</dl>
      {address.length > 0 && (
        <div className="grid gap-4 border-line border-t pt-4">
          <h3 className="font-semibold text-base">Address</h3>
          <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">{address.map(fact)}</dl>
        </div>
      )}
      {missing.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
          <dl className="flex-1 basis-40">
            <Fact label={missing.map(({ label }) => label).join(", ")} value="Not provided" />
          </dl>
          <Button variant="secondary" size="sm" onClick={onAdd}>
            Add
          </Button>
        </div>
      )}
    </>
  );
};

const Fact = ({ label, value, className }: { label: string; value: string; className?: string }) => (
  <div className={className}>
    <dt className="text-ink-soft text-sm">{label}</dt>
    <dd className="font-medium [overflow-wrap:anywhere]">{value}</dd>
  </div>
);
