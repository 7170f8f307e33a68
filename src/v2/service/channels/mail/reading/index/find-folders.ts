import type { ImapFlow, ListResponse } from 'imapflow';

/**
 * The use of a folder to this service: the four labels, `junk`, where a filter puts what it takes for spam, and `other` for
 * folders that a person made, where filters may put anything.
 */
export type FolderRole = 'inbox' | 'sent' | 'archive' | 'trash' | 'junk' | 'other';

export interface FoundFolder {
  readonly path: string;
  readonly role: FolderRole;
}

/** A folder with where it ends at this moment. */
export interface FolderState extends FoundFolder {
  readonly uid_validity: number;
  /** The UID that the next mail will have. */
  readonly uid_next: number;
}

/** Roles by the use that the server declares (RFC 6154), else by the folder's name: the library knows the names of the main languages. */
const USES: readonly (readonly [FolderRole, string])[] = [
  ['inbox', '\\Inbox'],
  ['sent', '\\Sent'],
  ['archive', '\\Archive'],
  // Where a server has labels instead of folders, what is in the archive is in this one alone.
  ['archive', '\\All'],
  ['trash', '\\Trash'],
  ['junk', '\\Junk'],
];
/** Uses of folders that are not watched: their content is no mail yet, or lies elsewhere too. */
const NOT_WATCHED: readonly string[] = ['\\Drafts', '\\Flagged', '\\Important', '\\All'];
/** More folders than that nobody's filters fill. */
const MOST_OTHERS = 300;

/** The folders of a mailbox that have a use here, one for each role at most. */
export async function findFolders(client: ImapFlow): Promise<readonly FoundFolder[]> {
  return withRoles(await client.list());
}

/** All folders into which mail may come, each with where it ends: one round trip where the server has LIST-STATUS (RFC 5819). */
export async function surveyFolders(client: ImapFlow): Promise<readonly FolderState[]> {
  const listed = await client.list({ statusQuery: { uidNext: true, uidValidity: true } });
  const used = withRoles(listed);
  const states: FolderState[] = [];
  for (const { path, role } of [...used, ...othersOf(listed, used)]) {
    const status = listed.find((one) => one.path === path)?.status;
    if (!status?.uidNext || status.uidValidity === undefined) continue;
    states.push({ path, role, uid_next: status.uidNext, uid_validity: Number(status.uidValidity) });
  }
  return states;
}

function withRoles(listed: readonly ListResponse[]): readonly FoundFolder[] {
  const folders = new Map<FolderRole, FoundFolder>();
  for (const [role, use] of USES) {
    const found = listed.find((one) => isOf(one, use));
    if (found && !folders.has(role)) folders.set(role, { path: found.path, role });
  }
  return [...folders.values()];
}

/** None where one folder has all mails: then that one is watched. */
function othersOf(listed: readonly ListResponse[], used: readonly FoundFolder[]): readonly FoundFolder[] {
  if (listed.some(({ specialUse, path }) => specialUse === '\\All' && used.some((one) => one.path === path))) return [];
  return listed
    .filter((one) => canBeOpened(one) && !NOT_WATCHED.includes(one.specialUse ?? ''))
    .filter(({ path }) => !used.some((one) => one.path === path))
    .slice(0, MOST_OTHERS)
    .map(({ path }) => ({ path, role: 'other' }));
}

function isOf(folder: ListResponse, use: string): boolean {
  if (!canBeOpened(folder)) return false;
  return use === '\\Inbox' ? folder.path.toUpperCase() === 'INBOX' : folder.specialUse === use;
}

const canBeOpened = ({ flags }: ListResponse): boolean => !flags.has('\\Noselect') && !flags.has('\\NonExistent');

export const EVERYWHERE: readonly FolderRole[] = ['inbox', 'sent', 'archive', 'trash', 'junk'];
