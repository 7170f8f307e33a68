import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Diagnostic } from '../../../language/sequence/diagnostics/diagnostic.ts';
import type { Edit } from '../../../language/sequence/diagnostics/edit.ts';
import parts from '../parts/parts.module.css';
import type { Checked } from './compiler/calls.ts';
import classes from './sequences.module.css';

/** Milliseconds. */
const SPOKEN_AFTER = 700;

interface ProblemsProps {
  /** The problems of the text as it is now; null: not known yet. */
  readonly checked: Checked | null;
  /** The problems of the text before the last keys: they stay until the next ones are there. */
  readonly previous: Checked | null;
  onOpen(line: number, column: number): void;
  /** How many have a certain fix. */
  readonly fixable: number;
  /** Makes the certain fix of one; null: it is to be read only, or the text is some keys ahead. */
  readonly onFix: ((edits: readonly Edit[]) => void) | null;
  onFixAll(): void;
}

/** Every problem with its place, its reason and what to do; one that is chosen is where the cursor goes. */
export function Problems({ checked, previous, onOpen, fixable, onFix, onFixAll }: ProblemsProps) {
  const shown = checked ?? previous;
  const diagnostics = shown?.diagnostics ?? [];
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const summary = shown === null ? 'Checking …' : summaryOf(errors, diagnostics.length - errors);
  // Not at every key: whoever listens hears it when somebody pauses.
  const [said] = useDebouncedValue(spoken(summary, diagnostics), SPOKEN_AFTER);
  return (
    <section className={classes.problems} aria-label="Problems">
      <p role="status" className={parts.said}>
        {said}
      </p>
      <header>
        <h2>{summary}</h2>
        {fixable > 0 && (
          <Button size="compact-xs" variant="default" onClick={onFixAll}>
            Fix {fixable === 1 ? 'the one that is certain' : `the ${fixable} that are certain`}
          </Button>
        )}
      </header>
      {diagnostics.length > 0 && (
        <ol>
          {diagnostics.map(({ code, severity, line, column, message, reason, fix, edits }) => (
            <li key={`${code} ${line}:${column} ${message}`} data-severity={severity}>
              <button type="button" onClick={() => onOpen(line, column)}>
                <span>
                  {line}:{column}
                </span>
                <span>
                  {message} <small>{code}</small>
                </span>
              </button>
              <div>
                <p>
                  {reason !== undefined && `${reason} `}
                  {fix}
                </p>
                {edits !== undefined && onFix !== null && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Fix line ${line}: ${message}`}
                    onClick={() => onFix(edits)}
                  >
                    Fix
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The first of them in full, since it is the one to begin with. */
function spoken(summary: string, [first]: readonly Diagnostic[]): string {
  return first === undefined ? summary : `${summary}. Line ${first.line}: ${first.message}. ${first.fix}`;
}

function summaryOf(errors: number, warnings: number): string {
  if (errors === 0 && warnings === 0) return 'No problems';
  const said = (count: number, word: string) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]);
  return [...said(errors, 'error'), ...said(warnings, 'warning')].join(', ');
}
