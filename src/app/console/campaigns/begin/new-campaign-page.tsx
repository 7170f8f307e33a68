import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStore } from '../../data/store.ts';
import { useMay } from '../../data/who.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import classes from './begin.module.css';
import { type Request, requestOf, SOURCES, type SourceKind, sendersOf } from './campaign-draft.ts';
import { TextField } from './field.tsx';
import { FileForm } from './file-form.tsx';
import { PeopleForm } from './people-form.tsx';
import { SequenceForm } from './sequence-form.tsx';
import { CandidatesForm, SearchForm } from './source-forms.tsx';
import { SentSoFar, StartProgress } from './start-progress.tsx';
import { READ_FOR, startCampaign, starting, whenStarted } from './starting.ts';
import { useCampaignDraft, wasStarted } from './use-campaign-draft.ts';
import { usePreview } from './use-preview.ts';
import { WhatWillHappen } from './what-will-happen.tsx';

const route = getRouteApi('/new-campaign');
const TITLES: Readonly<Record<SourceKind, string>> = {
  ...{ candidates: 'Candidates of a job', search: 'A search', file: 'A file', people: 'People whom you pick' },
};

/** A campaign that has not begun: who enters which sequence, what will happen, and only then its start. */
export function NewCampaignPage() {
  const { sequence } = route.useSearch();
  const may = useMay();
  const navigate = useNavigate();
  const work = useCampaignDraft(sequence === undefined ? {} : { sequence });
  const { draft, change, file, fingerprint } = work;
  const request = requestOf(draft, file);
  const preview = usePreview(request, fingerprint, READ_FOR);
  const queries = useQueryClient();
  const now = useStore(starting);
  useEffect(() => whenStarted((id) => void navigate({ to: '/campaigns/$id', params: { id } })), [navigate]);
  if (!may('createCampaign')) {
    return (
      <PageFrame title="New campaign">
        <EmptyState says="You may look at campaigns, and not start one.">An editor starts them.</EmptyState>
      </PageFrame>
    );
  }

  const start = () => {
    if (request.ok) void startCampaign(queries, fingerprint, request.asked);
  };
  const csv = preview.shown?.csv ?? null;
  return (
    <PageFrame
      title="New campaign"
      about="What you type is kept in this browser until it has begun."
      actions={
        <Button variant="default" disabled={now !== null} onClick={work.startOver}>
          Empty the form
        </Button>
      }
    >
      <StartProgress className={classes.notice} />
      {now === null && request.ok && wasStarted(fingerprint) && (
        <p className={classes.notice} role="status">
          The start of {draft.name} was asked, and no answer was seen: the page was closed, or the line broke.{' '}
          <Button size="compact-xs" onClick={start}>
            Go on with it
          </Button>{' '}
          It starts one campaign, whether the first request has arrived or not.
        </p>
      )}
      <div className={classes.columns}>
        <form
          className={classes.form}
          aria-label="New campaign"
          onSubmit={(event) => {
            event.preventDefault();
            preview.look();
          }}
        >
          {/* What is being sent is what was typed. */}
          <fieldset className={classes.whole} disabled={now !== null}>
            <section aria-labelledby="what">
              <h2 id="what">What</h2>
              <div className={classes.fields}>
                <TextField label="Name" placeholder="March" value={draft.name} onText={(name) => change({ name })} />
                <SequenceForm {...{ draft, change }} />
                <TextField
                  label="Weight"
                  type="number"
                  hint="1 to 100: its share of the slots that several campaigns want."
                  value={draft.weight}
                  onText={(weight) => change({ weight })}
                />
              </div>
            </section>
            <section aria-labelledby="who">
              <h2 id="who">Who enters</h2>
              <div className={classes.sources} role="radiogroup" aria-labelledby="who">
                {SOURCES.map((source) => (
                  <label key={source} data-chosen={draft.source === source}>
                    <input
                      type="radio"
                      name="source"
                      checked={draft.source === source}
                      onChange={() => change({ source })}
                    />
                    {TITLES[source]}
                  </label>
                ))}
              </div>
              <div className={classes.fields}>
                {draft.source === 'candidates' && <CandidatesForm {...{ draft, change }} />}
                {draft.source === 'search' && <SearchForm {...{ draft, change }} />}
                {draft.source === 'file' && <FileForm {...{ draft, change, file, csv }} onFile={work.takeFile} />}
                {draft.source === 'people' && <PeopleForm {...{ draft, change }} />}
              </div>
            </section>
          </fieldset>
          <div className={classes.look}>
            <Button type="submit" disabled={!request.ok || now !== null} loading={preview.isLooking}>
              See what will happen
            </Button>
            <span role="status">
              {preview.progress === null ? (
                hintOf(request, draft.source)
              ) : (
                <SentSoFar progress={preview.progress} name={draft.name} onCancel={preview.cancel} />
              )}
            </span>
          </div>
        </form>
        <WhatWillHappen
          preview={preview}
          request={request}
          sequence={draft.sequence}
          reader={draft.source === 'candidates' || draft.source === 'search' ? draft.account_id : ''}
          senders={sendersOf(draft)}
          isStarting={now !== null}
          onStart={start}
        />
      </div>
    </PageFrame>
  );
}

function hintOf(request: Request, source: SourceKind): string {
  if (!request.ok) return `Still missing: ${request.missing.join(', ')}.`;
  return source === 'candidates'
    ? 'Nobody is contacted by it. Counting the candidates costs 1 credit.'
    : 'Nothing happens by it yet.';
}
