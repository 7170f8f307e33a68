/** spec: Limits / Size and count limits; Events / Delivery; Endpoints. Durations carry their unit in the name. */
export const COUNT_DEFAULT = 10;
export const COUNT_CAP = 1000;

/** The largest number of items of one upstream request. */
export const BATCH = {
  candidates: 50,
  connections: 100,
  invitations: 100,
  inbox: 25,
  comments: 10,
  reactions: 10,
  post_search: 50,
  job_posts: 25,
  /** @unspecified the six below. */
  people: 10,
  companies: 10,
  feed: 10,
  recommendations: 10,
  sent_invitations: 100,
  messages: 25,
} as const;

export const LOGS_LIMIT = { default: 50, min: 1, max: 200 } as const;

/** @unspecified */
export const EVENTS_LIMIT = { default: 100, min: 1, max: 1000 } as const;
/** @unspecified */
export const DELIVERIES_LIMIT = { default: 50, min: 1, max: 200 } as const;

export const CONNECT_LINK_SECONDS = { default: 3600, min: 60, max: 604_800 } as const;
export const CONNECT_LINK_NAME_LENGTH = 200;
/** Waits before the second and the third callback. */
export const CONNECT_LINK_CALLBACK_BACKOFF_SECONDS = [5, 30] as const;

export const ATTACHMENTS_PER_MESSAGE = 10;
export const VOICE_NOTE_SECONDS = 60;
export const VOICE_NOTE_EXTENSIONS = ['.m4a', '.mp3', '.wav', '.aac'] as const;

/** @unspecified how long the note of an invitation may be, in characters. */
export const INVITATION_NOTE_LENGTH = 300;
/** @unspecified how long an invitation to the same person is refused after a withdrawal. */
export const REINVITE_AFTER_DAYS = 21;

/** Stored events and delivery records. */
export const RETENTION_DAYS = 30;
export const RANGE_REPLAY_MAX = 5000;
export const SIGNATURE_FRESHNESS_SECONDS = 300;

export const UNLOCKS_PER_SEAT_AND_MONTH = 25;

/** @unspecified a request body above this is refused with 413; base64 media is what makes bodies large. */
export const BODY_BYTES = 35 * 1024 * 1024;
/** @unspecified how long a stored answer to an Idempotency-Key is repeated (wall time). */
export const IDEMPOTENCY_HOURS = 24;
/** @unspecified token bucket per key. */
export const REQUEST_RATE = { per_second: 20, burst: 40 } as const;
/** @unspecified wrong codes that end a checkpoint. */
export const CHECKPOINT_ATTEMPTS = 5;
/** @unspecified how long a verification or pairing code is good: people type it, so by the clock on the wall. */
export const CHECKPOINT_MINUTES = 15;
/** @unspecified the stream's comment line and its reconnection hint. */
export const STREAM = { keep_alive_seconds: 15, retry_ms: 3000 } as const;
