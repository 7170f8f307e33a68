import { redirect } from '@tanstack/react-router';

/**
 * Follows `/#/enrollments/ID` and `/#/accounts/ID`, which named the pages before the console: `/` leads here, and the browser keeps what is
 * behind the `#`.
 */
export function followOldLink({ location: { hash } }: { readonly location: { readonly hash: string } }): void {
  const [begin, room, id = '', ...more] = hash.split('/');
  if (begin !== '' || id === '' || more.length > 0) return;
  if (room === 'enrollments') throw redirect({ to: '/enrollments/$id', params: { id }, replace: true });
  if (room === 'accounts') throw redirect({ to: '/accounts/$id', params: { id }, replace: true });
}
