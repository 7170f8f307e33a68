import { useCallback, useEffect, useState } from 'react';
import { forgetUnsaved, keepUnsaved, readUnsaved } from './working-text.ts';

/** A text as the server has it. */
export interface Kept {
  readonly text: string;
  /** The version that it started from; null: there was none. */
  readonly based_on: number | null;
  /** The revision of the draft; null: there is none. */
  readonly revision: string | null;
}

/** The text that is worked on: every key of it is kept in the browser, until the server has it or it is given up. */
export function useText(key: string, begun: Kept) {
  const [kept, setKept] = useState<Kept>(() => {
    const unsaved = readUnsaved(key);
    return unsaved === null ? begun : { ...unsaved, text: begun.text };
  });
  const [opened, open] = useState(() => ({ document: 0, text: readUnsaved(key)?.text ?? begun.text }));
  const [text, setText] = useState(opened.text);
  const isUnsaved = text !== kept.text;

  useEffect(() => {
    if (isUnsaved) keepUnsaved(key, { ...kept, text });
    else forgetUnsaved(key);
  }, [key, text, isUnsaved, kept]);

  /** Another text in its place, as a document of its own. */
  const startOver = useCallback((from: Kept) => {
    setKept(from);
    open(({ document }) => ({ document: document + 1, text: from.text }));
    setText(from.text);
  }, []);

  /** A text that was given up is there again, and not saved. */
  const resume = useCallback((given: Pick<Kept, 'text' | 'based_on'>) => {
    setKept((now) => ({ ...now, based_on: given.based_on }));
    open(({ document }) => ({ document: document + 1, text: given.text }));
    setText(given.text);
  }, []);

  return { text, setText, opened, kept, setKept, isUnsaved, startOver, resume };
}
