import { counter, histogram, LONG } from './define.ts';

export const webhookRequests = counter({
  name: 'overture_webhook_requests_total',
  help: 'Requests of the V2 service to our webhooks, by how they were answered: accepted, or the code of the refusal',
  ...{ labels: ['result'], roles: ['api'] },
});

export const webhookLag = histogram({
  name: 'overture_webhook_lag_seconds',
  help: 'Wall time from when an event happened to when it was received, by how it came (webhook or stream)',
  ...{ labels: ['channel', 'by'], roles: ['api'], buckets: LONG },
});

export const events = counter({
  name: 'overture_events_total',
  help: 'Events that were ingested, by what they meant and whether they were matched to somebody',
  ...{ labels: ['channel', 'kind', 'state'], roles: ['worker'] },
});

export const eventWait = histogram({
  name: 'overture_event_wait_seconds',
  help: 'Wall time from when an event was received to when it was ingested',
  ...{ labels: ['channel'], roles: ['worker'], buckets: LONG },
});

export const replies = counter({
  name: 'overture_replies_total',
  help: 'Answers of people in their own words',
  ...{ labels: ['account', 'channel'], roles: ['worker'] },
});

export const bounces = counter({
  name: 'overture_bounces_total',
  help: 'Mails that came back for good',
  ...{ labels: ['account'], roles: ['worker'] },
});

export const complaints = counter({
  name: 'overture_complaints_total',
  help: 'Mails that were reported as spam',
  ...{ labels: ['account'], roles: ['worker'] },
});

export const unsubscribes = counter({
  name: 'overture_unsubscribes_total',
  help: 'People who unsubscribed, or asked for no more contact in words',
  ...{ labels: ['account', 'channel'], roles: ['worker'] },
});

export const outboxSent = counter({
  name: 'overture_outbox_sent_total',
  help: 'Starts and signals for Temporal, by result: delivered, gone (the workflow has ended) or failed (tried again)',
  ...{ labels: ['kind', 'result'], roles: ['worker'] },
});

export const outboxWait = histogram({
  name: 'overture_outbox_wait_seconds',
  help: 'Wall time that starts and signals had been due when they were sent to Temporal',
  ...{ labels: ['kind'], roles: ['worker'], buckets: LONG },
});
