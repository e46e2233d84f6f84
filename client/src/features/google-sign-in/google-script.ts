// Loads Google's own sign-in script when the button is first needed, once per page load. Declares only the parts that
// are used.
const SCRIPT = "https://accounts.google.com/gsi/client";

/** The data that the script passes to the callback: the ID token is `credential`. */
export interface CredentialResponse {
  credential?: string;
  clientId?: string;
  select_by?: string;
}

export interface GoogleButtonProps {
  clientId: string;
  /** The text on the button. */
  purpose: "signin_with" | "signup_with";
  onCredential: (response: CredentialResponse) => void;
  onFailed: () => void;
}

export interface GoogleButtonLook {
  type: "standard" | "icon";
  theme: "outline" | "filled_blue" | "filled_black";
  /** 40, 32 and 20 px high. */
  size: "large" | "medium" | "small";
  text?: "signin_with" | "signup_with" | "continue_with";
  /** px, 200 to 400. */
  width?: number;
}

export interface GoogleId {
  initialize: (settings: { client_id: string; callback: (response: CredentialResponse) => void }) => void;
  renderButton: (parent: HTMLElement, look: GoogleButtonLook) => void;
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleId } };
  }
}

let loading: Promise<GoogleId> | null = null;
let initializedFor: string | null = null;
let onCredential: ((response: CredentialResponse) => void) | null = null;

/** Rejects if the script cannot be loaded; the next call tries again. */
const load = (): Promise<GoogleId> => {
  loading ??= new Promise<GoogleId>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.async = true;
    const fail = () => {
      loading = null;
      script.remove();
      reject(new Error("Google's sign-in script could not be loaded"));
    };
    script.onload = () => {
      const id = window.google?.accounts?.id;
      if (id) resolve(id);
      else fail();
    };
    script.onerror = fail;
    document.head.append(script);
  });
  return loading;
};

/**
 * Resolves when buttons can be rendered. Credentials go to the newest `listener`, because the script takes one callback
 * for the whole page.
 */
export const prepareGoogle = async (
  clientId: string,
  listener: (response: CredentialResponse) => void,
): Promise<GoogleId> => {
  onCredential = listener;
  const id = await load();
  if (initializedFor !== clientId) {
    id.initialize({ client_id: clientId, callback: (response) => onCredential?.(response) });
    initializedFor = clientId;
  }
  return id;
};
