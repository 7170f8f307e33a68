import { carryByFetch, type Fetch } from '../../api-client/client-of.ts';
import { createPageClient } from '../../api-client/create-page-client.ts';
import { connection, noteConnection } from './connection.ts';
import { sendFile, watcherOf } from './send-file.ts';
import { noteServerTime } from './wall-clock.ts';

const STREAM = '/api/events';
const OWN_BUILD = document.querySelector<HTMLMetaElement>('meta[name=overture-build]')?.content;

/** Each exchange also says whether the server is there, who it takes us for, and which build it is. */
const carry: Fetch = async (url, request) => {
  try {
    const watcher = watcherOf(request);
    const answer = await (watcher === undefined ? carryByFetch(url, request) : sendFile(url, request, watcher));
    const build = answer.headers.get('x-overture-build');
    // A proxy that answers for a server that is away is not the server.
    const isServer = answer.headers.has('x-request-id');
    if (isServer) noteServerTime(answer.headers.get('date'));
    noteConnection({
      ...(isServer ? { lostSince: null } : {}),
      ...(answer.status === 401 ? { isSignedOut: true } : {}),
      ...(new URL(url).pathname === STREAM
        ? { isLive: answer.ok, streams: connection.get().streams + (answer.ok ? 1 : 0) }
        : {}),
      ...(build !== null && build !== OWN_BUILD ? { isOutdated: true } : {}),
    });
    return answer;
  } catch (error) {
    const isLost = error instanceof TypeError;
    if (isLost) noteConnection({ lostSince: connection.get().lostSince ?? Date.now(), isLive: false });
    throw error;
  }
};

/** The engine's API, by the session of this page. All that the console shows and does goes through it. */
export const client = createPageClient({ base_url: location.origin, fetch: carry });
