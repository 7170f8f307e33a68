import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ask } from '../data/ask.ts';
import { Answered } from '../parts/answered.tsx';
import { nameOfLead } from '../parts/lead-name.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Tag } from '../parts/tag.tsx';
import { AboutPerson } from './about-person.tsx';
import { BadAddress } from './bad-address.tsx';
import { Conversation } from './conversation.tsx';
import { EditButton } from './edit-button.tsx';
import { EnrollmentCard } from './enrollment-card.tsx';
import { EraseButton } from './erase-button.tsx';
import { ExportLink } from './export-link.tsx';
import { Mails } from './mails/mails.tsx';
import classes from './person.module.css';
import { SuppressButton } from './suppress-button.tsx';

const route = getRouteApi('/people/$id');

/** One person: where they stand and why, what was written, and what is known of them. */
export function PersonPage() {
  const { id } = route.useParams();
  const person = useQuery(ask('getLead', { params: { id } }));
  const { data } = person;
  return (
    <PageFrame
      title={data === undefined ? 'Person' : nameOfLead(data)}
      about={
        data !== undefined && (
          <>
            {[data.headline, data.company].filter((part) => part).join(' · ')}{' '}
            {data.do_not_contact !== null && (
              <Tag tone="bad">do not contact: {data.do_not_contact.reason || data.do_not_contact.kind}</Tag>
            )}
          </>
        )
      }
      actions={
        data !== undefined && (
          <>
            <EditButton key={data.updated_at} person={data} />
            <SuppressButton person={data} />
            <ExportLink id={data.id} />
            <EraseButton id={data.id} name={nameOfLead(data)} />
          </>
        )
      }
    >
      <Answered query={person} rows={8}>
        {(known) => (
          <div className={classes.columns}>
            <div className={classes.main}>
              <BadAddress report={known.address_report} />
              {known.enrollments.map((enrollment) => (
                <EnrollmentCard key={enrollment.id} enrollment={enrollment} />
              ))}
              {known.enrollments.length === 0 && <p className={classes.quiet}>They are in no sequence.</p>}
              <Mails enrollments={known.enrollments} />
              <Conversation history={known.history} earlier={known.earlier} name={nameOfLead(known)} />
            </div>
            <AboutPerson person={known} />
          </div>
        )}
      </Answered>
    </PageFrame>
  );
}
