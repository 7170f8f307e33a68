import { Button } from '@mantine/core';
import type { Checked } from './compiler/calls.ts';
import classes from './sequences.module.css';

interface ProblemsProps {
  /** Of the text as it is now; null: not known yet. */
  readonly checked: Checked | null;
  /** Of the text before the last keys: it stays until the next one is there. */
  readonly previous: Checked | null;
  onOpen(line: number, column: number): void;
  /** How many have a certain fix. */
  readonly fixable: number;
  onFix(): void;
}

/** Every problem with its place, its reason and what to do; one that is chosen is where the cursor goes. */
export function Problems({ checked, previous, onOpen, fixable, onFix }: ProblemsProps) {
  const shown = checked ?? previous;
  const diagnostics = shown?.diagnostics ?? [];
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return (
    <section className={classes.problems} aria-label="Problems">
      <header>
        <h2>
          <span role="status">{shown === null ? 'Checking …' : summaryOf(errors, diagnostics.length - errors)}</span>
        </h2>
        {fixable > 0 && (
          <Button size="compact-xs" variant="default" onClick={onFix}>
            Fix {fixable === 1 ? 'the one that is certain' : `the ${fixable} that are certain`}
          </Button>
        )}
      </header>
      {diagnostics.length > 0 && (
        <ol>
          {diagnostics.map(({ code, severity, line, column, message, fix }) => (
            <li key={`${code} ${line}:${column} ${message}`} data-severity={severity}>
              <button type="button" onClick={() => onOpen(line, column)}>
                <span>
                  {line}:{column}
                </span>
                <span>
                  {message} <small>{code}</small>
                </span>
              </button>
              <p>{fix}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function summaryOf(errors: number, warnings: number): string {
  if (errors === 0 && warnings === 0) return 'No problems';
  const said = (count: number, word: string) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]);
  return [...said(errors, 'error'), ...said(warnings, 'warning')].join(', ');
}
