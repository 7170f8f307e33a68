import { useEffect, useRef, useState } from 'react';
import type { Layout } from '../../../../language/graph/layout.ts';
import type { Checked } from './calls.ts';
import { keepCompiler } from './keep-compiler.ts';

/** The one that answers while somebody types; a simulation has one of its own, which can be ended. */
export const compiler = keepCompiler();

export interface Compiled {
  /** The text of which it speaks: what is on the screen may be some keys ahead. */
  readonly text: string;
  readonly checked: Checked;
}

export interface Drawn {
  readonly text: string;
  readonly layout: Layout;
}

/** Wall milliseconds without a key, after which the graph is drawn again. */
const DRAWN_AFTER = 250;

/** Asks the compiler about a text as it is typed: never more than one question at a time, and always the newest. */
export function useCompiled(text: string, sequences: readonly string[] | null) {
  const [compiled, setCompiled] = useState<Compiled | null>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const latest = useRef({ text, sequences });
  latest.current = { text, sequences };
  const isAsking = useRef(false);

  useEffect(() => {
    const ask = async (): Promise<void> => {
      const asked = latest.current;
      const checked = await compiler().call('check', asked);
      setCompiled({ text: asked.text, checked });
      setFailure(null);
      if (latest.current.text !== asked.text || latest.current.sequences !== asked.sequences) await ask();
    };
    latest.current = { text, sequences };
    if (isAsking.current) return;
    isAsking.current = true;
    void ask()
      .catch(setFailure)
      .finally(() => {
        isAsking.current = false;
      });
  }, [text, sequences]);

  const isWhole = compiled?.checked.ok === true;
  const whole = isWhole ? compiled.text : null;
  useEffect(() => {
    if (whole === null) return;
    const timer = setTimeout(() => {
      void compiler()
        .call('draw', { text: whole })
        .then((layout) => {
          if (layout !== null) setDrawn({ text: whole, layout });
        })
        .catch(setFailure);
    }, DRAWN_AFTER);
    return () => clearTimeout(timer);
  }, [whole]);

  return { compiled, drawn, failure };
}
