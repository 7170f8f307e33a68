import { counter, histogram, SHORT } from './define.ts';

export const httpDuration = histogram({
  name: 'overture_http_request_duration_seconds',
  help: 'Wall time of requests that a role answered, by route; event streams are not among them',
  ...{ labels: ['method', 'route', 'status'], roles: ['api', 'v2'], buckets: SHORT },
});

export const v2Duration = histogram({
  name: 'overture_v2_request_duration_seconds',
  help: 'Wall time of requests to the V2 service as their caller sees it, each try by itself',
  ...{ labels: ['action', 'outcome'], roles: ['api', 'worker'], buckets: SHORT },
});

export const unavailable = counter({
  name: 'overture_database_unavailable_total',
  help: 'Statements that failed because Postgres could not do what it was asked, whatever that was: a full disk, no memory or connection left, read-only, being stopped or started, not reachable',
  ...{ labels: ['reason'], roles: ['api', 'worker', 'v2'] },
});

export const deliveries = counter({
  name: 'overture_webhook_deliveries_total',
  help: 'Attempts to deliver a webhook, by result: succeeded, retrying (it is tried again) or failed',
  ...{ labels: ['result'], roles: ['api', 'worker', 'v2'] },
});

export const deliveryDuration = histogram({
  name: 'overture_webhook_delivery_duration_seconds',
  help: 'Wall time until the receiver of a webhook had answered, or was given up',
  ...{ labels: ['result'], roles: ['api', 'worker', 'v2'], buckets: SHORT },
});
