import { z } from 'zod';
import { anyObject, count, counts, id, text, time } from '../fields.ts';
import { limitClass } from './account.ts';

/** One look at a source that is followed. */
export const campaignLook = z
  .object({
    number: count.describe('From 1, the import at the start.'),
    whole: z.boolean().describe('Everybody in the source, in place of those who have come since the last look.'),
    begun_at: time,
    ended_at: time.nullable(),
    people: count.describe('Whom the source has shown.'),
    found: count.describe('Of these, those who were not there before.'),
    enrolled: count,
    duplicates: count,
    refused: count,
    credits: count.describe('As the answers said; a call whose answer was lost is not among them.'),
    note: text.nullable(),
  })
  .meta({ id: 'CampaignLook' });

const following = z.object({
  every: z.enum(['daily']),
  state: z.enum(['looking', 'waiting', 'following', 'ended']),
  next_look_at: time.nullable(),
  waiting_for: z
    .object({ kind: z.enum(['pause', 'account', 'credits', 'rate_limit', 'failure']), text })
    .nullable()
    .describe('Why the look that is due has not begun, or not come to its end.'),
  ended: z.object({ at: time, because: text }).nullable(),
  looks: count,
  credits: count.describe('Of all looks.'),
  last_look: campaignLook.nullable(),
});

export const campaign = z
  .object({
    id,
    name: text,
    status: z
      .enum(['importing', 'running', 'finished', 'paused', 'stopped', 'failed'])
      .describe('`finished`: everybody has come to their end, and nobody is still to come.'),
    paused: z
      .object({ note: text.nullable(), at: time, by_itself: z.boolean().describe('By its circuit breaker.') })
      .nullable(),
    stopped: z.object({ note: text.nullable(), at: time }).nullable().describe('For good; null: it was not.'),
    error: text.nullable(),
    sequence: text,
    version: z.int(),
    weight: z.int().describe('Of the slots of accounts that several campaigns want; 1 to 100.'),
    source: anyObject,
    senders: z
      .record(z.string(), z.array(id))
      .describe('Accounts to send from in place of those that the sequence names, by channel; empty: as it says.'),
    update: z
      .boolean()
      .describe('Whether what its source says otherwise of people who are in the sequence already is taken.'),
    follow: following.nullable().describe('Whether its source is looked at again; null: it never was.'),
    counts: z.object({
      enrolled: count,
      queued: count,
      active: count,
      paused: count,
      needs_person: count,
      finished: count,
      outcomes: counts,
      steps: counts,
      actions: z.object({
        visited: count,
        invited: count,
        accepted: count,
        messaged: count,
        inmailed: count,
        emailed: count,
        replied: count,
      }),
      refused: counts,
      rows: count,
      pending: count,
      duplicates: count,
    }),
    opt_outs: z
      .object({
        added: count.describe('For whom an entry was made.'),
        present: count.describe('Who were on the do-not-contact list already.'),
        nameless: count.describe('Of whom no address, profile or number can be read.'),
        pending: count.describe('Who are still to be put there; nobody of the list is enrolled before.'),
      })
      .nullable()
      .describe(
        'People whom the list says itself not to contact (`counts.refused.opted_out`), as they were put on the do-not-contact list. Null: it says it of nobody.',
      ),
    progress: z
      .object({
        done: count.describe('Rows that were looked at, of `counts.rows`.'),
        per_second: z.number().nullable().describe('Null: it is not known yet, or nobody imports at this moment.'),
        seconds_left: count.nullable().describe('Null: it is not known, as long as further rows are to be read.'),
      })
      .nullable()
      .describe('Of its import; null: none is under way.'),
    created_at: time,
  })
  .meta({ id: 'Campaign' });

