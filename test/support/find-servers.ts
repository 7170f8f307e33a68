import { findDovecot } from '../../src/app/demo/mail-server/find-dovecot.ts';
import { findTemporal } from '../../src/app/main/temporal/find-temporal.ts';

/** Finds the servers. Where they must be fetched or built first that takes minutes: here, once, and not within some test's time. */
export async function setup() {
  const progress = (line: string) => void process.stderr.write(`${line}\n`);
  await findTemporal({ progress });
  await findDovecot({ progress });
}
