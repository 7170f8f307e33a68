const MOST = 6_000;

/**
 * The words of a text for rules to look at: lower case, with `<host>` and `<address>` in place of names (`blocked@x.example`
 * and `https://spam.example/why` say nothing), `|` where a clause ends, and without what is only supposed.
 */
export function wordsOf(text: string): string {
  const words = text
    .slice(0, MOST)
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/(?<![a-z])[a-z]{2,10}:\/\/\S{1,500}/g, ' ')
    .replace(/(?<![^\s@<>()"';:,])[^\s@<>()"';:,]{1,64}@[^\s@<>()"';:,]{1,255}/g, addressAsOne)
    // Exchange names its reasons like hosts: `RESOLVER.ADR.RecipNotFound`.
    .replace(/\b(?:resolver|smtpsend|storedrv|routing|queue)\.[a-z.]{1,60}/g, (name) => name.replaceAll('.', ' '))
    .replace(/[a-z0-9_.-]+/g, hostAsOne)
    // A reply of several lines is one sentence.
    .replace(/\n\s{0,20}\d{3}[- ](?:\d\.\d{1,3}\.\d{1,3} )?/g, ' ')
    .replace(/\n\s*\n|(?<!\.)\.(?=\s|$)|[;。]/g, ' | ')
    .replace(/\s+/g, ' ');
  return words.split('|').filter(isSure).join('|');
}

/** With the dot that ends a sentence kept. */
const addressAsOne = (address: string): string => (address.endsWith('.') ? '<address>.' : '<address>');

/** `mx.acme.example`, with the dot that ends a sentence kept. */
function hostAsOne(token: string): string {
  const name = token.replace(/(?<![.-])[.-]+$/, '');
  const labels = name.split('.');
  const isHost =
    labels.length > 1 && labels.every((label) => label !== '') && /^[a-z]{2,24}$/.test(labels.at(-1) ?? '');
  return isHost ? `<host>${token.slice(name.length)}` : token;
}

/** "It may not exist, or be full": a list of what else could be. */
const isSure = (clause: string): boolean => !/\b(?:may|might|maybe|perhaps|possibly|possible)\b/.test(clause);
