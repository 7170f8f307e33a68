import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/engine/advance.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import { readEnrollmentStart, readEvent } from '../../src/core/engine/schema/read-inputs.ts';
import { type Chain, schemaOf, upToDate } from '../../src/core/engine/schema/up-to-date.ts';
import { GOLDEN } from './golden-samples.ts';
import { pipeline } from './plans.ts';

const FOLDER = join(import.meta.dirname, 'golden');
const fileOf = (name: string, schema: number): string => join(FOLDER, `${name}-${schema}.json`);
const readGolden = (name: string, schema: number): object[] => JSON.parse(readFileSync(fileOf(name, schema), 'utf8'));

describe.each(GOLDEN)('$name', ({ name, chain, samples }) => {
  const current = schemaOf(chain);

  it('has the shape that its number was given for: a change needs a new number, a migration and a golden file', () => {
    // A number's file is written once, before its release, and never again.
    if (process.env.OVERTURE_GOLDEN === '1' && !readdirSync(FOLDER).includes(`${name}-${current}.json`)) {
      writeFileSync(fileOf(name, current), `${JSON.stringify(samples, null, 2)}\n`);
    }
    expect(JSON.parse(JSON.stringify(samples))).toEqual(readGolden(name, current));
  });

  it.each(Array.from({ length: current + 1 }, (_, schema) => schema))('is read from schema %i', (schema) => {
    for (const given of readGolden(name, schema)) {
      const read = upToDate(chain, given);
      expect(read).toMatchObject({ schema: current });
      if (schema === current) expect(read).toEqual(given);
    }
  });

  it('of a newer worker says so', () => {
    expect(() => upToDate(chain, { schema: current + 1 })).toThrow(
      expect.objectContaining({ code: 'NEWER_SCHEMA', message: expect.stringContaining(`has schema ${current + 1}`) }),
    );
  });
});

describe('migrations', () => {
  it('run one after the other from the number that was given, and only those', () => {
    const chain: Chain = {
      input: 'thing',
      migrations: [
        ({ n, ...rest }) => ({ ...rest, count: n }),
        ({ count, ...rest }) => ({ ...rest, count: Number(count) * 10 }),
      ],
    };
    expect(upToDate(chain, { n: 1 })).toEqual({ count: 10, schema: 2 });
    expect(upToDate(chain, { count: 1, schema: 1 })).toEqual({ count: 10, schema: 2 });
    expect(upToDate(chain, { count: 1, schema: 2 })).toEqual({ count: 1, schema: 2 });
  });

  it('reach the walk inside of a start', () => {
    const state = initialState(pipeline, 'enr_1');
    const clock = { wall_origin: 0, world_origin: 0, speed: 1 };
    expect(readEnrollmentStart({ enrollment_id: 'enr_1', clock, state })).toMatchObject({
      schema: 3,
      state: { schema: 3 },
    });
    const newer = { ...state, schema: 99 };
    expect(() => readEnrollmentStart({ enrollment_id: 'enr_1', clock, state: newer })).toThrow('schema 99');
  });

  it('leave what is no event to whoever looks whether it is one', () => {
    expect(readEvent('nothing')).toBe('nothing');
    expect(readEvent(null)).toBe(null);
  });
});

it('hands on a small state, however much has happened', () => {
  let { state } = advance(pipeline, initialState(pipeline, 'enr_1'), { type: 'start', at: 0 });
  for (let number = 0; number < 5_000; number++) {
    const id = `evt_0123456789abcdef_${number}`;
    const type = number % 2 === 0 ? 'pause' : 'resume';
    ({ state } = advance(pipeline, state, { type: 'event', at: number, event: { id, type } }));
  }
  expect(JSON.stringify(state).length).toBeLessThan(16_384);
});
