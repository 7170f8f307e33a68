import { describe, expect, it } from 'vitest';
import { readDomain } from '../../src/shared/identity/domain-name.ts';
import { sayExpected } from '../../src/shared/identity/not-read.ts';

const said = (text: string): string => {
  const read = readDomain(text);
  return read.ok ? read.value : sayExpected(read.error).replace('must be a domain such as acme.example: ', '');
};

describe('a domain', () => {
  it.each([
    ['Acme.Example', 'acme.example'],
    ['zürich.example', 'xn--zrich-kva.example'],
    ['XN--ZRICH-KVA.example', 'xn--zrich-kva.example'],
    ['zu\u0308rich。example.', 'xn--zrich-kva.example'],
    ['\ufeffacme.example ', 'acme.example'],
    ['a_b.example', 'a_b.example'],
  ])('is %j: %s', (text, domain) => expect(said(text)).toBe(domain));

  it.each([
    ['acme', 'it has no dot'],
    ['127.0.0.1', 'no name server takes such a name'],
    ['0x7f.1', 'no name server takes such a name'],
    ['acme.example:25', 'no name server takes such a name'],
    ['acme.example/x', 'no name server takes such a name'],
    ['-acme.example', 'no name server takes such a name'],
    ['a..example', 'no name server takes such a name'],
    ['xn--a.example', 'no name server takes such a name'],
    ['ac\u200bme.example', 'it has a blank or an invisible letter within; write acme.example'],
    ['acme .example', 'it has a blank or an invisible letter within; write acme.example'],
    ['', 'it is empty'],
  ])('is not %j: %s', (text, why) => expect(said(text)).toBe(why));
});
