import { Link } from '@tanstack/react-router';
import { nameOfLead } from '../../parts/lead-name.ts';
import { TableHead } from '../../parts/table-head.tsx';
import { people } from '../../parts/words.ts';
import classes from './begin.module.css';
import type { Request } from './campaign-draft.ts';
import { ProblemsFile } from './problems-file.tsx';
import type { Previewed } from './use-preview.ts';

interface DifferencesProps {
  readonly rows: NonNullable<Previewed['rows']>;
  /** The form says that they are taken. */
  readonly takes: boolean;
  readonly request: Request;
}

/** Shows what the list says otherwise of people who are in the sequence already: whose, which field, before and after. */
export function Differences({ rows: { known, differing, differences }, takes, request }: DifferencesProps) {
  if (differing === 0) {
    return (
      <p className={classes.quiet}>
        Of {people(known)} who are or were in the sequence the list says nothing that is not known.
      </p>
    );
  }
  return (
    <table className={classes.table}>
      <caption>
        Of {people(differing)} the list says something otherwise than it is known: {takes ? TAKEN : LEFT}
        {differing > differences.length && (
          <>
            {' '}
            The first {differences.length}: <ProblemsFile request={request} />
          </>
        )}
      </caption>
      <TableHead titles={['Row', 'Who', 'What', 'Known', 'In the list']} />
      <tbody>
        {differences.flatMap(({ row, lead_id, differences: fields, ...who }) =>
          fields.map(({ field, was, is }, at) => (
            <tr key={`${row} ${field}`}>
              {at === 0 && (
                <>
                  <th scope="row" rowSpan={fields.length}>
                    {row}
                  </th>
                  <td rowSpan={fields.length}>
                    <Link to="/people/$id" params={{ id: lead_id }}>
                      {nameOfLead(who)}
                    </Link>
                  </td>
                </>
              )}
              <td>{field}</td>
              <td className={classes.value}>{shown(was)}</td>
              <td className={classes.value}>{shown(is)}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

const TAKEN = 'it is taken, for their steps that are still to come, unless one of them would fail for it.';
const LEFT = 'it is left as it is known. The form can take it.';

const shown = (value: unknown): string => {
  if (value === null || value === '') return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
