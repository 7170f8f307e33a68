import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type ActivityRow,
  activityListing,
  listActivityAfter,
} from '../../../runtime/store/enrollments/list-activity.ts';
import { createActivityFeed } from '../activity-feed.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { Problem } from '../problem.ts';
import { serve } from '../serve.ts';

const HEARTBEAT = 15_000;
const MOST_RESUMED = 1000;
const LINE_ID = /^\d{1,18}$/;

/** The newest timeline lines of everybody: as a list, and live. */
export function addActivityRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const feed = createActivityFeed(deps.db, (err) =>
    deps.log.warn({ err }, 'the timeline could not be read; the event stream tries again'),
  );
  const open = new Set<FastifyReply>();
  app.addHook('preClose', async () => {
    feed.close();
    for (const reply of open) reply.raw.end();
  });

  serve(app, 'listActivity', ({ query }) => answerPage(deps.db, activityListing, query, viewLine));

  /** Server-sent events; `Last-Event-ID` goes on without a gap. */
  serve(app, 'streamEvents', async ({ request, reply }) => {
    const resume = request.headers['last-event-id'];
    if (resume !== undefined && !LINE_ID.test(String(resume))) {
      const message = 'is not the id of an event of this stream';
      throw new Problem(400, 'invalid_query', `Last-Event-ID: ${message}`, {
        errors: [{ field: 'Last-Event-ID', message }],
      });
    }
    reply.hijack();
    reply.raw.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    reply.raw.write('retry: 2000\n\n');
    open.add(reply);
    const sent = new Set<string>();
    const send = (line: ActivityRow) => {
      // What is resumed and what is new may be the same line.
      if (sent.size < MOST_RESUMED && sent.has(line.id)) return;
      reply.raw.write(`id: ${line.id}\nevent: ${eventOf(line.type)}\ndata: ${JSON.stringify(viewLine(line))}\n\n`);
    };
    const unsubscribe = feed.subscribe(send);
    const heartbeat = setInterval(() => reply.raw.write(':\n\n'), HEARTBEAT);
    reply.raw.on('close', () => {
      clearInterval(heartbeat);
      unsubscribe();
      open.delete(reply);
    });
    if (resume !== undefined) {
      for (const line of await listActivityAfter(deps.db, String(resume), MOST_RESUMED)) {
        if (sent.has(line.id)) continue;
        send(line);
        sent.add(line.id);
      }
    }
    return reply;
  });
}

const viewLine = (line: ActivityRow) => line;

function eventOf(type: string): string {
  switch (type) {
    case 'enrolled':
      return 'enrollment.started';
    case 'finished':
    case 'ended':
      return 'enrollment.finished';
    case 'campaign_paused':
      return 'campaign.paused';
    case 'account_paused':
      return 'account.paused';
    case 'waiting':
    case 'deferred':
      return 'enrollment.waiting';
    default:
      return 'enrollment.step';
  }
}
