import type { FastifyInstance, FastifyReply } from 'fastify';
import { activityListing } from '../../../runtime/store/enrollments/list-activity.ts';
import { hasAny, narrowed } from '../../../runtime/store/within.ts';
import type { EngineEvent } from '../../api-contract/engine-events.ts';
import { createEventFeed } from '../../webhooks/event-feed.ts';
import { isStillCaller } from '../auth/authenticate.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { Problem } from '../problem.ts';
import { serve } from '../serve.ts';

const HEARTBEAT = 15_000;
const ON_EVERY_ANSWER = ['X-Request-Id', 'X-Content-Type-Options', 'X-Overture-Build'];
/** So long after a key or session has ended its stream still goes on. */
const LOOK_WHO_EVERY = 2000;
const EVENT_ID = /^(?:evt_)?(\d{1,18})$/;
/** Bytes that wait for one reader. One that takes no more is let go, and continues where it was when it comes back. */
const MOST_WAITING = 1024 * 1024;

/** The newest timeline lines of everybody as a list, and all that happens as a stream. */
export function addActivityRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const feed = createEventFeed(deps.db, (err) =>
    deps.log.warn({ err }, 'the events could not be read; the stream tries again'),
  );
  const open = new Set<FastifyReply>();
  app.addHook('preClose', async () => {
    feed.close();
    for (const reply of open) reply.raw.end();
  });

  serve(app, 'listActivity', ({ query, within }) =>
    answerPage(deps.db, narrowed(activityListing, 'enrollment', within), query, ({ senders: _, ...line }) => line),
  );

  /** Server-sent events; `Last-Event-ID` goes on without a gap. */
  serve(app, 'streamEvents', async ({ request, within, reply }) => {
    const after = placeOf(request.headers['last-event-id']);
    // What comes before the headers have left waits for them.
    const early: EngineEvent[] = [];
    let send = (event: EngineEvent): void => void early.push(event);
    const unsubscribe = await feed.subscribe(after, (event, accounts) => {
      if (hasAny(within, accounts)) send(event);
    });
    if (unsubscribe === null) throw unknownPlace();
    const { raw } = reply;
    const heartbeat = setInterval(() => raw.write(':\n\n'), HEARTBEAT);
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
    send = (event) => {
      if (raw.writableLength > MOST_WAITING) raw.destroy();
      else raw.write(`id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    };
    for (const event of early) send(event);
    return reply;
  });
}

function placeOf(given: string | string[] | undefined): bigint | null {
  if (given === undefined) return null;
  const [, place] = EVENT_ID.exec(String(given)) ?? [];
  if (place === undefined) throw unknownPlace();
  return BigInt(place);
}

function unknownPlace(): Problem {
  const message = 'is not the id of an event of this stream';
  return new Problem(400, 'invalid_query', `Last-Event-ID: ${message}`, {
    errors: [{ field: 'Last-Event-ID', message }],
  });
}
