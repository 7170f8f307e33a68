const DATABASE = 'overture';
const STORE = 'files';

/** A file that was chosen and not sent: the browser keeps it, however large it is, over a reload. */
export const keptFile = {
  read: (name: string): Promise<File | null> =>
    ask<unknown>('readonly', (files) => files.get(name)).then((found) => (found instanceof File ? found : null)),
  keep: (name: string, file: File): Promise<unknown> => ask('readwrite', (files) => files.put(file, name)),
  forget: (name: string): Promise<unknown> => ask('readwrite', (files) => files.delete(name)),
};

/** Null where the browser keeps nothing, as in a private window: the file is on the page still. */
async function ask<Answer>(
  mode: IDBTransactionMode,
  request: (files: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer | null> {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await answerOf(opening);
    const answer = await answerOf(request(database.transaction(STORE, mode).objectStore(STORE)));
    database.close();
    return answer;
  } catch {
    return null;
  }
}

const answerOf = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
