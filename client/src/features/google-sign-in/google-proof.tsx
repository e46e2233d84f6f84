// Google's button, for a person who proves again who they are.
import { useState } from "react";
import { useSite } from "../../lib/site.ts";
import { Notice } from "../../ui/notice.tsx";
import { GoogleButton } from "./google-sign-in.tsx";

export const GoogleProof = ({ onCredential }: { onCredential: (credential: string) => void }) => {
  const site = useSite();
  const [isFailed, setIsFailed] = useState(false);
  if (!site?.googleClientId) return null;
  return (
    <>
      {isFailed && <Notice tone="error">Google Sign-In was cancelled or failed</Notice>}
      <GoogleButton
        clientId={site.googleClientId}
        purpose="signin_with"
        onCredential={({ credential }) => {
          setIsFailed(!credential);
          if (credential) onCredential(credential);
        }}
        onFailed={() => setIsFailed(true)}
      />
    </>
  );
};
