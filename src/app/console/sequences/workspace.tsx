import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type StepPlaces, stepAt } from '../../../language/editing/step-at.ts';
import type { ResultOf } from '../../api-client/asked.ts';
import { ask } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { tellProblem } from '../parts/tell.tsx';
import { compiler, useCompiled } from './compiler/use-compiler.ts';
import { DraftConflict } from './draft/draft-conflict.tsx';
import { useDraft } from './draft/use-draft.ts';
import type { EditorHandle, WrittenText } from './editor/open-editor.ts';
import { YamlEditor } from './editor/yaml-editor.tsx';
import { Problems } from './problems.tsx';
import { PublishDialog } from './publish/publish-dialog.tsx';
import { PublishedSince } from './published-since.tsx';
import { PublishedState } from './published-state.tsx';
import classes from './sequences.module.css';
import { SidePanel } from './side-panel.tsx';
import { moveTestsText } from './tests/use-tests-text.ts';
import { useText } from './use-text.ts';
import { viewOf } from './views.ts';
import { WorkspaceActions } from './workspace-actions.tsx';

interface WorkspaceProps {
  /** Null: it is new. */
  readonly name: string | null;
  readonly example?: string;
  readonly published: ResultOf<'getSequence'> | null;
  readonly draft: ResultOf<'getDraft'> | null;
  /** The text that it begins with where there is no draft. */
  readonly begun: string;
}

/** The text of a sequence, its problems, and beside it whatever somebody wants to see of it. */
export function Workspace({ name, example, published, draft, begun }: WorkspaceProps) {
  const may = useMay();
  const navigate = useNavigate();
  const view = viewOf(useSearch({ strict: false }).view);
  const isOfFile = published?.kept_by === 'file';
  const isReadOnly = isOfFile || !may('saveDraft');
  const keyOfTexts = name ?? `new ${example}`;
  const work = useText(keyOfTexts, draft ?? { text: begun, based_on: published?.version ?? null, revision: null });
  const { text, opened, kept } = work;
  const isChanged = text !== published?.source;
  const known = useQuery(ask('listSequences', { query: { limit: 1000 } }));
  const names = useMemo(() => known.data?.items.map((one) => one.name) ?? null, [known.data]);
  const { compiled, drawn, failure } = useCompiled(text, names);
  const editor = useRef<EditorHandle | null>(null);
  const [cursor, setCursor] = useState(0);
  const [isPublishing, publish] = useState(false);
  const checked = compiled?.checked;
  const isCurrent = compiled?.text === text;
  const isWhole = isCurrent && checked?.ok === true;
  /** Goes to the page that a new sequence has of its own from now on. */
  const goToItsPage = (its: string) => {
    if (its === name) return;
    moveTestsText(keyOfTexts, its);
    void navigate({ to: '/sequences/$name', params: { name: its } });
  };
  const saving = useDraft(name, work, goToItsPage);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another document shows them too.
  useEffect(() => {
    if (isCurrent && checked !== undefined) editor.current?.showProblems(checked.diagnostics);
  }, [checked, isCurrent, opened.document]);

  /** The editor of the moment: another document has another one. */
  const written = useMemo<WrittenText>(
    () => ({
      now: () => editor.current?.now() ?? null,
      change: (of, edits) => editor.current?.change(of, edits) ?? false,
      show: (offset) => editor.current?.show(offset),
    }),
    [],
  );

  const places = isCurrent ? compiled.checked.places : NOWHERE;
  const step = useMemo(() => stepAt(text, cursor, places), [text, cursor, places]);
  const latestPlaces = useRef(places);
  latestPlaces.current = places;
  const goToStep = useCallback((id: string) => {
    const place = latestPlaces.current[id];
    if (place !== undefined) editor.current?.show(place.offset);
  }, []);

  const fixable = checked?.diagnostics.filter(({ edits }) => edits !== undefined).length ?? 0;
  const fixAll = () =>
    void compiler()
      .call('fix', { text })
      .then((fixed) => editor.current?.replace(fixed))
      .catch(tellProblem);

  return (
    <PageFrame
      title={name ?? 'New sequence'}
      isFixed
      about={<PublishedState published={published} draft={draft} isUnsaved={work.isUnsaved} isReadOnly={isReadOnly} />}
      actions={
        <WorkspaceActions
          name={name}
          published={published}
          work={work}
          saving={saving}
          isReadOnly={isReadOnly}
          isPublishable={isWhole && isChanged}
          onPublish={() => publish(true)}
        />
      }
    >
      <div className={classes.workspace} data-view={view}>
        <section className={classes.left} aria-label="Text">
          {failure !== null && (
            <p className={classes.notice} role="alert">
              The compiler failed: {failure.message} Your text is kept; load the page again.
            </p>
          )}
          {!isReadOnly && published !== null && kept.based_on !== published.version && (
            <PublishedSince name={published.name} began={kept.based_on} version={published.version} />
          )}
          {saving.conflict !== null && <DraftConflict saving={saving} began={kept.text} />}
          <div className={classes.text}>
            <YamlEditor
              document={`${opened.document}`}
              text={opened.text}
              label="Text of the sequence"
              of="sequence"
              isReadOnly={isReadOnly}
              handle={editor}
              onText={work.setText}
              onCursor={setCursor}
              onSave={saving.save}
            />
          </div>
          <Problems
            checked={isCurrent ? (checked ?? null) : null}
            previous={checked ?? null}
            onOpen={(line, column) => editor.current?.goToLine(line, column)}
            fixable={isReadOnly ? 0 : fixable}
            onFix={isReadOnly || !isCurrent ? null : (edits) => written.change(text, edits)}
            onFixAll={fixAll}
          />
        </section>
        <SidePanel
          view={view}
          text={text}
          isWhole={isWhole}
          isReadOnly={isReadOnly}
          diagnostics={isCurrent ? (checked?.diagnostics ?? null) : null}
          written={written}
          runs={checked?.runs ?? NONE}
          drawn={drawn}
          step={step}
          name={name}
          example={example ?? null}
          published={published}
          onStep={goToStep}
        />
      </div>
      {isPublishing && checked?.name != null && (
        <PublishDialog
          name={checked.name}
          text={text}
          based_on={kept.based_on}
          onClose={() => publish(false)}
          onDone={(version) => {
            work.startOver({ text, based_on: version, revision: null });
            publish(false);
            if (checked.name !== null) goToItsPage(checked.name);
          }}
        />
      )}
    </PageFrame>
  );
}

const NOWHERE: StepPlaces = {};
const NONE: readonly string[] = [];
