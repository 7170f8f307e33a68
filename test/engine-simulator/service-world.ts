import { findAction } from '../../src/v2/contract/actions.ts';
import { chargeOf } from '../../src/v2/contract/charge.ts';
import { ERROR_STATUS, type ErrorCode } from '../../src/v2/contract/errors.ts';
import { answerAction, type Refusal, type ServiceAccount } from './service-actions.ts';
import type { WorldPerson } from './service-people.ts';

/** An effect that truly took place. Nobody of ours can know it; the judge does. */
export interface Effect {
  readonly at: number;
  /** Which request it came of. */
  readonly request: number;
  readonly key: string | null;
  readonly account_id: string;
  readonly action: string;
  readonly kind: EffectKind;
  readonly person: WorldPerson;
  readonly text: string;
}
export type EffectKind = 'visit' | 'invite' | 'withdraw' | 'message' | 'inmail' | 'email' | 'like' | 'comment';

export interface Received {
  readonly number: number;
  readonly at: number;
  readonly key: string | null;
  readonly category: string;
  readonly action: string;
  readonly account_id: string;
  readonly effect: 'read' | 'touch' | 'send';
  /** The outcome at the service, whatever the caller heard. */
  outcome: 'under_way' | 'done' | 'refused' | 'dropped';
  /** With which code it was refused; null: it was not, or what was answered before was said again. */
  code: ErrorCode | null;
  credits: number;
  /** The process that heard the answer as it was given; null: nobody did. */
  heard_by: string | null;
  /** That process died later: perhaps before it could write the answer down. */
  hearer_died: boolean;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface StoredEvent {
  readonly event_id: string;
  readonly account_id: string;
  readonly envelope: Readonly<Record<string, unknown>>;
}

export interface WorldMessage {
  readonly id: string;
  readonly account_id: string;
  readonly conversation_id: string;
  readonly kind: 'message' | 'inmail' | 'email' | 'messenger';
  readonly person: WorldPerson;
  readonly text: string;
  readonly subject: string;
  readonly time: number;
  readonly is_me: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A V2 service in memory that acts once per call that it receives, and knows what it did. */
export class ServiceWorld {
  readonly effects: Effect[] = [];
  readonly received: Received[] = [];
  readonly messages: WorldMessage[] = [];
  readonly events: StoredEvent[] = [];
  readonly withdrawn = new Map<string, number>();
  readonly logs: {
    action: string;
    account_id: string | null;
    credits: number;
    ok: boolean;
    at: number;
    key: string | null;
  }[] = [];
  readonly #stored = new Map<string, Reply>();
  readonly people: readonly WorldPerson[];
  readonly accounts: readonly ServiceAccount[];
  readonly now: () => number;
  readonly #honors: boolean;
  readonly #onEffect: (effect: Effect) => void;
  credits: number;
  /** Whole accounts that are away. */
  readonly inactive = new Set<string>();
  /** Wall time until which an account is asked to slow down. */
  readonly slowed = new Map<string, number>();
  #ids = 100;

  constructor(options: {
    readonly people: readonly WorldPerson[];
    readonly accounts: readonly ServiceAccount[];
    readonly now: () => number;
    readonly honors: boolean;
    readonly credits: number;
    readonly onEffect: (effect: Effect) => void;
  }) {
    this.people = options.people;
    this.accounts = options.accounts;
    this.now = options.now;
    this.#honors = options.honors;
    this.credits = options.credits;
    this.#onEffect = options.onEffect;
  }

  nextId(): number {
    this.#ids += 1;
    return this.#ids;
  }

  /** Receives a call without acting on it yet. */
  arrive(call: Call): Received {
    const { category, action } = namesOf(call);
    const definition = findAction(category, action);
    const received: Received = {
      number: this.received.length,
      at: this.now(),
      key: call.key,
      category,
      action,
      account_id: String(call.body.account_id ?? ''),
      effect: definition?.effect ?? 'read',
      outcome: 'under_way',
      code: null,
      credits: 0,
      heard_by: null,
      hearer_died: false,
    };
    this.received.push(received);
    return received;
  }

