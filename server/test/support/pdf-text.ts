// Reads the text of a PDF file, as a viewer that copies it would.
import { extractText, getDocumentProxy } from "unpdf";

export interface PdfText {
  readonly pages: number;
  readonly text: string;
}

export const pdfText = async (file: Uint8Array): Promise<PdfText> => {
  const document = await getDocumentProxy(new Uint8Array(file));
  const { totalPages, text } = await extractText(document, { mergePages: true });
  await document.destroy();
  return { pages: totalPages, text: text.replace(/\s+/g, " ") };
};
