import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ApiProblem } from '../../../api-client/api-problem.ts';
import { useChange } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { tellDone } from '../../parts/tell.tsx';
import classes from './begin.module.css';
import { requestOf, SOURCES, type SourceKind } from './campaign-draft.ts';
import { TextField } from './field.tsx';
import { FileForm } from './file-form.tsx';
import { PeopleForm } from './people-form.tsx';
import { SequenceForm } from './sequence-form.tsx';
import { CandidatesForm, SearchForm } from './source-forms.tsx';
import { forgetKey, keyFor, useCampaignDraft } from './use-campaign-draft.ts';
import { usePreview } from './use-preview.ts';
import { WhatWillHappen } from './what-will-happen.tsx';

const route = getRouteApi('/new-campaign');
const TITLES: Readonly<Record<SourceKind, string>> = {
  ...{ candidates: 'Candidates of a job', search: 'A search', file: 'A file', people: 'People whom you pick' },
};
/** A file of a million rows is read once through. */
const READ_FOR = 600_000;

/** A campaign that has not begun: who enters which sequence, what will happen, and only then its start. */
export function NewCampaignPage() {
  const { sequence } = route.useSearch();
  const may = useMay();
  const navigate = useNavigate();
  const work = useCampaignDraft(sequence === undefined ? {} : { sequence });
  const { draft, change, file, fingerprint } = work;
  const request = requestOf(draft, file);
  const preview = usePreview(request, fingerprint, READ_FOR);
  const create = useChange('createCampaign');
  if (!may('createCampaign')) {
    return (
      <PageFrame title="New campaign">
        <EmptyState says="You may look at campaigns, and not start one.">An editor starts them.</EmptyState>
      </PageFrame>
    );
  }

  const start = () => {
    if (!request.ok) return;
    create.mutate(
      { ...request.asked, idempotency_key: keyFor(fingerprint), timeout: READ_FOR },
      {
        onError: (error) => {
          if (error instanceof ApiProblem) forgetKey();
        },
        onSuccess: (made) => {
          if (!('id' in made)) return;
          work.forget();
          tellDone(`Started ${made.name}.`);
          void navigate({ to: '/campaigns/$id', params: { id: made.id } });
        },
      },
    );
  };
  const csv = preview.shown?.csv ?? null;
  return (
    <PageFrame
      title="New campaign"
      about="What you type is kept in this browser until it has begun."
      actions={
        <Button variant="default" onClick={work.startOver}>
          Empty the form
        </Button>
      }
    >
      <div className={classes.columns}>
        <form
          className={classes.form}
          aria-label="New campaign"
          onSubmit={(event) => {
            event.preventDefault();
            preview.look();
          }}
        >
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
          <div className={classes.look}>
            <Button type="submit" disabled={!request.ok} loading={preview.isLooking}>
              See what will happen
            </Button>
            <span role="status">
              {request.ok
                ? draft.source === 'candidates'
                  ? 'Nobody is contacted by it. Counting the candidates costs 1 credit.'
                  : 'Nothing happens by it yet.'
                : `Still missing: ${request.missing.join(', ')}.`}
            </span>
          </div>
        </form>
        <WhatWillHappen
          preview={preview}
          request={request}
          sequence={draft.sequence}
          isStarting={create.isPending}
          onStart={start}
        />
      </div>
    </PageFrame>
  );
}
