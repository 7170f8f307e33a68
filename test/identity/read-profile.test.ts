import { describe, expect, it } from 'vitest';
import { identityKey } from '../../src/shared/identity/identity.ts';
import { sayNotRead } from '../../src/shared/identity/not-read.ts';
import { readProfile } from '../../src/shared/identity/profile.ts';

const said = (text: string): string => {
  const read = readProfile(text);
  return read.ok ? identityKey(read.value) : sayNotRead(read.error).replace('is not a profile URL: ', '');
};

describe('a profile', () => {
  it.each([
    ['https://www.linkedin.com/in/ada', 'slug:ada'],
    ['<https://www.linkedin.com/in/ada>', 'slug:ada'],
    ['linkedin.com/pub/krzysztof-marzec/a7/576/b50', 'slug:krzysztof-marzec-b50576a7'],
    ['linkedin.com/pub/ada/5/1a/2b', 'slug:ada-02b01a5'],
    ['https://network.example/in/J%C3%96RG', 'slug:jörg'],
    ['https://network.example/in/ACoAAB3x9Qk', 'profile_id:ACoAAB3x9Qk'],
    ['urn:li:fsd_profile:ACoAAB3x9Qk', 'profile_id:ACoAAB3x9Qk'],
    ['urn:li:fs_salesProfile:(ACwAAB3x9Qk,NAME_SEARCH,x1)', 'profile_id:ACwAAB3x9Qk'],
    ['URN:li:Member:12', 'urn:urn:li:member:12'],
    ['ACTIVE-ADA-LOVELACE', 'slug:active-ada-lovelace'],
    ['https://network.example/in/12345', 'slug:12345'],
  ])('is %j: %s', (text, key) => expect(said(text)).toBe(key));

  it.each([
    ['Y', '“Y” tells no profile'],
    ['yes', '“yes” tells no profile'],
    ['n/a', 'its address has no /in/ and a name behind it'],
    ['#N/A', 'its address has no /in/ and a name behind it'],
    ['https://network.example/in/n/a', '“n” tells no profile'],
    ['ok', '“ok” tells no profile'],
    ['z', '“z” is too short for the name of a profile'],
    ['12345', '“12345” is a number'],
    ['www.linkedin.com', 'it is the address of a site'],
    ['https://network.example/company/acme', 'its address has no /in/ and a name behind it'],
    ['Ada Lovelace', 'its address has no /in/ and a name behind it'],
    ['network.example/in/ada network.example/in/bob', 'it has signs that no name of a profile has'],
    ['javascript://network.example/in/ada', 'its address has no /in/ and a name behind it'],
    ['', '“” is too short for the name of a profile'],
  ])('is not %j: %s', (text, why) =>
    expect(said(text)).toBe(`${why}; write the address of their page, such as https://…/in/ada-lovelace`),
  );
});
