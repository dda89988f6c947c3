import { concernsStudent, standingsQuery, stateOf, today } from '../../care/consents/server/consent-state.ts'

/** A condition on the column that holds an id. */
export type Among = (column: string) => string

/**
 * Query of students, among those that `among` selects, who may be shown to the organization's families: each is asked for a
 * consent to the publication of media, and all consents about photos or their publication are given. Takes `$now` and
 * `$tenantId`.
 */
export const shownStudentsQuery = (among: Among) => `
  select s.id from students s
    join consents c on c.tenant_id = s.tenant_id and c.kind in ('photo', 'media-publication') and ${concernsStudent}
      and (c.expires_on is null or c.expires_on >= ${today})
    left join (${standingsQuery(among('a.student_id'), among('l.student_id'))}) h
      on h.consent_id = c.id and h.student_id = s.id
    where ${among('s.id')}
    group by s.id having bool_and(${stateOf('h')} = 'given') and bool_or(c.kind = 'media-publication')`

/**
 * Query of media, among those that `among` selects, with a tagged child who may not be shown. It reads the consents of all
 * their children at once. Takes `$now` and `$tenantId`.
 */
export const withoutConsentQuery = (among: Among) => `
  select t.media_id from media_students t where ${among('t.media_id')} and t.student_id not in (${shownStudentsQuery(
    (column) => `${column} in (select t.student_id from media_students t where ${among('t.media_id')})`,
  )})`
