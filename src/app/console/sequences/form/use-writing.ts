import { useCallback, useRef, useState } from 'react';
import type { Path } from '../../../../language/editing/form/path.ts';
import { tellProblem } from '../../parts/tell.tsx';
import { compiler } from '../compiler/use-compiler.ts';
import type { WrittenText } from '../editor/open-editor.ts';

interface Wanted {
  readonly path: Path;
  readonly value: string;
}

export const keyOf = (path: Path): string => JSON.stringify(path);

/**
 * Writes what is typed into the form into the text of the editor, which alone is the truth: one value after the other, of each
 * the newest.
 */
export function useWriting(written: WrittenText) {
  const wanted = useRef(new Map<string, Wanted>());
  const [isWriting, setWriting] = useState(false);
  /** The field whose value cannot be written. */
  const [refused, refuse] = useState<string | null>(null);

  const write = useCallback(
    (path: Path, value: string) => {
      wanted.current.set(keyOf(path), { path, value });
      if (wanted.current.size > 1) return;
      const writeAll = async (): Promise<void> => {
        for (const [key, next] of wanted.current) {
          const text = written.now();
          if (text === null) {
            wanted.current.clear();
            return;
          }
          const edit = await compiler().call('write', { text, ...next });
          refuse((before) => (edit === null ? key : before === key ? null : before));
          // What was typed meanwhile, here or in the text, comes first: it is asked again.
          const isDone = edit === null || written.change(text, [edit]);
          if (isDone && wanted.current.get(key) === next) wanted.current.delete(key);
        }
        if (wanted.current.size > 0) await writeAll();
      };
      setWriting(true);
      void writeAll()
        .catch((error: unknown) => {
          wanted.current.clear();
          tellProblem(error);
        })
        .finally(() => setWriting(false));
    },
    [written],
  );
  return { write, isWriting, refused };
}
