import { groupBy } from '../../../../../../shared/kit/group-by.ts';
import { openForReading } from '../index/open-place.ts';
import type { ReadingSession } from '../open-session.ts';

interface Place extends Record<string, unknown> {
  readonly mail_id: string;
  readonly path: string;
  readonly uid: number;
}

/** Which of the mails have the words in their text: the server looks, nothing is loaded. By `mail_id`. */
export async function findInBodies(
  { deps, client }: ReadingSession,
  mailIds: readonly string[],
  words: string,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (mailIds.length === 0) return found;
  const { rows } = await deps.db.query<Place>(
    `select m.mail_id, f.path, p.uid::float8 as uid
       from mails m join mail_places p using (mail_id) join mail_folders f on f.folder_id = p.folder_id and f.role = m.role
      where m.mail_id = any ($1::text[]) order by uid`,
    [mailIds],
  );
  for (const [path, places] of groupBy(rows, (row) => row.path)) {
    await openForReading(client, path);
    const ids = new Map(places.map(({ uid, mail_id }) => [uid, mail_id]));
    // As a range where that is little more: a list of thousands of UIDs is longer than servers take.
    const uids = [...ids.keys()];
    const range = uids.length < 100 ? uids.join(',') : `${uids[0]}:${uids.at(-1)}`;
    for (const uid of (await client.search({ uid: range, body: words }, { uid: true })) || []) {
      const id = ids.get(uid);
      if (id !== undefined) found.add(id);
    }
  }
  return found;
}
