import { createHash } from 'node:crypto'
import { z } from 'zod'
import { roles } from '#core/contract/roles.ts'
import { openTenantStatuses } from '#core/contract/tenancy.ts'
import type { TenantScope } from '#core/server/core.ts'
import { viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import { isKnown } from '#core/server/http/web-files.ts'
import { originOf } from '#core/server/tenancy/origin.ts'
import { hashOfToken } from './feeds.ts'
import { fedSession, writeCalendar, type FedSession } from './icalendar.ts'
import { fedMeetings, fedSessions, shownSessions } from './policies.ts'

/** Maximum number of days of sessions in one feed; larger calendars overload calendar programs. */
const MAX_SESSIONS = 5000

const selectFeed = statement(
  z.object({
    id: z.uuid(),
    userId: z.uuid().nullable(),
    role: z.enum(roles).nullable(),
    firstName: z.string().nullable(),
    organization: z.string(),
    subdomain: z.string(),
  }),
  `select f.id, f.user_id as "userId", u.role, u.first_name as "firstName", t.name as organization, t.subdomain
    from calendar_feeds f join tenants t on t.id = f.tenant_id
      left join users u on u.tenant_id = f.tenant_id and u.id = f.user_id
    where f.token_hash = $hash and t.status = any ($open) and (f.user_id is null or u.is_active)`,
)

// Saved once an hour, since calendar programs poll all day.
const updateFeedUse = statement(`update calendar_feeds set last_used_at = $now
  where id = $id and (last_used_at is null or last_used_at <= $now::timestamptz - interval '1 hour')`)

// A one-day session keeps its own id, days of longer ones have their meeting's.
const fedSpan = `end_date > $now::timestamptz - interval '30 days'
  and start_date < $now::timestamptz + interval '1 year'
  and (cancelled_at is null or cancelled_at > $now::timestamptz - interval '60 days')`

const selectFedSessions = variants({ viewer: viewers }, ({ viewer }) => {
  const { before, from, condition, children } = shownSessions(viewer, fedSessions, fedSpan)
  return statement(
    fedSession,
    `${before} select case when n.days = 1 then s.id else m.id end as id, s.id as "sessionId", n.days > 1 as "isOfDays",
        s.name, m.starts_at as "startDate", m.ends_at as "endDate", s.location,
        case when m.status = 'cancelled' then m.status else s.status end as status, case when n.days = 1 then s.sequence else s.sequence + m.sequence end as sequence,
        greatest(s.updated_at, m.updated_at) as "updatedAt", ${children} as children,
        case when u.id is not null then u.first_name || ' ' || u.last_name end as "instructorName"
      from ${from} join session_meetings m on m.tenant_id = s.tenant_id and m.session_id = s.id
        cross join lateral (select count(*)::int as days from session_meetings c
          where c.tenant_id = s.tenant_id and c.session_id = s.id) n
        left join users u on u.tenant_id = s.tenant_id and u.id = coalesce(m.instructor_id, s.instructor_id)
      where ${condition} and ${fedMeetings(viewer)} and m.ends_at > $now::timestamptz - interval '30 days'
        and m.starts_at < $now::timestamptz + interval '1 year'
      order by m.starts_at, m.id limit ${MAX_SESSIONS}`,
  )
})

interface Feed {
  /** Name of the calendar. */
  name: string
  /** Returns the URL of a session's page; null for calendars without links. */
  link: ((sessionId: string) => string) | null
  sessions: FedSession[]
}

/**
 * Serves the calendar of `<token>.ics`, or 304 for an unchanged one. Unknown and revoked tokens, deactivated users and
 * suspended organizations give the same answer.
 * @throws not-found
 */
export async function serveFeed({ core, http }: Unscoped, file: string): Promise<FileAnswer> {
  const token = /^([\w-]{43})\.ics$/.exec(file)?.[1]
  if (!token || !http.tenant) throw notFound('Calendar')
  const feed = await core.db.tenant(http.tenant.id, http.actor, (scope) => readFeed(scope, token))
  // A shared cache would store the URL, which grants access like the token.
  const headers = {
    'cache-control': 'private, no-cache',
    etag: tagOf(feed),
    'content-disposition': 'inline; filename="calendar.ics"',
  }
  if (isKnown(headers.etag, http.request.headers['if-none-match'])) {
    http.reply.status(304)
    return new FileAnswer(CALENDAR_TYPE, Buffer.alloc(0), headers)
  }
  return new FileAnswer(CALENDAR_TYPE, Buffer.from(writeCalendar(feed)), headers)
}

const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/** Hashes the data, so that an unchanged calendar need not be written. */
const tagOf = ({ name, sessions }: Feed) =>
  `"${createHash('sha256')
    .update(JSON.stringify([name, sessions]))
    .digest('base64url')
    .slice(0, 22)}"`

async function readFeed(scope: TenantScope, token: string): Promise<Feed> {
  const now = scope.core.clock.now()
  const [feed] = await scope.rows(selectFeed, { hash: hashOfToken(token), open: [...openTenantStatuses] })
  if (!feed) throw notFound('Calendar')
  const { id, userId, organization, firstName } = feed
  await scope.rows(updateFeedUse, { id, now })
  // The organization's feed is public, and names no people.
  if (userId === null) {
    const sessions = await scope.rows(selectFedSessions({ viewer: 'system' }), { now })
    return { name: organization, link: null, sessions: sessions.map((one) => ({ ...one, instructorName: null })) }
  }
  const viewer = feed.role ?? 'anonymous'
  const sessions = await scope.rows(selectFedSessions({ viewer }), { now, caller: userId })
  const origin = originOf(scope.core.env, feed.subdomain)
  const isFamily = viewer === 'parent' || viewer === 'student'
  const link = (sessionId: string) => (isFamily ? `${origin}/calendar` : `${origin}/sessions/${sessionId}`)
  return { name: `${organization} (${firstName})`, link, sessions }
}
