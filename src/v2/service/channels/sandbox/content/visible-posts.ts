/** Conditions on a post `p`; `$1` is the owner, `$2` the account that looks. */
export const BY_CONNECTION = `(p.person_id is not null and (
  exists (select 1 from sandbox_people x where x.person_id = p.person_id and x.degree = 1)
  or exists (select 1 from sandbox_connections c where c.account_id = $2 and c.person_id = p.person_id)))`;

/** An account follows the pages of the companies that its connections work for. */
export const BY_FOLLOWED = `(${BY_CONNECTION} or p.company in (
  select f.company_slug from sandbox_people f where f.user_id = $1 and f.degree = 1
  union select f.company_slug from sandbox_connections c join sandbox_people f using (person_id) where c.account_id = $2))`;

/** Posts for connections are seen by them and by their author; a page has followers, not connections. */
export const VISIBLE = `(p.user_id = $1 and p.deleted_at is null
  and (p.audience = 'PUBLIC' or p.company is not null or p.account_id = $2 or ${BY_CONNECTION}))`;
