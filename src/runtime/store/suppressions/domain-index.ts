/** SQL: a domain read from its end, with a dot behind it: `moc.elpmaxe.`, with which `moc.elpmaxe.liam.` begins too. */
const turned = (domain: string): string => `reverse('.' || ${domain})`;

/**
 * SQL: whether an address is of the domain or of one below it, in the words of the index of addresses by their turned domains: these are all of one beginning, which ends where the dot would be
 * a slash, the next character.
 */
export const isOfDomain = (address: string, domain: string): string => {
  const own = turned(`split_part(${address}, '@', 2)`);
  return `(${own} >= ${turned(domain)} collate "C" and ${own} < reverse('/' || ${domain}) collate "C")`;
};

/** SQL: the domain of an address and those above it, as rows of `domain`. */
export const domainsOf = (address: string): string =>
  `(select substr(own, dot + 1) as domain from split_part(${address}, '@', 2) as own, generate_series(0, length(own)) as dot
     where dot = 0 or substr(own, dot, 1) = '.')`;
