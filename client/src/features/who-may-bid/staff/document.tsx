// A person's document, for staff: a picture on the page, a PDF file to save.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { messageOf } from "../../../lib/api.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { documentQuery } from "../queries.ts";

const types = { picture: "image/webp", pdf: "application/pdf" } as const;

const blobOf = ({ kind, file }: { kind: keyof typeof types; file: string }): Blob =>
  new Blob([Uint8Array.from(atob(file), (char) => char.charCodeAt(0))], { type: types[kind] });

export const Document = ({ userId, username }: { userId: string; username: string }) => {
  const query = useQuery(documentQuery(userId));
  return (
    <Loaded
      query={query}
      failed={(error) => messageOf(error, "Failed to load the document")}
      loading={<Skeleton className="h-48" />}
    >
      {(document) =>
        document.kind === "pdf" ? (
          <Button
            size="sm"
            variant="secondary"
            className="justify-self-start"
            onClick={() => saveFile(blobOf(document), `${username}.pdf`)}
          >
            Save the PDF file
          </Button>
        ) : (
          <DocumentPicture file={document.file} />
        )
      }
    </Loaded>
  );
};

const DocumentPicture = ({ file }: { file: string }) => {
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(blobOf({ kind: "picture", file }));
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return src && <img src={src} alt="The document" className="max-h-[70dvh] w-full rounded-box object-contain" />;
};
