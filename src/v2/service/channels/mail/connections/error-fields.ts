import { isRecord } from '../../../../../shared/kit/is-record.ts';

/** Reads a field that a library put on its error. */
const fieldOf = (error: unknown, name: string): unknown => (isRecord(error) ? error[name] : undefined);

export function textIn(error: unknown, name: string): string | null {
  const value = fieldOf(error, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

export function numberIn(error: unknown, name: string): number | null {
  const value = fieldOf(error, name);
  return typeof value === 'number' && value > 0 ? value : null;
}

/** The most telling code: nodemailer keeps the system's beside its own. */
export const errorCode = (error: unknown): string | null => textIn(error, 'originalCode') ?? textIn(error, 'code');
