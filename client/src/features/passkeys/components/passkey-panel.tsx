// The account's passkeys, on the page of sign-in and security.
import { PASSKEYS_MAX, type Passkey } from "@jara/shared/rest/passkeys";
import { useState } from "react";
import { failureWords } from "../../../lib/failure-words.ts";
import { toast } from "../../../store/toast.ts";
import { Loaded, Loading } from "../../../ui/loaded.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { usePasskeys } from "../use-passkeys.ts";
import { canUsePasskeys } from "../webauthn.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { PasskeyRow } from "./passkey-row.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";

export const PasskeyPanel = ({ isVerified }: { isVerified: boolean }) => {
  const query = usePasskeys();
  return (
    <Panel title="Passkeys">
      <p className="text-ink-soft text-sm">
        A passkey logs you in with your fingerprint, your face or your screen lock, without a password. It works on this
        site alone, so nobody can trick you into giving it away.
      </p>
      <Loaded
        query={query}
        failed={(error) => failureWords(error, "Your passkeys could not be loaded.")}
        loading={
          <Loading isHidden shapes={["h-11"]}>
            Loading your passkeys...
          </Loading>
        }
      >
        {(passkeys) => <Passkeys passkeys={passkeys} isVerified={isVerified} />}
      </Loaded>
    </Panel>
  );
};

const Passkeys = ({ passkeys, isVerified }: { passkeys: readonly Passkey[]; isVerified: boolean }) => {
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  return (
    <>
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="grid divide-y divide-line border-line border-y">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey._id}
              passkey={passkey}
              onRename={() => setRenamed(passkey)}
              onRemove={() => setRemoved(passkey)}
            />
          ))}
        </ul>
      )}
      <Offer count={passkeys.length} isVerified={isVerified} />
      <RenameDialog passkey={renamed} onClose={() => setRenamed(null)} />
      <RemoveDialog
        passkey={removed}
        isLast={passkeys.length === 1}
        onRemoved={() => toast.success("The passkey is removed.")}
        onClose={() => setRemoved(null)}
      />
    </>
  );
};

const Offer = ({ count, isVerified }: { count: number; isVerified: boolean }) => {
  if (!canUsePasskeys()) {
    return (
      <Notice tone="muted">
        This browser cannot use passkeys here. Your password still works. You can add a passkey with another browser or
        on your phone.
      </Notice>
    );
  }
  if (!isVerified) return <Notice tone="muted">Please verify your email address before you add a passkey.</Notice>;
  if (count >= PASSKEYS_MAX) {
    return <p className="text-sm">You have {PASSKEYS_MAX} passkeys and cannot add more. Remove one to add another.</p>;
  }
  return <AddPasskey isFirst={count === 0} />;
};