const day = z.iso.date();
const sooner = z.object({ end: day, days_sooner: count });
/** From the simulator, with the rates that the campaign has shown. */
export const campaignForecast = z
  .object({
    campaign_id: id,
    leads: count,
    finished: count.describe('Of these, whose enrollment has ended.'),
    state: z.enum(['running', 'ended']),
    growing: z
      .boolean()
      .describe(
        'People whom nobody knows of yet may come: its source is still being read, or looked at again each day.',
      ),
    held_by: z
      .array(text)
      .describe(
        'Why it does not go on now: what is paused, and accounts that are not connected. The forecast is of a campaign that goes on at once.',
      ),
    forecast: z
      .object({
        timezone: text.describe("Of the schedule's hours, in which its days are counted."),
        end: z
          .object({ low: day.nullable(), median: day.nullable(), high: day.nullable() })
          .describe('Four of five simulated campaigns end from `low` to `high`; null: not within a year.'),
        runs: count,
        binding: text.nullable().describe('The limit that it feels most, as a sentence.'),
        one_more_account: sooner.extend({ channel: text }).nullable(),
        ten_more_invites: sooner.nullable(),
        rates: z
          .record(z.string(), z.object({ rate: z.number(), of: count, did: count }))
          .describe('What was taken: as it was seen, drawn towards the usual rate while little is known.'),
      })
      .nullable()
      .describe('Null: nobody whom it knows is under way or still to begin.'),
  })
  .meta({ id: 'CampaignForecast' });

export const campaignCalendar = z
  .object({
    campaign_id: id,
    from: day.describe('The first day, which is today where the day is latest; days are those of each account.'),
    accounts: z.array(id).describe('From which its people are written to.'),
    sends: z
      .array(z.object({ account_id: id, limit_class: limitClass, date: day, used: count, booked: count }))
      .describe('Days on which nothing is booked are left out.'),
  })
  .meta({ id: 'CampaignCalendar' });

export const campaignWithForecast = campaign.extend({
  forecast_finished_at: z.iso.date().nullable().optional().describe('With `forecast=true`; null: nobody can tell.'),
});

/** Names by which somebody finds a person or a row again. */
const names = {
  profile_url: text.nullable(),
  email: text.nullable(),
  first_name: text.nullable(),
  last_name: text.nullable(),
};

const rowProblem = z.object({
  row: count,
  status: z.enum(['refused', 'duplicate']),
  code: text,
  message: text,
  ...names,
});

export const campaignPreview = z
  .object({
    dry_run: z.boolean(),
    name: text,
    sequence: text,
    version: z.int(),
    csv: z
      .object({
        encoding: text,
        delimiter: text,
        header_line: count.describe('The line that names the columns, from 1.'),
        columns: z.array(z.object({ header: text, becomes: text.nullable() })),
      })
      .nullable(),
    first_rows: z.array(z.object({ row: count, lead: z.unknown() })),
    rows: z
      .object({
        total: count,
        complete: count,
        refused: counts,
        duplicates: count,
        problems: z.array(rowProblem),
        known: count.describe('Complete rows whose person is or was in the sequence.'),
        differing: count.describe('Of these, how many say something otherwise than it is known: `update` takes it.'),
        differences: z
          .array(
            z.object({
              row: count,
              lead_id: id,
              ...names,
              differences: z.array(z.object({ field: text, was: z.unknown(), is: z.unknown() })),
            }),
          )
          .describe(
            'The first of those, by the names that are known; what they say otherwise, in the order of the fields.',
          ),
      })
      .nullable(),
    candidates: z
      .object({
        people: count.nullable(),
        ratings: z.array(text),
        include_rejected: z.boolean(),
        asking_credits: z.number(),
      })
      .nullable(),
    cost: z.object({ credits: z.number(), text }),
    follow: z
      .object({ every: z.enum(['daily']), credits: z.number().describe('Of one look.'), text })
      .nullable()
      .describe('What looking again costs; null: the source is read once.'),
  })
  .meta({ id: 'CampaignPreview' });

export const campaignRow = z
  .object({
    row: count,
    status: z.enum(['pending', 'created', 'duplicate', 'refused']),
    code: text.nullable(),
    message: text.nullable(),
    enrollment_id: id.nullable(),
    ...names,
    outcome: text.nullable(),
    replied_at: time.nullable(),
  })
  .meta({ id: 'CampaignRow' });
