import type { Diagnostic } from '../../../language/sequence/diagnostics/diagnostic.ts';
import type { ResultOf } from '../../api-client/asked.ts';
import type { Drawn } from './compiler/use-compiler.ts';
import type { WrittenText } from './editor/open-editor.ts';
import type { View } from './views.ts';

/** The facts known of the text, for whatever is shown beside it. */
export interface SidePanelProps {
  readonly view: View;
  readonly text: string;
  readonly isWhole: boolean;
  readonly isReadOnly: boolean;
  /** The diagnostics of this very text; null: not known yet. */
  readonly diagnostics: readonly Diagnostic[] | null;
  /** As it stands in the editor, to be changed from beside it. */
  readonly written: WrittenText;
  /** Sequences in which it continues. */
  readonly runs: readonly string[];
  readonly drawn: Drawn | null;
  /** In which the cursor stands. */
  readonly step: string | null;
  /** Null: it is new. */
  readonly name: string | null;
  readonly example: string | null;
  readonly published: ResultOf<'getSequence'> | null;
  onStep(id: string): void;
}
