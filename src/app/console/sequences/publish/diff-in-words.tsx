import classes from '../sequences.module.css';

interface Field {
  readonly field: string;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly words?: readonly { readonly text: string; readonly change: keyof typeof ELEMENTS }[] | undefined;
}

/** As a plan of the API has it, and the worker. */
interface Diff {
  readonly header: readonly { readonly field: string; readonly from: string; readonly to: string }[];
  readonly steps: readonly {
    readonly change: string;
    readonly step: string;
    readonly was?: string | undefined;
    readonly from: string | null;
    readonly to: string | null;
    readonly fields: readonly Field[];
  }[];
  readonly unchanged: number;
}

/** How two versions differ, as one would say it. */
export function DiffInWords({ diff: { header, steps, unchanged } }: { readonly diff: Diff }) {
  if (header.length === 0 && steps.length === 0) return <p>No difference: same steps, same texts.</p>;
  return (
    <>
      <ul className={classes.diff}>
        {header.map(({ field, from, to }) => (
          <li key={field} data-change="changed">
            {field}: {from} → {to}
          </li>
        ))}
        {steps.map((step) => (
          <li key={`${step.change} ${step.from} ${step.to}`} data-change={step.change}>
            <span className={classes.change}>{step.change}</span> {step.was !== undefined && <del>{step.was}</del>}{' '}
            {step.step}
            {step.fields.map((field) => (
              <FieldChange key={field.field} field={field} />
            ))}
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>
        {unchanged} {unchanged === 1 ? 'step is' : 'steps are'} as before.
      </p>
    </>
  );
}

const ELEMENTS = { same: 'span', added: 'ins', removed: 'del' } as const;

function FieldChange({ field: { field, from, to, words } }: { readonly field: Field }) {
  if (words === undefined) {
    return (
      <p>
        {field}: {shown(from)} → {shown(to)}
      </p>
    );
  }
  return (
    <p>
      {field}:{' '}
      {words.map(({ text, change }, at) => {
        const Element = ELEMENTS[change];
        // biome-ignore lint/suspicious/noArrayIndexKey: words of one text have their place alone.
        return <Element key={at}>{text}</Element>;
      })}
    </p>
  );
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? 'none' : typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
