import { shortenText } from '../../../shared/kit/cut-text.ts';
import type { Column } from './column.ts';
import { bareName } from './column-names.ts';

/** A column that says who is not to be contacted becomes this. */
export const DO_NOT_CONTACT = 'do_not_contact';

/** How mail programs and CRMs call such a column, without case, accents, spaces and signs. */
const NAMES: ReadonlySet<string> = new Set([
  ...['donotcontact', 'donotemail', 'donotmail', 'donotbulkemail', 'donotallowemails', 'dnc', 'nocontact'],
  ...['unsubscribe', 'unsubscribed', 'isunsubscribed', 'unsubscribedfromallemail', 'unsubtime'],
  ...['unsubscribedat', 'unsubscribedon', 'unsubscribedate', 'unsubscribetime'],
  ...['optout', 'optedout', 'optedoutat', 'optoutdate', 'hasoptedout', 'emailoptout', 'emailoptedout'],
  ...['hasoptedoutofemail', 'optedoutofemail', 'blacklisted', 'blocklisted', 'emailblacklisted', 'suppressed'],
  ...['abgemeldet', 'nichtkontaktieren', 'kontaktsperre', 'werbesperre', 'desabonne', 'desinscrit'],
  ...['nepascontacter', 'dadodebaja', 'nocontactar', 'disiscritto', 'noncontattare'],
  ...['uitgeschreven', 'nietcontacteren'],
]);

/** Columns that say in what relation somebody is, of which some are a no. */
const STATUS: ReadonlySet<string> = new Set([
  ...['status', 'contactstatus', 'leadstatus', 'subscriberstatus', 'subscriptionstatus', 'emailstatus'],
  ...['emailsubscriptionstatus', 'marketingstatus', 'emailmarketingstatus', 'optinstatus'],
  ...['statut', 'estado', 'stato'],
]);
const NO_IN_A_STATUS: ReadonlySet<string> = new Set([
  ...['unsubscribed', 'unsubscribe', 'optedout', 'optout', 'donotcontact', 'donotemail', 'donotmail', 'dnc'],
  ...['suppressed', 'blacklisted', 'blocklisted', 'complained', 'complaint', 'spamcomplaint'],
  ...['abgemeldet', 'desabonne', 'desinscrit'],
]);

/** Cells of such a column by which somebody may be contacted; whatever else stands there (a tick, a day, a word we do not know) is a no. */
const MAY_BE: ReadonlySet<string> = new Set([
  ...['', '0', '00', '-', '–', '—', '☐', 'none', 'null', 'na', 'never'],
  ...['no', 'n', 'false', 'f', 'nein', 'non', 'nee', 'nao', 'falsch', 'faux', 'falso', 'onwaar'],
  ...['allow', 'allowed', 'subscribed', 'active', 'optedin', 'optin'],
]);

/** `Opted out of email: Newsletter` is one of several that one file may have. */
export const isOptOut = (header: string): boolean =>
  NAMES.has(bareName(header)) || bareName(header).startsWith('optedoutofemail');

/** Reads of the cells of a row whether the list says itself that its person is not to be contacted, in words; null: it does not. */
export function optOutReader(columns: readonly Column[]): (cells: readonly string[]) => string | null {
  const asked = columns.flatMap(({ header, becomes }, place) => {
    if (becomes === DO_NOT_CONTACT) return [{ header, place, isNo: (value: string) => !MAY_BE.has(value) }];
    const isStatus = becomes !== null && STATUS.has(bareName(header));
    return isStatus ? [{ header, place, isNo: (value: string) => NO_IN_A_STATUS.has(value) }] : [];
  });
  return (cells) => {
    const no = asked.find(({ place, isNo }) => isNo(plainCell(cells[place])));
    if (no === undefined) return null;
    return `The list says not to contact them: “${no.header}” is “${shortenText((cells[no.place] ?? '').trim(), 40)}”.`;
  };
}

/** A sign alone is a value too: `✓`. */
const plainCell = (cell = ''): string => bareName(cell) || cell.trim();
