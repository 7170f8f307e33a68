import { noteConnection } from './connection.ts';

/** Milliseconds that an answer may be on its way, with the whole seconds in which its time is told. */
const ON_ITS_WAY = 3000;
const MINUTE = 60_000;
/** Minutes, from which on somebody should hear of it. */
const WRONG_FROM = 5;

let behind = 0;

/** Takes the server's clock from an answer of it (`Date`). That of this computer may be wrong. */
export function noteServerTime(date: string | null): void {
  const serverTime = Date.parse(date ?? '');
  if (Number.isNaN(serverTime)) return;
  const apart = serverTime - Date.now();
  behind = Math.abs(apart) < ON_ITS_WAY ? 0 : apart;
  const minutes = Math.round(behind / MINUTE);
  noteConnection({ clockIsBehind: Math.abs(minutes) < WRONG_FROM ? 0 : minutes });
}

/** Epoch milliseconds of wall time by the server's clock, which says when answers go, keys end and sessions are over. */
export const wallNow = (): number => Date.now() + behind;
