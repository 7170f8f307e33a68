import { cutText } from '../../shared/kit/cut-text.ts';
import { plainLine } from '../../shared/kit/plain-line.ts';
import { emailAddress, webUrl } from '../../v2/contract/params.ts';
import { MAX_OUTPUT } from '../expression/longest-output.ts';
import type { Filled } from '../plan/nodes/filled.ts';

// Made when a text is first held against it: most checks hold none.
let address: ReturnType<typeof emailAddress> | undefined;
let link: ReturnType<typeof webUrl> | undefined;

function isAddress(text: string): boolean {
  address ??= emailAddress();
  return address.safeParse(text).success;
}

function isLink(text: string): boolean {
  link ??= webUrl();
  return link.safeParse(text).success;
}

/** Says what is wrong with a text that has been filled, as the end of a sentence that begins with its name; null: nothing. */
export function wrongWith(text: string, { is, may_be_empty, most = MAX_OUTPUT }: Filled): string | null {
  const bare = text.trim();
  if (text.length > most) return `would have ${text.length} characters, ${most} is the most`;
  if (bare === '') return is === undefined || may_be_empty ? null : 'would be empty';
  const shown = cutText(plainLine(bare), 60);
  if (is === 'address' && !isAddress(bare)) return `would be "${shown}", which is not an email address`;
  if (is === 'link' && !isLink(bare)) return `would be "${shown}", which is not a web address`;
  return null;
}
