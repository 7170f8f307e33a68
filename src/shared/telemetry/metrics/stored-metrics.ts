import { gaugeDefinition } from './define.ts';

/** Metrics that are true of a database as a whole: the role `api` alone asks it, `v2` its own. */
export const STORED = {
  enrollments: gaugeDefinition({
    name: 'overture_enrollments',
    help: 'Enrollments by status; in a large table as Postgres estimates them',
    ...{ labels: ['status'], roles: ['api'] },
  }),
  replied: gaugeDefinition({
    name: 'overture_enrollments_replied',
    help: 'Enrollments whose person has answered, whatever their status and outcome; in a large table as Postgres estimates them',
    ...{ labels: [], roles: ['api'] },
  }),
  waiting: gaugeDefinition({
    name: 'overture_waiting',
    help: 'What waits to be processed (outbox rows, events to match, events of unknown people, in-doubt intents, tasks of people), counted up to 10,000',
    ...{ labels: ['what'], roles: ['api'] },
  }),
  waitingAge: gaugeDefinition({
    name: 'overture_waiting_age_seconds',
    help: 'Wall time that the oldest of them has waited: outbox rows that are due, events to match, in-doubt intents; 0 where none waits',
    ...{ labels: ['what'], roles: ['api'] },
  }),
  flight: gaugeDefinition({
    name: 'overture_send_flight_seconds',
    help: 'Wall time from writing an intent to storing its outcome, over the last 1,000 sends: how late a stop can come',
    ...{ labels: ['quantile'], roles: ['api'] },
  }),
  accountUp: gaugeDefinition({
    name: 'overture_account_up',
    help: '1 where an account can send; 0 where it is disconnected, paused or backing off',
    ...{ labels: ['account', 'channel', 'why'], roles: ['api'] },
  }),
  credits: gaugeDefinition({
    name: 'overture_credits_left',
    help: 'Credits of the V2 service that may still be spent; absent where there is no limit or it is not known yet',
    ...{ labels: [], roles: ['api'] },
  }),
  deliveriesWaiting: gaugeDefinition({
    name: 'overture_v2_deliveries_waiting_age_seconds',
    help: 'Wall time that the oldest webhook delivery of the V2 service has been due; 0 where none is',
    ...{ labels: [], roles: ['v2'] },
  }),
} as const;

/** The free disk, measured by each process. */
export const DISK_FREE = gaugeDefinition({
  name: 'overture_disk_free_bytes',
  help: 'What may still be written to the disk of the home folder, where our own Postgres and the logs are',
  ...{ labels: [], roles: ['api', 'worker', 'v2'] },
});

/** The connections of the pool, measured by each process. */
export const CONNECTIONS = gaugeDefinition({
  name: 'overture_database_connections',
  help: 'Connections of the database pool: idle, busy, and how many wait for one (waiting)',
  ...{ labels: ['state'], roles: ['api', 'worker', 'v2'] },
});
