import { createHash } from 'node:crypto';
import { defaultPayloadConverter, type Payload, type PayloadCodec } from '@temporalio/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDataConverter } from '../../src/runtime/temporal/data-converter.ts';
import { encryptionCodec } from '../../src/runtime/temporal/encryption-codec.ts';
import { planCodec } from '../../src/runtime/temporal/plan-codec.ts';
import { createKeyRing, ringOf, type SomeKeys } from '../../src/shared/secrets/key-ring.ts';
import { secretKey } from '../../src/shared/secrets/secret-key.ts';
import { pipeline } from '../engine/plans.ts';

const key = (id: string) => ({ id, key: createHash('sha256').update(id).digest() });
const codecOf = (...keys: SomeKeys) => encryptionCodec(ringOf(keys));
const digest = `sha256:${'a'.repeat(64)}`;
const payload = (value: unknown): Payload => defaultPayloadConverter.toPayload(value);
const valueIn = (coded: Payload | undefined): unknown => coded && defaultPayloadConverter.fromPayload(coded);
const text = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('latin1');

async function through(codecs: readonly PayloadCodec[], value: unknown): Promise<{ stored: Payload; read: unknown }> {
  let coded = [payload(value)];
  for (const codec of codecs) coded = await codec.encode(coded);
  const [stored] = coded;
  for (const codec of [...codecs].reverse()) coded = await codec.decode(coded);
  if (!stored) throw new Error('no payload');
  return { stored, read: valueIn(coded[0]) };
}

describe('encryption', () => {
  const codec = codecOf(key('now'));

  it('gives back every value it was given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect((await through([codec], value)).read).toEqual(value === 0 ? 0 : JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('hides objects, lists and numbers, and says which key it took', async () => {
    for (const value of [{ name: 'canary' }, ['canary'], 4711]) {
      const { stored } = await through([codec], value);
      expect(text(stored.data)).not.toMatch(/canary|4711/);
      expect(text(stored.metadata?.encoding)).toBe('binary/encrypted');
      expect(text(stored.metadata?.['encryption-key-id'])).toBe('now');
    }
  });

  it('never writes the same bytes twice', async () => {
    const [one, two] = await codec.encode([payload({ a: 1 }), payload({ a: 1 })]);
    expect(text(one?.data)).not.toBe(text(two?.data));
  });

  it('leaves bare strings and nothing readable', async () => {
    expect(text((await through([codec], 'Send a message')).stored.data)).toBe('"Send a message"');
    expect((await through([codec], undefined)).stored.data ?? new Uint8Array()).toHaveLength(0);
  });

  it('reads what an older key wrote, and writes with the newest', async () => {
    const [old] = await codecOf(key('old')).encode([payload({ a: 1 })]);
    const rotated = codecOf(key('now'), key('old'));
    expect(valueIn((await rotated.decode(old ? [old] : []))[0])).toEqual({ a: 1 });
    expect(text((await rotated.encode([payload({})]))[0]?.metadata?.['encryption-key-id'])).toBe('now');
  });

  it('says which key is missing', async () => {
    const stored = await codecOf(key('old')).encode([payload({})]);
    await expect(codec.decode(stored)).rejects.toMatchObject({ code: 'unknown_encryption_key' });
  });

  it('refuses a payload that was changed, cut, or written with another key of that name', async () => {
    const [stored] = await codec.encode([payload({ a: 1 })]);
    const data = stored?.data ?? new Uint8Array();
    const changed = Uint8Array.from(data, (byte, index) => (index === 20 ? byte ^ 1 : byte));
    for (const bad of [changed, data.subarray(0, data.length - 1), data.subarray(0, 5), new Uint8Array()]) {
      await expect(codec.decode([{ ...stored, data: bad }])).rejects.toMatchObject({ code: 'payload_not_decrypted' });
    }
    const impostor = codecOf({ ...key('other'), id: 'now' });
    await expect(impostor.decode([{ ...stored, data }])).rejects.toMatchObject({ code: 'payload_not_decrypted' });
  });

  it('names a key by what it is, so that two keys never share a name', () => {
    const [one, other] = [secretKey(new Uint8Array(32)), secretKey(new Uint8Array(32).fill(1))];
    expect(secretKey(new Uint8Array(32)).id).toBe(one.id);
    expect(one.id).not.toBe(other.id);
  });

  it('reads what earlier versions wrote, which called every key the same, with whichever key it was', async () => {
    const former = key('former');
    const written = await codecOf({ ...former, id: 'overture' }).encode([payload({ a: 1 })]);
    expect(valueIn((await codecOf(key('now'), key('other'), former).decode(written))[0])).toEqual({ a: 1 });
    await expect(codecOf(key('now')).decode(written)).rejects.toMatchObject({ code: 'payload_not_decrypted' });
  });

  it('reads what a newer key wrote as soon as that key is known to the installation', async () => {
    const [now, newer] = [key('now'), key('newer')];
    const ring = createKeyRing({ all: [now], oldest: now }, async () => ({ all: [now, newer], oldest: now }));
    const written = await codecOf(newer).encode([payload({ a: 1 })]);
    expect(valueIn((await encryptionCodec(ring).decode(written))[0])).toEqual({ a: 1 });
  });
});

