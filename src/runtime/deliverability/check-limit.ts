import { type Finding, finding } from './finding.ts';

/** Figures of a mailbox that are known beside its address. */
export interface MailboxFigures {
  /** Mails a day that its owner set; null: none. */
  readonly daily_limit: number | null;
  /** Mails a day that its host takes; null: not known. */
  readonly host_limit: number | null;
  readonly host_name: string | null;
  /** Mails in the days that the guardrails look at. */
  readonly sends: number;
  readonly bounces: number;
  readonly complaints: number;
  /** Shares of the mails at which it is paused, once there are `at_least` of them. */
  readonly guardrails: { readonly at_least: number; readonly bounces: number; readonly complaints: number };
}

/** A day to strangers that a mailbox keeps its good name with. */
const GOOD_PER_DAY = 50;

export function checkLimit({ daily_limit, host_limit, host_name }: MailboxFigures): Finding {
  if (daily_limit === null) {
    return finding('limit', 'improve', 'the mailbox has no daily limit of its own', {
      ...(host_limit === null ? {} : { found: `${host_name ?? 'its host'} takes ${host_limit} a day` }),
      fix: `set daily_limit to ${GOOD_PER_DAY} or less`,
    });
  }
  const found = `${daily_limit} a day`;
  if (host_limit !== null && daily_limit > host_limit) {
    return finding('limit', 'broken', `its host takes ${host_limit} mails a day`, {
      found,
      fix: `set daily_limit to ${GOOD_PER_DAY} or less`,
    });
  }
  if (daily_limit > GOOD_PER_DAY) {
    return finding(
      'limit',
      'improve',
      `more than ${GOOD_PER_DAY} mails a day to strangers cost a mailbox its good name`,
      {
        found,
        fix: `set daily_limit to ${GOOD_PER_DAY} or less, and send from more mailboxes`,
      },
    );
  }
  return finding('limit', 'good', 'low enough for mail to strangers', { found });
}

export function checkHealth({ sends, bounces, complaints, guardrails }: MailboxFigures): Finding {
  const found = `${sends} mails, ${bounces} bounced, ${complaints} reported as spam`;
  const shares = [
    sends === 0 ? 0 : bounces / sends / guardrails.bounces,
    sends === 0 ? 0 : complaints / sends / guardrails.complaints,
  ];
  const worst = Math.max(...shares);
  if (sends < guardrails.at_least)
    return finding('health', 'unknown', `fewer than ${guardrails.at_least} mails lately: too few to judge`, { found });
  if (worst >= 1) {
    return finding('health', 'broken', 'too many of its mails bounce or are reported as spam', {
      found,
      fix: 'check the addresses before you write (enrich: validate_email), and write to fewer, more interested people',
    });
  }
  return worst >= 0.5
    ? finding('health', 'improve', 'more than half of what its guardrails allow', {
        found,
        fix: 'check the addresses before you write (enrich: validate_email)',
      })
    : finding('health', 'good', 'few bounces and complaints', { found });
}
