import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Tag } from '../../parts/tag.tsx';
import { compiler } from '../compiler/use-compiler.ts';
import type { EditorHandle } from '../editor/open-editor.ts';
import { YamlEditor } from '../editor/yaml-editor.tsx';
import { EXAMPLES } from '../examples.ts';
import classes from '../panels.module.css';
import type { SidePanelProps } from '../side-panel-props.ts';
import { useTestsText } from './use-tests-text.ts';

const TYPED_FOR = 300;

/** The tests of the sequence, run as one types: in virtual time, here in the page. */
export function Tests(props: SidePanelProps) {
  const { name, example } = props;
  const begun = useQuery({
    queryKey: ['tests of the example', example ?? name],
    queryFn: async () => (await EXAMPLES.find((one) => one.name === (example ?? name))?.tests()) ?? '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return begun.data === undefined ? null : <OfText {...props} begun={begun.data} />;
}

function OfText({ text, isWhole, name, example, begun }: SidePanelProps & { readonly begun: string }) {
  const { tests, setTests } = useTestsText(name ?? `new ${example}`, begun || templateFor(name ?? 'my-sequence'));
  const [opened] = useState(tests);
  const [typed] = useDebouncedValue(tests, TYPED_FOR);
  const run = useQuery({
    queryKey: ['tests', text, typed],
    queryFn: ({ signal }) => compiler().call('test', { text, tests: typed }, { signal }),
    ...{ enabled: isWhole, gcTime: 0 },
    placeholderData: (before) => before,
  });
  const [isOld, setOld] = useState(false);
  useEffect(() => setOld(!isWhole || typed !== tests), [isWhole, typed, tests]);
  const found = run.data;
  const editor = useRef<EditorHandle | null>(null);
  const diagnostics = isOld ? undefined : found?.diagnostics;
  useEffect(() => {
    if (diagnostics !== undefined) editor.current?.showProblems(diagnostics);
  }, [diagnostics]);
  return (
    <div className={classes.tests}>
      <div className={classes.testsText}>
        <YamlEditor
          document="tests"
          text={opened}
          label="Tests of the sequence"
          of="tests"
          isReadOnly={false}
          handle={editor}
          onText={setTests}
        />
      </div>
      <section className={classes.outcomes} aria-label="Outcomes" data-old={isOld}>
        {!isWhole && <p className={classes.quiet}>They run when the text has no mistakes.</p>}
        {run.error !== null && <p className={classes.bad}>{run.error.message}</p>}
        {found?.diagnostics.map(({ code, line, column, message, fix }) => (
          <p key={`${code} ${line}:${column} ${message}`} className={classes.bad}>
            <button type="button" onClick={() => editor.current?.goToLine(line, column)}>
              {line}:{column}
            </button>{' '}
            {message}. {fix}
          </p>
        ))}
        {found?.tests.map((test) => (
          <details key={test.name} open={!test.ok}>
            <summary>
              <Tag tone={test.ok ? 'good' : 'bad'}>{test.ok ? 'passed' : 'failed'}</Tag> {test.name}
            </summary>
            {test.reasons.map((reason) => (
              <p key={reason} className={classes.bad}>
                {reason}
              </p>
            ))}
            <pre>
              {test.got.map((step) => `- ${typeof step === 'string' ? step : JSON.stringify(step)}`).join('\n')}
            </pre>
          </details>
        ))}
        <p className={classes.quiet}>
          They stay in this browser; keep them beside the sequence, as {name ?? 'NAME'}.test.yaml, to run them with
          overture test.
        </p>
      </section>
    </div>
  );
}

const templateFor = (name: string): string => `sequence: ${name}
lead: { profile_url: "https://professional.example/in/ada-lovelace", first_name: Ada, company: Acme, email: ada@acme.example }
start: 2026-03-02 09:00
tests:
  - name: whoever does nothing comes to the end
    expect:
      - end: completed
`;
