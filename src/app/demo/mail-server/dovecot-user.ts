import { readFileSync } from 'node:fs';
import { ordinaryUser, type RunAs } from '../../main/postgres/run-as.ts';

/** The user that dovecot runs as: it finds its users by name. */
export interface DovecotUser {
  readonly name: string;
  readonly group: string;
  /** Null: that is who we are. */
  readonly run_as: RunAs | null;
}

/** Never root: then `dovecot` or `nobody`. Null where that user, or its group, has no name. */
export function dovecotUser(): DovecotUser | null {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (uid === undefined || gid === undefined) return null;
  const runAs = uid === 0 ? ordinaryUser(['dovecot', 'nobody']) : null;
  if (uid === 0 && runAs === null) return null;
  const name = nameOf('/etc/passwd', runAs?.uid ?? uid);
  const group = nameOf('/etc/group', runAs?.gid ?? gid);
  return name === null || group === null ? null : { name, group, run_as: runAs };
}

function nameOf(file: string, id: number): string | null {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.map((line) => line.split(':')).find((fields) => fields[2] === String(id))?.[0] ?? null;
}
