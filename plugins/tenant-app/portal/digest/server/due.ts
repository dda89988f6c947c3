import { notificationSetting } from '../../../shared/server/notifications.ts'

/** Number of guardians per job and transaction. */
export const BATCH_SIZE = 500

// An hour that daylight saving skips is the one after it, and of a repeated hour the first counts. A digest that could not be
// sent for a day is dropped.
const dueOrganizations = `tenants t
  cross join lateral (select $now::timestamptz at time zone t.time_zone as now,
    ${notificationSetting('digest_weekday', 't.id')} as weekday, ${notificationSetting('digest_hour', 't.id')} as hour) o
  cross join lateral (
    select o.now::date - (extract(isodow from o.now)::int - o.weekday + 7) % 7 as day) d
  cross join lateral (
    select (d.day + make_interval(hours => o.hour)) at time zone t.time_zone as until,
      (d.day - 7 + make_interval(hours => o.hour)) at time zone t.time_zone as "from") w`

const isDue = `${notificationSetting('sends_digests', 't.id')}
  and w.until <= $now::timestamptz and w.until > $now::timestamptz - interval '1 day'`

/** Organizations `t` whose digests of the day `d.day` are due, about the week `w`; takes `$now`. */
export const organizationsDue = `from ${dueOrganizations} where ${isDue}`

/**
 * Guardians `s` of organization `t` who subscribed before the digest was due, and have none for the week. A new subscriber gets
 * the next one, and after a change of the day no guardian gets two in a week.
 */
export const subscribersDue = ({ tenantId, day, until }: { tenantId: string; day: string; until: string }) =>
  `digest_subscriptions s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
      and u.is_active and u.role = 'parent' and u.email is not null
    where s.tenant_id = ${tenantId} and s.subscribed_at <= ${until}
      and not exists (select from digests x
        where x.tenant_id = s.tenant_id and x.user_id = s.user_id and x.sent_for > ${day} - 7)`