describe('the plan by its digest', () => {
  function shelf(loads: string[] = []) {
    return planCodec(async (asked) => {
      loads.push(asked);
      return pipeline;
    }, 2);
  }

  it('is a reference in the history and the plan in the workflow, from either form', async () => {
    for (const form of [{ overture_plan: digest }, { overture_plan: digest, plan: pipeline }]) {
      const { stored, read } = await through([shelf()], form);
      expect(text(stored.data)).toBe(`{"overture_plan":"${digest}"}`);
      expect(text(stored.metadata?.encoding)).toBe('json/overture-plan');
      expect(read).toEqual({ overture_plan: digest, plan: pipeline });
    }
  });

  it('leaves other payloads as they are', async () => {
    for (const value of [{ plan: 1, overture_plan: digest }, 'overture_plan', null, [{ overture_plan: digest }]]) {
      expect((await through([shelf()], value)).read).toEqual(value);
    }
  });

  it('is loaded once while it is in the cache, also for many at once', async () => {
    const loads: string[] = [];
    const codec = shelf(loads);
    const references = await codec.encode(['a', 'b', 'a', 'a'].map((name) => payload({ overture_plan: name })));
    await codec.decode(references);
    await codec.decode(references);
    expect(loads).toEqual(['a', 'b']);
    await codec.decode(await codec.encode([payload({ overture_plan: 'c' })]));
    await codec.decode(references);
    expect(loads).toEqual(['a', 'b', 'c', 'b']);
  });

  it('is asked for again after a failure', async () => {
    let away = true;
    const codec = planCodec(async () => {
      if (away) throw new Error('the database is away');
      return pipeline;
    });
    const references = await codec.encode([payload({ overture_plan: digest })]);
    await expect(codec.decode(references)).rejects.toThrow('away');
    away = false;
    expect(valueIn((await codec.decode(references))[0])).toMatchObject({ plan: { sequence: 'test' } });
  });
});

describe('the data converter', () => {
  it('stores a plan as a readable reference and hides all else', async () => {
    const { payloadCodecs = [] } = createDataConverter({ keys: ringOf([key('now')]), loadPlan: async () => pipeline });
    const { stored, read } = await through(payloadCodecs, { overture_plan: digest, plan: pipeline });
    expect(text(stored.data)).toBe(`{"overture_plan":"${digest}"}`);
    expect(read).toEqual({ overture_plan: digest, plan: pipeline });
    expect(text((await through(payloadCodecs, { enrollment_id: 'enr_canary' })).stored.data)).not.toContain('canary');
  });
});
