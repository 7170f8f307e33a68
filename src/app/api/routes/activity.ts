import type { FastifyInstance, FastifyReply } from 'fastify';
import { activityListing } from '../../../runtime/store/enrollments/list-activity.ts';
import { createPlanCache } from '../../../runtime/store/sequences/plan-cache.ts';
import { hasAny, narrowed } from '../../../runtime/store/within.ts';
import type { EngineEvent } from '../../api-contract/engine-events.ts';
import { createEventFeed } from '../../webhooks/event-feed.ts';
import { isStillCaller } from '../auth/authenticate.ts';
import type { ApiDeps } from '../context.ts';
import { answerPageOf } from '../paging.ts';
import { invalidQuery, type Problem } from '../problem.ts';
import { serve } from '../serve.ts';
import { viewLine } from '../views/line.ts';
import { withPlans } from '../views/with-plans.ts';

const HEARTBEAT = 15_000;
const ON_EVERY_ANSWER = ['X-Request-Id', 'X-Content-Type-Options', 'X-Overture-Build'];
/** So long after a key or session has ended its stream still goes on. */
const LOOK_WHO_EVERY = 2000;
const EVENT_ID = /^(?:evt_)?(\d{1,18})$/;
/** Bytes that wait for one reader, and a page of events more. Who has taken none from one sign of life to the next is let go: it continues where it was. */
const MOST_WAITING = 256 * 1024;

/** Adds the routes for the newest timeline lines of everybody, as a list, and for all that happens, as server-sent events. */
export function addActivityRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const feed = createEventFeed(deps.db, (err) =>
    deps.log.warn({ err }, 'the events could not be read; the stream tries again'),
  );
  const plans = { db: deps.db, findPlan: createPlanCache() };
  const open = new Set<FastifyReply>();
  app.addHook('preClose', async () => {
    feed.close();
    for (const reply of open) reply.raw.end();
  });

  serve(app, 'listActivity', ({ query, within }) =>
    answerPageOf(deps.db, narrowed(activityListing, 'enrollment', within), query, (rows) =>
      withPlans(plans, rows, (row, plan) => {
        const { id, enrollment_id, campaign_id, sequence, lead_id, name } = row;
        return { ...{ id, enrollment_id, campaign_id, sequence, lead_id, name }, ...viewLine(row, plan, within) };
      }),
    ),
  );

  /** Server-sent events; `Last-Event-ID` goes on without a gap. */
  serve(app, 'streamEvents', async ({ request, within, reply }) => {
    const after = placeOf(request.headers['last-event-id']);
    const { raw } = reply;
    // What comes before the headers have left waits for them.
    const buffered: EngineEvent[] = [];
    let send = (event: EngineEvent): void => void buffered.push(event);
    const unsubscribe = await feed.subscribe(after, {
      take: (event, accounts) => {
        if (hasAny(within, accounts)) send(event);
      },
      isFull: () => raw.writableLength > MOST_WAITING,
    });
    if (unsubscribe === null) throw unknownPlace();
    let waited = 0;
    const heartbeat = setInterval(() => {
      const waiting = raw.writableLength;
      if (waiting > MOST_WAITING && waiting >= waited) raw.destroy();
      else raw.write(':\n\n');
      waited = waiting;
    }, HEARTBEAT);
    const look = setInterval(() => {
      void isStillCaller(deps, request)
        .catch(() => true)
        .then((still) => still || raw.end());
    }, LOOK_WHO_EVERY);
    raw.on('close', () => {
      clearInterval(heartbeat);
      clearInterval(look);
      unsubscribe();
      open.delete(reply);
    });
    reply.hijack();
    for (const name of ON_EVERY_ANSWER) {
      const value = reply.getHeader(name);
      if (value !== undefined) raw.setHeader(name, value);
    }
    raw.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    raw.write('retry: 2000\n\n');
    open.add(reply);
    send = (event) => void raw.write(`id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    for (const event of buffered) send(event);
    return reply;
  });
}

function placeOf(given: string | string[] | undefined): bigint | null {
  if (given === undefined) return null;
  const [, place] = EVENT_ID.exec(String(given)) ?? [];
  if (place === undefined) throw unknownPlace();
  return BigInt(place);
}

const unknownPlace = (): Problem => invalidQuery('Last-Event-ID', 'is not the id of an event of this stream');
