import type { MailServer } from '../../src/app/demo/mail-server/start-mail-server.ts';
import type { Finding } from './invariants/finding.ts';
import type { Load, LoadOptions } from './load.ts';
import type { Mistake } from './mistake.ts';
import type { Random } from './random.ts';
import type { System, SystemOptions } from './system/system.ts';

/** A run of a scenario with a mail server. */
export type MailRun = Run & { readonly mail: MailServer };

export interface Run {
  readonly system: System;
  readonly load: Load;
  /** Real mail; null unless the scenario asks for it. */
  readonly mail: MailServer | null;
  readonly random: Random;
  /** Rounds of kills and the like, as asked for on the command line. */
  readonly rounds: number;
  readonly say: (line: string) => void;
  /** A fault was at work. */
  readonly fault: (what: string) => void;
  /** Waits wall milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** Share of the enrollments that are over, 0 to 1. */
  readonly finishedShare: () => Promise<number>;
  /** Lets everybody come to an end, with all parts up and all links whole. */
  readonly untilAllEnd: (timeoutMs?: number) => Promise<void>;
}

export interface Scenario {
  readonly name: string;
  /** One sentence: what is broken. */
  readonly about: string;
  /** Quick enough for every CI run. */
  readonly short?: boolean;
  readonly load?: Partial<Omit<LoadOptions, 'seed'>>;
  readonly rounds?: number;
  readonly system?: Partial<Omit<SystemOptions, 'toxiproxy' | 'cluster'>>;
  /** True for a scenario that is played on a cluster, by `npm run test:cluster`. */
  readonly cluster?: boolean;
  /** Everybody is written to by real mail instead, and answers so. Skipped where there is no mail server. */
  readonly mail?: boolean;
  /** True where the scenario kills roles by other means than a signal of ours. */
  readonly rolesMayDie?: boolean;
  /** The home is on a disk of this size; skipped where none can be mounted. */
  readonly disk_megabytes?: number;
  /** True where its own findings are the verdict: it leaves no table from which the others could judge. */
  readonly judges_itself?: boolean;
  /** Mistakes that it finds, planted with `--mistake <name>`. */
  readonly mistakes?: readonly Mistake[];
  /** Before anybody is enrolled. */
  readonly prepare?: (system: System, random: Random) => Promise<void>;
  /** Breaks things while everybody is under way. What it finds beside the invariants it returns, by name. */
  readonly play: (run: Run) => Promise<readonly Finding[] | undefined>;
}
