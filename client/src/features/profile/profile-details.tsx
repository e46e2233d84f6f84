// Personal details, viewed or edited. Cancel restores the loaded values; a refusal keeps what was typed.
import type { User } from "@jara/shared/users";
import { useEffect, useState } from "react";
import { useLocation } from "#router";
import { useFocusBack } from "../../lib/use-focus-back.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import {
  addressFields,
  fieldValue,
  missingDetails,
  type ProfileField,
  type ProfileFieldName,
  personFields,
  toForm,
} from "./profile-fields.ts";
import { ProfileForm } from "./profile-form.tsx";

const SAVED_SHOWN_MS = 3000;

/** Scrolls to the notice, because on a phone the button that saves is far below it. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "center" });

export const ProfileDetails = ({ user }: { user: User }) => {
  const isAsked = useLocation().hash === "#edit";
  /** The field at which the form begins; null while the details are viewed. */
  const [editing, setEditing] = useState<ProfileFieldName | null>(isAsked ? "firstName" : null);
  const [saved, setSaved] = useState(0);
  const editButton = useFocusBack(editing !== null);

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
          <Button ref={editButton} variant="secondary" size="sm" onClick={() => setEditing("firstName")}>
            Edit Profile
          </Button>
        )
      }
    >
      {saved > 0 && (
        <div ref={intoView}>
          <Notice tone="success">Profile updated successfully!</Notice>
        </div>
      )}
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label="Username" value={user.username} />
        <Fact label="Email" value={user.email} />
      </dl>
      {editing ? (
        <ProfileForm
          user={user}
          first={editing}
          onCancel={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            setSaved((count) => count + 1);
          }}
        />
      ) : (
        <Facts user={user} onAdd={setEditing} />
      )}
    </Panel>
  );
};

/** Shows the details that the person has given, and below them the ways into the form for those that are missing. */
const Facts = ({ user, onAdd }: { user: User; onAdd: (field: ProfileFieldName) => void }) => {
  const form = toForm(user);
  const missing = missingDetails(form);
  const isGiven = ({ name }: ProfileField) => fieldValue(form, name) !== "";
  const fact = ({ name, label, wide }: ProfileField) => (
    <Fact
      key={name}
      label={label}
      value={fieldValue(form, name) || NOT_PROVIDED}
      className={wide ? "sm:col-span-2" : ""}
    />
  );
  return (
    <>
      <dl className="grid gap-x-6 gap-y-4 empty:hidden sm:grid-cols-2">{personFields.filter(isGiven).map(fact)}</dl>
      {addressFields.some(isGiven) && (
        <div className="grid gap-4 border-line border-t pt-4">
          <h3 className="font-semibold text-base">Address</h3>
          <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {addressFields.filter((field) => field.isOptional || isGiven(field)).map(fact)}
          </dl>
        </div>
      )}
      {missing.length > 0 && (
        <dl className="border-line border-t pt-4">
          <dt className="text-ink-soft text-sm">{NOT_PROVIDED}</dt>
          <dd className="flex flex-wrap gap-x-6">
            {missing.map(({ label, name }) => (
              <button key={name} type="button" className={textLinkClass} onClick={() => onAdd(name)}>
                Add your {label.toLowerCase()}
              </button>
            ))}
          </dd>
        </dl>
      )}
    </>
  );
};

const NOT_PROVIDED = "Not provided";

const Fact = ({ label, value, className }: { label: string; value: string; className?: string }) => (
  <div className={className}>
    <dt className="text-ink-soft text-sm">{label}</dt>
    <dd className="font-medium [overflow-wrap:anywhere]">{value}</dd>
  </div>
);
