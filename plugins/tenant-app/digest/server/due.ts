import { notification } from '../../server/notifications.ts'

/** Guardians with one job and transaction. */
export const AT_ONCE = 500

// An hour that daylight saving leaves out is the one after it, and of an hour that comes twice the first counts. What
// could not be sent for a day is no news any more.
const due = `tenants t
  cross join lateral (select $now::timestamptz at time zone t.time_zone as now,
    ${notification('digest_weekday', 't.id')} as weekday, ${notification('digest_hour', 't.id')} as hour) o
  cross join lateral (
    select o.now::date - (extract(isodow from o.now)::int - o.weekday + 7) % 7 as day) d
  cross join lateral (
    select (d.day + make_interval(hours => o.hour)) at time zone t.time_zone as until,
      (d.day - 7 + make_interval(hours => o.hour)) at time zone t.time_zone as "from") w`

const isDue = `${notification('sends_digests', 't.id')}
  and w.until <= $now::timestamptz and w.until > $now::timestamptz - interval '1 day'`

/** Organizations `t` whose digests `d.day` are due, which tell of the week `w`; takes `$now`. */
export const organizationsDue = `from ${due} where ${isDue}`

/**
 * Guardians `s` of organization `t` who wanted a digest before it was due, and of whose week none is done. Who chooses it
 * gets the next one, and where the day is changed, nobody gets two in a week.
 */
export const waiting = ({ tenantId, day, until }: { tenantId: string; day: string; until: string }) =>
  `digest_subscriptions s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
      and u.is_active and u.role = 'parent' and u.email is not null
    where s.tenant_id = ${tenantId} and s.subscribed_at <= ${until}
      and not exists (select from digests x
        where x.tenant_id = s.tenant_id and x.user_id = s.user_id and x.sent_for > ${day} - 7)`
