import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { ask } from '../data/ask.ts';
import { Answered } from '../parts/answered.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageFrame } from '../parts/page-frame.tsx';

const route = getRouteApi('/enrollments/$id');

/** Leads to the person of an enrollment, for links that know the enrollment alone. */
export function EnrollmentPage() {
  const { id } = route.useParams();
  const known = useQuery(ask('getEnrollment', { params: { id } }));
  return (
    <PageFrame title="Person">
      <Answered query={known} rows={8}>
        {({ lead_id }) =>
          lead_id === null ? (
            <EmptyState says="This person was erased." />
          ) : (
            <Navigate to="/people/$id" params={{ id: lead_id }} replace />
          )
        }
      </Answered>
    </PageFrame>
  );
}
