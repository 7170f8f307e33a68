import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { Answered } from '../parts/answered.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Tag } from '../parts/tag.tsx';
import { tellDone } from '../parts/tell.tsx';
import { useScheduleZone } from '../parts/zone.tsx';
import { AccountControls } from './account-controls.tsx';
import { AccountSettings } from './account-settings.tsx';
import type { Account } from './account-words.ts';
import classes from './accounts.module.css';
import { CalendarLegend } from './calendar/all-calendars.tsx';
import { CALENDAR_DAYS, CalendarTable } from './calendar/calendar-table.tsx';
import { cellPlaceOf, withoutCell } from './calendar/cell-place.ts';
import { SendsDialog } from './calendar/sends-dialog.tsx';
import { ConnectButton } from './connect-button.tsx';
import { Health } from './health.tsx';
import { MailboxChecks } from './mailbox-checks.tsx';
import { Section } from './section.tsx';
import { SentMails } from './sent-mails.tsx';

const route = getRouteApi('/accounts/$id');

/** One account: what holds it, what it may still send, and whether its mail arrives. */
export function AccountPage() {
  const { id } = route.useParams();
  const known = useQuery(ask('getAccount', { params: { id } }));
  const { data } = known;
  useScheduleZone(data?.timezone);
  return (
    <PageFrame
      title={data?.name ?? 'Account'}
      about={
        data !== undefined && (
          <>
            <Tag tone={data.status === 'connected' ? 'good' : 'bad'}>{data.status.replaceAll('_', ' ')}</Tag>{' '}
            {[data.platform, data.email, data.profile].filter((part) => part).join(' · ')}
          </>
        )
      }
      actions={
        data !== undefined && (
          <>
            {data.status !== 'connected' && <ConnectButton account={data} />}
            <AccountControls account={data} />
            <StopButton account={data} />
          </>
        )
      }
    >
      <Answered query={known} rows={8}>
        {(account) => (
          <div className={classes.page}>
            <Health account={account} />
            <AccountCalendar account={account} />
            <SharedBy id={account.id} />
            {account.platform === 'email' && <SentMails id={account.id} />}
            {account.platform === 'email' && account.email !== null && <MailboxChecks account={account} />}
            <AccountSettings key={`${account.timezone} ${account.profile}`} account={account} />
          </div>
        )}
      </Answered>
    </PageFrame>
  );
}

function AccountCalendar({ account }: { readonly account: Account }) {
  const navigate = route.useNavigate();
  const place = cellPlaceOf(route.useSearch());
  return (
    <Section title="Calendar" isWide>
      <CalendarTable
        caption="Sent and booked of what there is room for, of all campaigns together"
        accounts={[account]}
        onOpen={(cell) => void navigate({ search: (before) => ({ ...before, ...cell }) })}
      />
      <CalendarLegend />
      {place !== null && <SendsDialog place={place} onClose={() => void navigate({ search: withoutCell })} />}
    </Section>
  );
}

/** Shows whose people share the account, and when the last of each has had a place. */
function SharedBy({ id }: { readonly id: string }) {
  const { data } = useQuery(ask('getCapacity', { params: { id }, query: { days: CALENDAR_DAYS } }));
  if (data === undefined || data.campaigns.length === 0) return null;
  return (
    <Section title="Shared by">
      <ul className={classes.lines}>
        {data.campaigns.map(({ campaign_id, sequence, name, weight, waiting, booked, forecast_finished_at: last }) => (
          <li key={campaign_id ?? sequence}>
            {campaign_id === null ? (
              `${sequence}, people who were enrolled by themselves`
            ) : (
              <Link to="/campaigns/$id" params={{ id: campaign_id }}>
                <bdi>{name}</bdi>
              </Link>
            )}
            <small>
              weight {weight} ·{' '}
              <CalendarLink campaign_id={campaign_id}>{`${booked} booked, ${waiting} without a slot yet`}</CalendarLink>{' '}
              · last send {last ?? 'later than in a year'}
            </small>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface CalendarLinkProps {
  readonly campaign_id: string | null;
  readonly children: string;
}

/** The way to the days of a campaign, each of which opens its people. */
function CalendarLink({ campaign_id, children }: CalendarLinkProps) {
  if (campaign_id === null) return children;
  return (
    <Link to="/campaigns/$id" params={{ id: campaign_id }} search={{ view: 'calendar' }} title="Who they are, by day">
      {children}
    </Link>
  );
}

function StopButton({ account: { id, name } }: { readonly account: Account }) {
  const may = useMay();
  const stop = useChange('stopAccount');
  const [isAsked, setAsked] = useState(false);
  if (!may('stopAccount')) return null;
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setAsked(true)}>
        Stop …
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Stop all that goes out from ${name}?`}
          button="Stop the account"
          asksWhy="Why (others read it)"
          matched={() => stop.rehearse({ params: { id }, query: { dry_run: true } })}
          says={(count) => `This ends the sequence of ${count}, for good.`}
          alternative="To hold it for a while, pause it: that can be undone."
          onClose={() => setAsked(false)}
          onConfirm={async (why) => {
            await stop.mutateAsync({ params: { id }, ...(why === '' ? {} : { body: { note: why } }) });
            tellDone(`Stopped ${name}.`);
          }}
        />
      )}
    </>
  );
}
