import type { DiagnosticKind } from '../../../language/sequence/diagnostics/diagnostic-codes.ts';

const error = (title: string, reason: string): DiagnosticKind => ({ severity: 'error', title, reason });

/** Every code that a file of tests can be given. Each has its page in `docs/test-diagnostics`. */
export const TEST_DIAGNOSTICS = {
  // The document; the numbers are those of the sequence's codes with the same meaning.
  TST001: error('The text is not valid YAML', 'Tests are read as YAML 1.2; what cannot be read cannot be run.'),
  TST002: error('A key is written twice', 'Only one of the two would count, and it would be unclear which.'),
  TST003: error('The document is too large', 'Documents above 256 KiB are refused before they are read.'),
  TST004: error('Too many alias expansions', 'A few lines of nested aliases can grow to gigabytes.'),
  TST005: error('A template is not quoted', 'YAML reads an unquoted {{ as the start of a mapping.'),
  TST006: error('A value has the wrong form', 'The key takes another kind of value.'),
  TST007: error('Unknown key', 'A key that is not known would be ignored, and the test would test something else.'),
  TST008: error('Something is missing', 'Without it the test cannot be run.'),
  TST009: error('Not one of the possible values', 'The key takes only a few values.'),
  // The sequence
  TST010: error('The sequence was not found', 'A test runs one sequence, and looks for it in its own folder.'),
  TST011: error('The sequence is not valid', 'Only a sequence that compiles can be run.'),
  TST012: error('A name is used twice', 'A test is known by its name, in the output and for --filter.'),
  TST013: error('The sequence has no such step', 'A test that waits for a step that is not there can never hold.'),
  // What happens
  TST014: error('Not a moment', 'An event comes after a step, after the start, or at a time.'),
  TST015: error('Unknown event', 'Only what a person or the network can do is an event.'),
  TST016: error('Not a time', 'Times are local times of the lead, to the minute.'),
  TST017: error('An answer that does not fit the step', 'A step can be answered only with what its call can come to.'),
  TST018: error(
    'The lead could not be enrolled',
    'A lead that lacks what the sequence needs is refused at enrollment.',
  ),
  TST019: error('The end is not expected', 'A test that does not say how it ends would pass whatever comes last.'),
  TST020: error('Unknown time zone', 'Times of a test are read in the zone of its lead.'),
} as const satisfies Readonly<Record<`TST${number}`, DiagnosticKind>>;

export type TestCode = keyof typeof TEST_DIAGNOSTICS;
