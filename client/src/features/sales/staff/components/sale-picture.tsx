// The picture of a sale: chosen, uploaded at once, replaced or removed.
import { ACCEPTED_MEDIA_TYPES } from "@jara/shared/media";
import { ImagePlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { failureWords } from "../../../../lib/failure-words.ts";
import { fileError, kindOf } from "../../../../lots/media/media-checks.ts";
import { uploadFile } from "../../../../lots/media/upload-file.ts";
import { Button } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { Picture } from "../../../../ui/picture.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";

const ACCEPT = ACCEPTED_MEDIA_TYPES.filter((type) => type.startsWith("image/")).join(",");

interface SalePictureProps {
  /** The address of the upload; null for none. */
  picture: string | null;
  onChange: (picture: string | null) => void;
}

export const SalePicture = ({ picture, onChange }: SalePictureProps) => {
  const box = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    const wrong = fileError(file) ?? (kindOf(file) === "image" ? null : "Please choose a picture.");
    setProblem(wrong);
    if (wrong) return;
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setShare(0);
    try {
      onChange((await uploadFile(file, setShare, abort.signal)).file.url);
    } catch (error) {
      if (!abort.signal.aborted) setProblem(failureWords(error, "The picture was not uploaded."));
    } finally {
      if (!abort.signal.aborted) setShare(null);
    }
  };

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold text-sm">Picture</legend>
      {picture && (
        <Picture src={picture} alt="The sale's picture" className="aspect-[3/1] w-full max-w-lg rounded-box" />
      )}
      <input
        ref={box}
        type="file"
        accept={ACCEPT}
        hidden
        aria-label="Picture of the sale"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Clears the input, so that the same file can be chosen again.
          event.target.value = "";
          if (file) void send(file);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" pending={share !== null} onClick={() => box.current?.click()}>
          <ImagePlus aria-hidden className="size-5" />
          {picture ? "Choose another picture" : "Choose a picture"}
        </Button>
        {picture && (
          <Button variant="ghost" onClick={() => onChange(null)}>
            Remove the picture
          </Button>
        )}
      </div>
      {share !== null && <ProgressBar share={share} label="The picture is uploaded" />}
      {problem && <Notice tone="error">{problem}</Notice>}
    </fieldset>
  );
};
