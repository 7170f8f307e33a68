import { expect, it } from 'vitest';
import type { ResultOf } from '../../src/app/api-client/asked.ts';
import { changeOf } from '../../src/app/console/people/person-change.ts';

const ADA = {
  ...{ first_name: 'Ada', last_name: null, email: 'ada@acme.example', country: 'FR' },
  ...{ tags: ['met', 'lyon'], vars: { size: 12, is_lead: true, team: 'core' } },
} as unknown as ResultOf<'getLead'>;
const SHOWN = {
  ...{ first_name: 'Ada', last_name: '', email: 'ada@acme.example', country: 'FR', tags: 'met, lyon' },
  ...{ 'vars.size': '12', 'vars.is_lead': 'true', 'vars.team': 'core', new_variable: '', new_value: '' },
};
const changed = (other: object) => changeOf(ADA, new Map(Object.entries({ ...SHOWN, ...other })));

it('says nothing of a person where the form is as it was', () => {
  expect(changed({})).toBeNull();
  expect(changed({ first_name: ' Ada ', tags: 'met,lyon' })).toBeNull();
});

it('says what is otherwise, and nothing else; what was emptied is taken away', () => {
  expect(changed({ last_name: 'Lovelace' })).toEqual({ last_name: 'Lovelace' });
  expect(changed({ email: '', tags: '' })).toEqual({ email: null, tags: [] });
});

it('keeps what a variable is: a number, true or false, a text; an empty one goes, a new one comes', () => {
  expect(changed({ 'vars.size': '13', 'vars.is_lead': 'false' })).toEqual({ vars: { size: 13, is_lead: false } });
  expect(changed({ 'vars.size': 'about 13', 'vars.team': '' })).toEqual({ vars: { size: 'about 13', team: null } });
  expect(changed({ new_variable: 'city', new_value: 'Lyon' })).toEqual({ vars: { city: 'Lyon' } });
});
