import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CALENDAR_DAYS, CalendarTable } from '../../accounts/calendar/calendar-table.tsx';
import { cellPlaceOf, withoutCell } from '../../accounts/calendar/cell-place.ts';
import type { Capacity } from '../../accounts/calendar/cell-words.ts';
import { SendsDialog } from '../../accounts/calendar/sends-dialog.tsx';
import { ask } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import classes from '../campaign.module.css';
import type { Campaign } from '../campaign-words.ts';
import { dayInWords } from '../forecast/days.ts';
import { useCampaignAccounts } from '../use-campaign-accounts.ts';

const MOST_ACCOUNTS = 30;
const route = getRouteApi('/campaigns/$id');

/** Shows what is sent and booked in the next days from each of the campaign's accounts, of how much there is room for. */
export function Calendar({ campaign: { id, ...campaign } }: { readonly campaign: Campaign }) {
  const accounts = useCampaignAccounts({ id, ...campaign }).slice(0, MOST_ACCOUNTS);
  const navigate = route.useNavigate();
  const place = cellPlaceOf(route.useSearch());
  const may = useMay();
  const own = useQuery({
    ...ask('getCampaignCalendar', { params: { id }, query: { days: CALENDAR_DAYS } }),
    enabled: may('getCampaignCalendar'),
  });
  if (accounts.length === 0)
    return <EmptyState says="It has no account to send from.">Connect one, or name one in the sequence.</EmptyState>;
  return (
    <>
      <CalendarTable
        caption="Sent and booked of what there is room for, all campaigns of an account together; in bold, of this campaign"
        accounts={accounts}
        campaign={{ sends: own.data?.sends ?? [], needs: (capacity) => <Needs campaign_id={id} capacity={capacity} /> }}
        onOpen={(cell) => void navigate({ search: (before) => ({ ...before, ...cell }) })}
      />
      <p className={classes.why}>
        A cell says <em>of this campaign</em> of <em>sent and booked / room</em>, and opens this campaign's people; the
        bar is their share of the room, its dark part this campaign's. Grey days have no hours. Days are those of each
        account.
      </p>
      {place !== null && (
        <SendsDialog place={place} campaign_id={id} onClose={() => void navigate({ search: withoutCell })} />
      )}
    </>
  );
}

function Needs({ campaign_id, capacity }: { readonly campaign_id: string; readonly capacity: Capacity }) {
  const own = capacity.campaigns.find((one) => one.campaign_id === campaign_id);
  if (own === undefined) return 'nothing more';
  const { booked, waiting, forecast_finished_at: last } = own;
  return (
    <>
      {booked.toLocaleString('en')} booked, {waiting.toLocaleString('en')} without a slot yet
      <small>{last === null ? 'last send later than in a year' : `last send about ${dayInWords(last)}`}</small>
    </>
  );
}