  /** Acts, and answers as it would if nothing came in between. */
  act(call: Call, received: Received): Reply {
    const stored = this.#honors && call.key !== null ? this.#stored.get(call.key) : undefined;
    if (stored) {
      received.outcome = 'refused';
      return { ...stored, headers: { ...stored.headers, 'idempotent-replayed': 'true' } };
    }
    if (call.method === 'GET') return this.#get(call, received);
    const reply = this.#act(call, received);
    if (this.#honors && call.key !== null && isKept(reply)) this.#stored.set(call.key, reply);
    return reply;
  }

  /** Another call with the same key is being carried out. */
  isUnderWay(call: Call): boolean {
    return (
      this.#honors &&
      call.key !== null &&
      this.received.some(({ key, outcome }) => key === call.key && outcome === 'under_way')
    );
  }

  refuse(received: Received, refusal: Refusal, headers: Readonly<Record<string, string>> = {}): Reply {
    received.outcome = 'refused';
    const { code, sub_code, message } = refusal;
    received.code = code;
    const metadata = { action: received.action, credits_consumed: 0, timestamp: new Date(this.now()).toISOString() };
    const error = { code, message, ...(sub_code === undefined ? {} : { sub_code }) };
    return {
      status: refusal.status ?? ERROR_STATUS[code],
      headers,
      text: JSON.stringify({ success: false, error, metadata }),
    };
  }

  emit(account: ServiceAccount, event: Readonly<Record<string, unknown>>): StoredEvent {
    const event_id = `evt_${String(this.nextId()).padStart(8, '0')}`;
    const timestamp = new Date(this.now()).toISOString();
    const envelope = {
      ...{ event_id, account_id: account.id, account_name: 'Anna', platform: account.platform, timestamp },
      event: { timestamp, ...event },
    };
    const stored = { event_id, account_id: account.id, envelope };
    this.events.push(stored);
    return stored;
  }

  #act(call: Call, received: Received): Reply {
    const account = this.accounts.find(({ id }) => id === call.body.account_id);
    const { category, action } = received;
    if (!account && category !== 'enrich') return this.refuse(received, refusal('INVALID_ACCOUNT'));
    if (account && this.inactive.has(account.id)) return this.refuse(received, refusal('ACCOUNT_INACTIVE'));
    const slowed = this.slowed.get(account?.id ?? '') ?? 0;
    if (slowed > this.now()) {
      return this.refuse(received, refusal('RATE_LIMITED'), {
        'retry-after': String(Math.ceil((slowed - this.now()) / 1000)),
      });
    }
    const definition = findAction(category, action);
    const params = (call.body.params ?? {}) as Record<string, unknown>;
    if (!definition) return this.refuse(received, refusal('INVALID_ACTION'));
    const least = definition.effect === 'read' ? 0 : chargeOf(definition, { params });
    if (this.credits < least) return this.refuse(received, refusal('INSUFFICIENT_CREDITS'));
    const answer = answerAction(this, account ?? null, category, action, params);
    if ('code' in answer) {
      this.#log(received, 0, false);
      return this.refuse(received, answer);
    }
    const charge = chargeOf(definition, {
      params,
      ...(answer.results === undefined ? {} : { results: answer.results }),
    });
    const credits = Math.min(charge, this.credits);
    this.credits -= credits;
    received.credits = credits;
    received.outcome = 'done';
    this.#log(received, credits, true);
    if (answer.effect && account) {
      const effect: Effect = {
        ...{
          at: this.now(),
          request: received.number,
          key: call.key,
          account_id: account.id,
          action,
          ...answer.effect,
        },
      };
      this.effects.push(effect);
      this.#onEffect(effect);
    }
    return this.#success(received, answer.data);
  }

  #get(call: Call, received: Received): Reply {
    const url = new URL(call.path, 'https://v2.example');
    received.outcome = 'done';
    if (url.pathname === '/v2/logs') return this.#success(received, this.#logPage(url.searchParams));
    if (url.pathname === '/v2/accounts') return this.#success(received, this.#accountList());
    if (url.pathname === '/v2/credits') {
      const credits = { credits_remaining: this.credits, credits_used: 0, unlimited: false };
      return this.#success(received, credits);
    }
    const webhook = /^\/v2\/webhooks\/([^/]+)\/events$/.exec(url.pathname)?.[1];
    if (webhook !== undefined) return this.#success(received, this.#eventPage(webhook, url.searchParams.get('after')));
    return this.refuse(received, { ...refusal('INVALID_ACTION'), status: 404 });
  }

  #accountList(): Record<string, unknown> {
    const at = new Date(this.now()).toISOString();
    const accounts = this.accounts.map(({ id, platform }) => ({
      ...{ account_id: id, platform, status: this.inactive.has(id) ? 'inactive' : 'connected', name: 'Anna' },
      ...{ email: platform === 'email' ? 'anna@mail.example' : null, phone_number: null, country: 'FR', proxy: 'pool' },
      ...{ products: ['classic', 'premium_navigator'], daily_limit: null, created_at: at, updated_at: at },
    }));
    return { accounts, total: accounts.length };
  }

  #logPage(query: URLSearchParams): Record<string, unknown> {
    const from = Date.parse(query.get('date_from') ?? '1970-01-01');
    const items = this.logs
      .filter(
        ({ action, account_id, at }) =>
          action === query.get('action') && account_id === query.get('account_id') && at >= from,
      )
      .map(({ action, account_id, credits, ok, at, key }) => ({
        ...{ user_id: 'usr_1', action, account_id, credits_consumed: credits, status: ok ? 'success' : 'error' },
        ...{ created_at: new Date(at).toISOString(), ...(this.#honors ? { idempotency_key: key } : {}) },
      }))
      .reverse();
    return { items, total: items.length, limit: 200, offset: 0 };
  }

  #eventPage(webhook: string, after: string | null): Record<string, unknown> {
    const account = webhook.replace(/^whk_/, '');
    const all = this.events.filter(({ account_id, event_id }) => account_id === account && event_id > (after ?? ''));
    return { events: all.map(({ envelope }) => envelope), next_after: all.at(-1)?.event_id ?? after, has_more: false };
  }

  #log(received: Received, credits: number, ok: boolean): void {
    const { action, account_id, key } = received;
    this.logs.push({ action, account_id: account_id || null, credits, ok, at: this.now(), key });
  }

  #success(received: Received, data: Readonly<Record<string, unknown>>): Reply {
    const metadata = {
      ...{ action: received.action, account_id: received.account_id || null, credits_consumed: received.credits },
      timestamp: new Date(this.now()).toISOString(),
    };
    return { status: 200, headers: {}, text: JSON.stringify({ success: true, data, metadata }) };
  }
}

/** A refusal that asking again may change is not kept under its key. */
const isKept = ({ status }: Reply): boolean => status === 200 || status === 422;

export const refusal = (code: ErrorCode, sub_code?: string, message = code.toLowerCase()): Refusal => ({
  code,
  message,
  ...(sub_code === undefined ? {} : { sub_code }),
});

function namesOf({ method, path, body }: Call): { category: string; action: string } {
  const category = /^\/v2\/([a-z]+)/.exec(path)?.[1] ?? '';
  return method === 'GET' ? { category, action: 'get' } : { category, action: String(body.action) };
}
