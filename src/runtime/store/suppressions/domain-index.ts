/** SQL: a domain read from its end, with a dot behind it: `moc.elpmaxe.`, with which `moc.elpmaxe.liam.` begins too. */
const reversed = (domain: string): string => `reverse('.' || ${domain})`;

/** SQL: the same of an entry, to be compared with that of an address in the order of its index. */
export const turned = (domain: string): string => `(${reversed(domain)} collate "C")`;

/** SQL: the domain of an address. */
const ownDomain = (address: string): string => `split_part(${address}, '@', 2)`;

/**
 * SQL: whether an address is of the domain or of one below it, in the words of the index of addresses by their turned domains: these are all of one beginning, which ends where the dot would be
 * a slash, the next character.
 */
export const isOfDomain = (address: string, domain: string): string => {
  const own = reversed(ownDomain(address));
  return `(${own} >= ${turned(domain)} and ${own} < reverse('/' || ${domain}) collate "C")`;
};

/** SQL: whether an address is of one of many turned domains itself, in the words of the same index. */
export const isOfOneOf = (address: string, many: string): string => `${reversed(ownDomain(address))} = any(${many})`;

/** SQL: the last two labels of a domain: `example.com` of `mail.example.com`. */
const lastTwo = (domain: string): string => `(split_part(${domain}, '.', -2) || '.' || split_part(${domain}, '.', -1))`;

/** SQL: whether an address is below one of many turned domains that has two labels, in the words of the index of those that are below any. */
export const isBelowOneOf = (address: string, many: string): string =>
  `(${ownDomain(address)} like '%.%.%' and ${reversed(lastTwo(ownDomain(address)))} = any(${many}))`;

/** SQL: whether addresses may be below the domain of an entry `s` otherwise, in the words of the index of such entries. */
export const HAS_OTHER_LABELS = `(s.value <> ${lastTwo('s.value')} or split_part(s.value, '.', 1) = '')`;

/** SQL: the domain of an address and those above it, as rows of `domain`. */
export const domainsOf = (address: string): string =>
  `(select array_to_string(labels[n:], '.') as domain from string_to_array(${ownDomain(address)}, '.') as labels, unnest(labels) with ordinality as each (label, n))`;
