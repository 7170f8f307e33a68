import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ask } from '../../data/ask.ts';
import { Answered } from '../../parts/answered.tsx';
import { Choice } from '../../parts/choice.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import classes from '../campaign.module.css';
import tables from '../tables.module.css';
import { type Cell, compareResults, type Results } from './compare-rows.ts';

const route = getRouteApi('/compare-campaigns');
const MOST = 1000;

/** Two campaigns side by side; each number opens its people. */
export function ComparePage() {
  const { one, other } = route.useSearch();
  const navigate = route.useNavigate();
  const campaigns = useQuery(ask('listCampaigns', { query: { limit: MOST, fields: ['id', 'name'] } }));
  const options = (campaigns.data?.items ?? []).map(({ id, name }) => [id, name] as const);
  const choose = (word: 'one' | 'other') => (id: string) =>
    void navigate({
      search: ({ [word]: _, ...before }) => (id === '' ? before : { ...before, [word]: id }),
      replace: true,
    });
  return (
    <PageFrame
      title="Two campaigns"
      bar={
        <>
          <Choice label="One campaign" none="choose one" options={options} value={one ?? ''} onChoose={choose('one')} />
          <Choice
            label="The other campaign"
            none="choose another"
            options={options}
            value={other ?? ''}
            onChoose={choose('other')}
          />
        </>
      }
    >
      {one === undefined || other === undefined ? (
        <EmptyState says="Choose two campaigns.">What each has brought stands beside the other then.</EmptyState>
      ) : (
        <Compared ids={[one, other]} />
      )}
    </PageFrame>
  );
}

function Compared({ ids: [one, other] }: { readonly ids: readonly [string, string] }) {
  const left = useQuery(ask('getCampaignResults', { params: { id: one } }));
  const right = useQuery(ask('getCampaignResults', { params: { id: other } }));
  return (
    <Answered query={left} rows={8}>
      {(first) => (
        <Answered query={right} rows={8}>
          {(second) => <SideBySide of={[first, second]} />}
        </Answered>
      )}
    </Answered>
  );
}

function SideBySide({ of: [one, other] }: { readonly of: readonly [Results, Results] }) {
  const pair = [one, other] as const;
  return (
    <>
      <div className={classes.scrolls}>
        <table className={tables.sides}>
          <thead>
            <tr>
              <td />
              {pair.map(({ campaign_id, name, sequence, version }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: somebody may choose the same campaign twice.
                <th key={at} scope="col">
                  <Link to="/campaigns/$id" params={{ id: campaign_id }} className={classes.number}>
                    <bdi>{name}</bdi>
                  </Link>
                  <small>
                    {sequence} v{version}
                  </small>
                </th>
              ))}
            </tr>
          </thead>
          {compareResults(one, other).map(({ title, rows }) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  {title}
                </th>
              </tr>
              {rows.map(({ what, cells: [first, second] }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be called the same.
                <tr key={at}>
                  <th scope="row">{what}</th>
                  <td>
                    <Shown campaign={one.campaign_id} cell={first} />
                  </td>
                  <td>
                    <Shown campaign={other.campaign_id} cell={second} />
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <p className={classes.why}>
        People are judged {one.window_days} days after the first contact. Nobody was drawn by lot into one or the other:
        what differs may be the people and not the campaign. A <code>split</code> tells that apart.
      </p>
    </>
  );
}

function Shown({ campaign, cell }: { readonly campaign: string; readonly cell: Cell }) {
  if (typeof cell === 'string') return cell;
  const { count, search } = cell;
  if (count === 0) return <span className={classes.none}>0</span>;
  return (
    <Link
      to="/campaigns/$id"
      params={{ id: campaign }}
      search={{ view: 'people', ...search }}
      className={classes.number}
      title="Who they are"
    >
      {count.toLocaleString('en')}
    </Link>
  );
}
