import type { SubmissionFault } from '../../../src/app/demo/mail-server/submission-faults.ts';
import { fileAsSent } from '../../support/mail/mail-world.ts';
import { addressOf, SENDERS, senderAddress, signIn } from '../mail-load.ts';
import type { MailRun, Scenario } from '../scenario.ts';

/** Slow enough that a send which is held up for some seconds ends on the day that it began. */
const A_DAY_IN_30_S = 2880;

export const mailSubmission: Scenario = {
  name: 'mail-submission',
  about: 'the SMTP server says 421, greylists, is slow, and loses connections around the final dot',
  rounds: 16,
  load: { leads: 24, speed: A_DAY_IN_30_S },
  mail: true,
  async play(run) {
    const { load, random, rounds, fault, pause, finishedShare, mail } = run;
    if (!mail) throw new Error('this scenario has a mail server');
    const [first = '', ...others] = Object.keys(load.mail?.people ?? {});
    for (let round = 0; round < rounds && (await finishedShare()) < 1; round++) {
      const [what, given] = random.pick(faultsOf({ ...run, mail }));
      // At whichever mail the person gets next; it counts when it happens.
      mail.faults.add({ ...given, to: addressOf(random.pick([first, ...others])), fired: () => fault(what) });
      await pause(random.whole(500, 6000));
    }
    return undefined;
  },
};

type Named = readonly [what: string, fault: Omit<SubmissionFault, 'to'>];

function faultsOf({ mail, load, random }: MailRun): readonly [Named, ...Named[]] {
  const fileCopy = async (source: Buffer) => {
    const from = /^From:.*?([\w.-]+@agency\.test)/im.exec(source.toString())?.[1] ?? '';
    await fileAsSent(mail, from, load.mail?.password ?? '', source);
  };
  return [
    ['421 after the final dot', { at: 'data', reply: '421 4.3.2 closing' }],
    ['421 at the recipient', { at: 'recipient', reply: '421 4.3.2 closing' }],
    ['greylisted', { at: 'recipient', reply: '451 4.7.1 greylisted, try again' }],
    ['cut before the mail was taken', { at: 'data', cut: 'before' }],
    ['cut after the mail was taken', { at: 'data', cut: 'after' }],
    ['cut after the mail was taken and filed', { at: 'data', cut: 'after', after: fileCopy }],
    // Beyond the time-out of the engine's call.
    ['slow', { at: 'data', delay_ms: random.whole(2000, 8000) }],
  ];
}

export const mailReading: Scenario = {
  name: 'mail-reading',
  about: 'IMAP connections are cut, folders get new UIDs, passwords are revoked and given anew',
  rounds: 10,
  load: { leads: 24, speed: A_DAY_IN_30_S },
  mail: true,
  mistakes: [
    {
      name: 'doubt-not-seen',
      what: 'the last look does not see that a mail of theirs may be an answer',
      find: 'e.away_until, e.unclear_since, e.paused',
      put: 'e.away_until, null::timestamptz as unclear_since, e.paused',
      seed: 1,
    },
  ],
  async play({ system, load, random, rounds, fault, pause, finishedShare, mail }) {
    if (!mail) throw new Error('this scenario has a mail server');
    const password = load.mail?.password ?? '';
    for (let round = 0; round < rounds && (await finishedShare()) < 1; round++) {
      await pause(random.whole(500, 4000));
      const sender = senderAddress(random.whole(0, SENDERS - 1));
      // Each kind at least once.
      const kind = (['cut', 'renumbered', 'revoked'] as const)[round < 3 ? round : random.whole(0, 2)];
      fault(`${sender}: ${kind}`);
      if (kind === 'cut') mail.kick(sender);
      else if (kind === 'renumbered') mail.renumber(sender);
      else {
        await mail.setPassword(sender, null);
        await pause(random.whole(500, 5000));
        await signIn(system, mail, sender, password);
      }
    }
    return undefined;
  },
};
