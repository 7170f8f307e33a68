import { isRecord } from '../../src/shared/kit/is-record.ts';

type Data = Readonly<Record<string, unknown>>;

/**
 * Reads the answer's field as an object, empty when it is none. The client has checked the shape; other services may
 * differ.
 */
export function objectAt(data: unknown, ...path: readonly string[]): Data {
  const value = valueAt(data, ...path);
  return isRecord(value) ? value : {};
}

export function textAt(data: unknown, ...path: readonly string[]): string | null {
  const value = valueAt(data, ...path);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

export function numberAt(data: unknown, ...path: readonly string[]): number | null {
  const value = valueAt(data, ...path);
  return typeof value === 'number' ? value : null;
}

export function listAt(data: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = valueAt(data, ...path);
  return Array.isArray(value) ? value : [];
}

export function valueAt(data: unknown, ...path: readonly string[]): unknown {
  let value = data;
  for (const name of path) value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}
