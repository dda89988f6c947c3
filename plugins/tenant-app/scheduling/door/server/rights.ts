import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { conflict, forbidden, notFound } from '#core/server/errors.ts'
import { chooseMeeting } from '../../sessions/server/meetings.ts'
import { ledSessions, ownMeetings, seenSessions } from '../../sessions/server/policies.ts'

export const meetingFacts = z.object({
  id: z.uuid(),
  sessionId: z.uuid(),
  sessionName: z.string(),
  location: z.string(),
  day: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  status: z.enum(['planned', 'cancelled', 'closed']),
})

/** SQL: columns of `meetingFacts`, of meeting `m` of session `s`. */
export const meetingFactColumns = `m.id, s.id as "sessionId", s.name as "sessionName", s.location, m.day::text as day,
  m.starts_at as "startsAt", m.ends_at as "endsAt", m.status`

const doorMeeting = meetingFacts.extend({
  isSessionCancelled: z.boolean(),
  /** Leads the session on that day; the session's instructor does not while another one stands in. */
  leads: z.boolean(),
  /** Leads the session, or a day of it. */
  leadsSession: z.boolean(),
  covers: z.boolean(),
})

/** A meeting with what the caller is at its door. */
export type DoorMeeting = z.infer<typeof doorMeeting>

const selectDoorMeeting = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    doorMeeting,
    `select ${meetingFactColumns}, s.status = 'cancelled' as "isSessionCancelled",
        ${ownMeetings(viewer, 'm.id')} as leads, ${ledSessions(viewer, 's.id')} as "leadsSession", exists (select from door_covers c
          where c.tenant_id = m.tenant_id and c.meeting_id = m.id and c.user_id = $user::uuid) as covers
      from session_meetings m join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
      where m.id = $meetingId and ${seenSessions(viewer, 's.id')}`,
  ),
)

/**
 * Finds the meeting whose door it is: the given one, else today's, the next, the last.
 * @throws not-found unless the caller sees the session
 */
export async function findDoorMeeting(
  scope: TenantScope,
  sessionId: string,
  chosen?: string,
): Promise<DoorMeeting & { today: string }> {
  const { id: meetingId, today } = await chooseMeeting(scope, sessionId, chosen)
  const [found] = await scope.rows(selectDoorMeeting({ viewer: viewerOf(scope) }), {
    meetingId,
    user: scope.actor.user?.id ?? null,
    ...callerOf(scope),
  })
  if (!found) throw notFound('Session')
  return { ...found, today }
}

/** The day by which authorizations count: that of now, or of a meeting to come. */
export const pickupDayOf = ({ day, today }: { day: string; today: string }) => (day > today ? day : today)

export const worksAtDoor = ({ leads, covers }: DoorMeeting) => leads || covers

/**
 * Finds the meeting at whose door the caller works, and whose day has come.
 * @param allowsCanceled true for what happened before a device without a connection heard of it
 * @throws not-found, forbidden on a day that another instructor leads and the caller does not cover, conflict at `events`
 */
export async function requireDoor(
  scope: TenantScope,
  sessionId: string,
  chosen?: string,
  { allowsCanceled = false }: { allowsCanceled?: boolean } = {},
) {
  const meeting = await findDoorMeeting(scope, sessionId, chosen)
  if (!worksAtDoor(meeting)) throw forbidden('Another instructor leads this session today. Take over its door first.')
  if (!allowsCanceled && (meeting.isSessionCancelled || meeting.status === 'cancelled')) {
    throw conflict('events', 'This session is canceled')
  }
  if (meeting.day > meeting.today) throw conflict('events', 'The door opens on the day of the session')
  return meeting
}

/** The time of an act by the device that made it, never later than now. */
export const timeOf = ({ core: { clock } }: TenantScope, madeAt: string | undefined): Date =>
  new Date(Math.min(clock.now().getTime(), Date.parse(madeAt ?? clock.now().toISOString())))

const insertCover = statement(
  z.object({ id: z.uuid() }),
  `insert into door_covers (meeting_id, user_id, at) values ($meetingId, $userId, $now)
    on conflict (tenant_id, meeting_id, user_id) do nothing returning id`,
)

/** Takes over the door of a meeting of today. @throws not-found, forbidden for platform staff, conflict on another day */
export async function coverDoor(scope: TenantScope, sessionId: string): Promise<void> {
  const meeting = await findDoorMeeting(scope, sessionId)
  const { user } = scope.actor
  if (user?.tenantId !== scope.tenantId) throw forbidden()
  if (meeting.day !== meeting.today) throw conflict('meeting', 'This session does not take place today')
  const [added] = await scope.rows(insertCover, {
    meetingId: meeting.id,
    userId: user.id,
    now: scope.core.clock.now(),
  })
  if (!added) return
  await record(scope, {
    action: 'door.covered',
    category: 'system',
    description: `Took over the door of ${meeting.sessionName} for a day`,
    resource: 'session',
    resourceId: sessionId,
    metadata: { meetingId: meeting.id, day: meeting.day },
  })
}
