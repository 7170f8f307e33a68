export type Severity = 'error' | 'warning';

export interface DiagnosticKind {
  readonly severity: Severity;
  readonly title: string;
  /** Why it matters, in one sentence. */
  readonly reason: string;
}

const error = (title: string, reason: string): DiagnosticKind => ({ severity: 'error', title, reason });
const warning = (title: string, reason: string): DiagnosticKind => ({ severity: 'warning', title, reason });

/** Every diagnostic code that `validate` can give. Each has its page in `docs/diagnostics`; a code is never given a new meaning. */
export const DIAGNOSTICS = {
  // The document
  SEQ001: error('The text is not valid YAML', 'A sequence is read as YAML 1.2; what cannot be read cannot be checked.'),
  SEQ002: error('A key is written twice', 'Only one of the two would count, and it would be unclear which.'),
  SEQ003: error('The document is too large', 'Documents above 256 KiB are refused before they are read.'),
  SEQ004: error('Too many alias expansions', 'A few lines of nested aliases can grow to gigabytes.'),
  SEQ005: error('A template is not quoted', 'YAML reads an unquoted {{ as the start of a mapping.'),
  SEQ006: error('A value has the wrong form', 'The key takes another kind of value.'),
  SEQ007: error('Unknown key', 'A key that is not known would be ignored, and the sequence would not do what it says.'),
  SEQ008: error('Something is missing', 'Without it the sequence cannot be carried out.'),
  // Names and values
  SEQ010: error('Not a valid name', 'Names are used in ids, addresses and commands, so their form is fixed.'),
  SEQ011: error('An id is used twice', 'A step is known by its id, in the timeline and when a new version takes over.'),
  SEQ012: error('A step must have exactly one step word', 'Each step does one thing, so that its order is clear.'),
  SEQ013: error('Unknown step', 'There is no step of this name.'),
  SEQ014: error('Not a duration', 'A wait needs a number and a unit.'),
  SEQ015: error('Not one of the possible values', 'The key takes only a few values.'),
  SEQ016: error('Unknown time zone', 'Working hours need a zone of the IANA time zone database.'),
  SEQ017: error('Working hours cannot be read', 'Sends happen only inside working hours, so they must be exact.'),
  SEQ018: error('Spacing cannot be read', 'The gap between two sends is a range of two durations.'),
  SEQ019: error('A limit cannot be read', 'A limit is a count per day or per week.'),
  SEQ020: error(
    'A reserved name of an arm',
    'The words `optimize` and `arms` say how people are divided among the arms.',
  ),
  SEQ040: error('Unknown country code', 'Without its calendar, sends would go out on public holidays.'),
  // Texts and conditions
  SEQ021: error('A template cannot be read', 'The text would be sent as it is, including the braces.'),
  SEQ022: error('Unknown variable in a template', 'The text would have a hole where the value belongs.'),
  SEQ023: error('A condition is not valid', 'Conditions are checked before anyone is contacted.'),
  SEQ024: error('A template where none is rendered', 'The value would be sent with its braces.'),
  SEQ025: error('Unknown action', 'The V2 service has no action of this name.'),
  SEQ026: error('Params that do not fit the action', 'The V2 service would refuse the call.'),
  // Proofs over all paths
  SEQ030: error(
    'A message to someone who may not be connected',
    'Messages reach connections only; the step would fail.',
  ),
  SEQ031: error(
    'An InMail without an else',
    'InMail is often impossible: no seat, no InMail credit, or the person does not accept them.',
  ),
  SEQ032: error('No sender for a channel', 'The step has no account to act from.'),
  SEQ033: error(
    'An invitation note that is too long',
    'The network takes at most 300 characters, from a free account 200.',
  ),
  SEQ034: error(
    'An email without a subject that answers nothing',
    'Only an answer may go without a subject of its own.',
  ),
  SEQ035: error('A limit that never admits a step', 'The step would wait forever.'),
  SEQ036: error('A variable that may not be set yet', 'The text would have a hole where the value belongs.'),
  SEQ038: error('A run that leads back to itself', 'People would go around forever.'),
  SEQ041: error('Working hours that never open', 'Every send would wait forever.'),
  SEQ042: error('An InMail from accounts without a seat', 'Nobody would ever get it: each lead takes the `else`.'),
  SEQ043: error('An email without an address', 'There is nowhere to send it to.'),
  SEQ044: error('A value that its text cannot show', 'The step would fail for everybody who has it.'),
  SEQ045: error(
    'A value that is not what its variable is declared to be',
    'A condition on it could not be decided, and the step would fail.',
  ),
  // Lints
  SEQ050: warning('A wait_for without an else', 'Whoever does not react continues with the next step.'),
  SEQ051: warning('An unreachable step', 'All paths end before it.'),
  SEQ052: warning('A step after end', 'An enrollment is over at `end`.'),
  SEQ053: warning('No stop on reply', 'People who have answered still receive what was meant for those who have not.'),
  SEQ054: warning('A send without a limit', "Then only the account's own limits apply, and networks punish bursts."),
  SEQ055: warning(
    'A note that may become too long',
    'With long names it passes 300 characters, and these people are refused at enrollment.',
  ),
  SEQ039: warning(
    'A run to an unknown sequence',
    'People who reach this step fail if there is no sequence of this name.',
  ),
  SEQ056: warning(
    'An email without unsubscribe',
    'Large mail providers require one-click unsubscribe, and so does the law in many places.',
  ),
  SEQ057: warning(
    'A limit above what the network tolerates',
    "The network's own limit applies anyway, so this limit promises too much.",
  ),
  SEQ058: warning('A sequence that outlives its job', 'The last texts would be about a job that is already taken.'),
  SEQ059: warning('A condition that is always the same', 'It decides nothing, so it is probably a mistake.'),
  SEQ060: warning(
    'A wait of more than a year',
    'Hardly anyone remembers the conversation by then, and the unit is often a mistake.',
  ),
  SEQ061: warning(
    'Two files with the same name',
    'Applied one after the other, each would become a new version that replaces the other.',
  ),
  SEQ062: warning(
    'A wait before a wait_for reply',
    'A reply that comes during the wait stops the enrollment as `replied`; only a `wait_for: reply` that is already waiting receives it.',
  ),
  SEQ063: warning(
    'A limit that outruns the next one',
    'People come faster than the next step takes them, and what was written as a wait of a day becomes weeks.',
  ),
  // Habits and encodings
  SEQ070: warning(
    'A word that older YAML reads differently',
    'YAML 1.1 tools read it as true, false or a number; here it is a text.',
  ),
  SEQ072: warning(
    'A placeholder of another tool',
    'Only {{ … }} is filled in; everything else is sent to people as it is.',
  ),
  SEQ071: error('A character that is not allowed in texts', 'Such characters can be neither stored nor sent.'),
  SEQ073: error(
    'A file that is not UTF-8 text',
    'In another encoding its letters would be different from what was meant.',
  ),
} as const satisfies Readonly<Record<`SEQ${number}`, DiagnosticKind>>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;
