// Says whose bank account it must be before anything is typed, because the bank's name is compared with the profile's.
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";

interface NameLineProps {
  /** The first and last name on the profile; null while one of them is missing. */
  name: string | null;
  /** Null while another button for it is shown. */
  onChange: (() => void) | null;
}

export const NameLine = ({ name, onChange }: NameLineProps) => {
  if (name === null) {
    return (
      <Notice
        tone="warning"
        title="First add your name"
        action={
          onChange && (
            <Button variant="secondary" size="sm" onClick={onChange}>
              Add your name
            </Button>
          )
        }
      >
        The account must be in your name, and your profile has no first and last name yet.
      </Notice>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="[overflow-wrap:anywhere]">
        The account must be in your name: <strong translate="no">{name}</strong>
      </p>
      {onChange && (
        <Button variant="secondary" size="sm" onClick={onChange}>
          Change your name
        </Button>
      )}
    </div>
  );
};
