import { nameOfLead } from '../../parts/lead-name.ts';
import { TableHead } from '../../parts/table-head.tsx';
import { code, countOf } from '../../parts/words.ts';
import classes from './begin.module.css';
import type { Request } from './campaign-draft.ts';
import { ProblemsFile } from './problems-file.tsx';
import type { Previewed } from './use-preview.ts';

interface LeftOutProps {
  readonly rows: NonNullable<Previewed['rows']>;
  /** How many are or were in the sequence, and do not enter again. */
  readonly known: number;
  readonly request: Request;
}

/** Shows who does not enter, and why. */
export function LeftOut({ rows: { refused, duplicates, problems, total }, known, request }: LeftOutProps) {
  const reasons = [
    ...Object.entries(refused).map(([name, count]) => [code(name), count] as const),
    ...(known > 0 ? [[code('duplicate'), known] as const] : []),
    ...(duplicates > 0 ? [['the person of an earlier row', duplicates] as const] : []),
  ];
  if (reasons.length === 0) return <p className={classes.quiet}>Nobody of {countOf(total, 'row')} is left out.</p>;
  return (
    <>
      <table className={classes.table}>
        <caption>Left out, of {countOf(total, 'row')}</caption>
        <tbody>
          {reasons.map(([reason, count]) => (
            <tr key={reason}>
              <th scope="row">{reason}</th>
              <td>{count.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(refused.opted_out ?? 0) > 0 && (
        <p className={classes.quiet}>
          Whom the list says not to contact is put on the do-not-contact list when the campaign starts.
        </p>
      )}
      {problems.length > 0 && <FirstProblems problems={problems} request={request} />}
    </>
  );
}

function FirstProblems({ problems, request }: Pick<LeftOutProps['rows'], 'problems'> & Pick<LeftOutProps, 'request'>) {
  return (
    <table className={classes.table}>
      <caption>
        The first of them, by what they say themselves <ProblemsFile request={request} />
      </caption>
      <TableHead titles={['Row', 'Who', 'Why']} />
      <tbody>
        {problems.map(({ row, message, ...who }) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            <td>{nameOfLead(who)}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
