import { getRouteApi, Link } from '@tanstack/react-router';
import { askPages } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import controls from '../parts/controls.module.css';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { WithTimes } from '../parts/with-times.tsx';
import { AccountControls } from './account-controls.tsx';
import { type Account, shareOf, toneOfHealth } from './account-words.ts';
import { AllCalendars } from './calendar/all-calendars.tsx';
import { ConnectButton } from './connect-button.tsx';

const route = getRouteApi('/accounts');

const COLUMNS: readonly Column<Account>[] = [
  {
    title: 'Account',
    width: 'minmax(0, 2fr)',
    cell: ({ id, name, email }) => (
      <Link to="/accounts/$id" params={{ id }} title={email ?? name}>
        {name}
      </Link>
    ),
  },
  { title: 'Network', width: '92px', isWide: true, cell: ({ platform }) => platform },
  {
    title: 'Status',
    width: 'minmax(96px, 1fr)',
    cell: ({ status }) => <Tag tone={status === 'connected' ? 'good' : 'bad'}>{status.replaceAll('_', ' ')}</Tag>,
  },
  {
    title: 'Tier',
    width: 'minmax(0, 1fr)',
    isWide: true,
    cell: ({ profile }) => <span title={profile ?? undefined}>{profile}</span>,
  },
  { title: 'Bounces', width: '76px', isNumeric: true, isWide: true, cell: (account) => rateOf(account, 'bounces') },
  {
    title: 'Complaints',
    width: '84px',
    isNumeric: true,
    isWide: true,
    cell: (account) => rateOf(account, 'complaints'),
  },
  {
    title: 'Why it waits',
    width: 'minmax(0, 3fr)',
    isWide: true,
    cell: ({ held: [first] }) =>
      first !== undefined && (
        <span title={first.reason}>
          <WithTimes text={first.reason} />
          {first.until !== null && (
            <>
              , until <Time at={first.until} />
            </>
          )}
        </span>
      ),
  },
  {
    title: 'People waiting',
    width: '104px',
    isNumeric: true,
    isWide: true,
    cell: (account) => <PeopleWaiting account={account} />,
  },
  { title: 'Do', width: '84px', cell: (account) => <AccountControls account={account} /> },
];

const VIEWS = [
  ['list', 'List'],
  ['calendar', 'Calendar'],
] as const;

/** The sender accounts, with all that holds them, or the next days of all of them. */
export function AccountsPage() {
  const view = route.useSearch().view === 'calendar' ? 'calendar' : 'list';
  const may = useMay();
  return (
    <PageFrame
      title="Accounts"
      isFixed={view === 'list'}
      actions={<ConnectButton />}
      bar={
        may('getCapacity') && (
          <nav className={controls.tabs} aria-label="What is shown of the accounts">
            {VIEWS.map(([one, title]) => (
              <Link
                key={one}
                to="/accounts"
                search={{ view: one }}
                className={controls.tab}
                aria-current={one === view ? 'page' : undefined}
              >
                {title}
              </Link>
            ))}
          </nav>
        )
      }
    >
      {view === 'calendar' ? (
        <AllCalendars />
      ) : (
        <ListTable
          label="Accounts"
          pages={askPages('listAccounts')}
          columns={COLUMNS}
          empty="No account is connected yet."
        >
          Connect one by a link that its owner opens; it comes here by itself.
        </ListTable>
      )}
    </PageFrame>
  );
}

/** How many wait for a slot of it, and the way to them. */
function PeopleWaiting({ account: { id, waiting } }: { readonly account: Account }) {
  const people = waiting.reduce((sum, each) => sum + each.people, 0);
  if (people === 0) return '0';
  return (
    <Link to="/people" search={{ waiting_on: id }} title="Who they are">
      {people.toLocaleString('en')}
    </Link>
  );
}

function rateOf({ health }: Account, what: 'bounces' | 'complaints') {
  if (health === null || health.sends === 0) return '';
  const tone = toneOfHealth(health);
  const text = shareOf(health[what], health.sends);
  return tone === 'plain' || health[what] === 0 ? text : <Tag tone={tone}>{text}</Tag>;
}
