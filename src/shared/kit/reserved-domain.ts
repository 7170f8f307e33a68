/** RFC 2606 and 6761: names that are nobody's, so that no name server is asked about them. */
const RESERVED = /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/i;

export const isReservedDomain = (domain: string): boolean => RESERVED.test(domain);
