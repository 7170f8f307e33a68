import { getRouteApi } from '@tanstack/react-router';
import { closeBidi } from '../../../../shared/kit/close-bidi.ts';
import type { ResultOf } from '../../../api-client/asked.ts';
import { Choice } from '../../parts/choice.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import { percent } from '../../parts/words.ts';
import bars from '../bars.module.css';
import classes from '../campaign.module.css';
import { groupingOf, NO_GROUP } from '../campaign-address.ts';
import tables from '../tables.module.css';
import { PeopleLink } from './people-link.tsx';

const route = getRouteApi('/campaigns/$id');
const SHOWN = 20;
const BY = [
  ['week', 'week of the first contact'],
  ['sender', 'account of the first contact'],
  ...['company', 'country', 'location', 'timezone', 'headline'].map((field) => [field, field] as const),
] as const;

interface GroupsProps {
  readonly results: ResultOf<'getCampaignResults'>;
  readonly by: string;
}

/** The same numbers for each week, account or kind of people. */
export function Groups({ results: { groups }, by }: GroupsProps) {
  const navigate = route.useNavigate();
  const group = (chosen: string) =>
    void navigate({ search: ({ by: _, ...before }) => ({ ...before, by: chosen }), replace: true });
  const most = Math.max(1, ...groups.map(({ contacted }) => contacted));
  const shown = by === 'week' ? groups.slice(-SHOWN) : groups.slice(0, SHOWN);
  return (
    <section className={classes.section} aria-labelledby="groups">
      <h2 id="groups">
        By <Choice label="By what" value={by} options={BY} onChoose={group} />{' '}
        <SearchBox
          label="Or by a variable"
          placeholder="or a variable, as company_size"
          onWords={(variable) => groupingOf(`vars.${variable}`) === `vars.${variable}` && group(`vars.${variable}`)}
        />
      </h2>
      <div className={classes.scrolls}>
        <table className={tables.funnel}>
          <TableHead titles={['Group', 'People', 'Contacted', 'Replied', 'Rate']} />
          <tbody>
            {shown.map(({ group, enrolled, contacted, replied, reply_rate }) => {
              const search = { by, group: group === null || group === '' ? NO_GROUP : group };
              return (
                <tr key={group}>
                  <th scope="row">
                    {group === null
                      ? by === 'week' || by === 'sender'
                        ? 'not contacted yet'
                        : 'without one'
                      : closeBidi(group)}
                    <span className={bars.bar}>
                      <span style={{ width: `${(100 * contacted) / most}%` }} />
                    </span>
                  </th>
                  <td>
                    <PeopleLink count={enrolled} search={search} />
                  </td>
                  <td>
                    <PeopleLink count={contacted} search={{ ...search, contacted: 'true' }} />
                  </td>
                  <td>
                    <PeopleLink count={replied} search={{ ...search, replied: 'true' }} />
                  </td>
                  <td>{reply_rate.rate === null ? '' : percent(reply_rate.rate)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {groups.length > SHOWN && (
        <p className={classes.why}>
          {by === 'week' ? 'The last' : 'The largest'} {SHOWN} of {groups.length}; the file has them all.
        </p>
      )}
    </section>
  );
}
