import type { ImapFlow, ListResponse } from 'imapflow';

/** What a folder is to this service: the four labels, and where a filter puts what it takes for spam. */
export type FolderRole = 'inbox' | 'sent' | 'archive' | 'trash' | 'junk';

export interface FoundFolder {
  readonly path: string;
  readonly role: FolderRole;
}

/** By what the server says of a folder (RFC 6154), else by its name: the library knows those of the main languages. */
const USES: readonly (readonly [FolderRole, string])[] = [
  ['inbox', '\\Inbox'],
  ['sent', '\\Sent'],
  ['archive', '\\Archive'],
  // Where a server has labels instead of folders, what is in the archive is in this one alone.
  ['archive', '\\All'],
  ['trash', '\\Trash'],
  ['junk', '\\Junk'],
];

/** The folders of a mailbox that matter here, one for each role at most. */
export async function findFolders(client: ImapFlow): Promise<readonly FoundFolder[]> {
  const listed = await client.list();
  const folders = new Map<FolderRole, FoundFolder>();
  for (const [role, use] of USES) {
    const found = listed.find((one) => isOf(one, use));
    if (found && !folders.has(role)) folders.set(role, { path: found.path, role });
  }
  return [...folders.values()];
}

function isOf({ path, specialUse, flags }: ListResponse, use: string): boolean {
  if (flags.has('\\Noselect') || flags.has('\\NonExistent')) return false;
  return use === '\\Inbox' ? path.toUpperCase() === 'INBOX' : specialUse === use;
}

export const EVERYWHERE: readonly FolderRole[] = ['inbox', 'sent', 'archive', 'trash', 'junk'];
