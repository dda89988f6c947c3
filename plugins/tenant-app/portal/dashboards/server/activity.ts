import type { z } from 'zod'
import type { growingQuery } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { subscribe, type Subscription } from '#core/server/events/events.ts'
import { afterCursor, cursorAt, PagedAnswer } from '#core/server/http/answers.ts'
import { countText } from '#core/server/texts.ts'
import { challengeCreated, challengesScored } from '../../../competition/challenges/server/events.ts'
import type { SessionStatus } from '../../../scheduling/sessions/state-contract.ts'
import { seenSessions } from '../../../scheduling/sessions/server/policies.ts'
import { seenStudents } from '../../../base/families/server/policies.ts'
import {
  sessionCreated,
  sessionsCreated,
  sessionsUpdated,
  sessionUpdated,
} from '../../../scheduling/sessions/server/events.ts'
import { studentAdded } from '../../../admissions/students/server/events.ts'
import { activity, type Activity } from '../contract.ts'

interface NewActivity {
  kind: Activity['kind']
  /** A sentence without full stop: 'Robotics was scheduled'. At most 500 characters are kept. */
  summary: string
  /** Session of the act; it decides which parents see the entry, and takes it along when it is deleted. */
  sessionId?: string
  /** Sessions of an act on many: families with a place in one of them see the entry. */
  sessionIds?: readonly string[]
  studentId?: string
}

/** Adds to the organization's Recent Activity, in the transaction of what happened. */
export async function noteActivity(scope: TenantScope, ...entries: NewActivity[]): Promise<void> {
  await scope.trx('organizationActivity').insert(
    entries.map((entry) => ({
      ...entry,
      summary: entry.summary.slice(0, 500),
      actorName: scope.actor.user?.name ?? null,
      occurredAt: scope.core.clock.now().toISOString(),
    })),
  )
}

const changedStatus: Record<SessionStatus, string> = {
  scheduled: 'was scheduled',
  'in-progress': 'began',
  completed: 'was completed',
  cancelled: 'was cancelled',
}

/** Listeners that add the organization's acts to Recent Activity. */
export const activityListeners: readonly Subscription[] = [
  subscribe(sessionCreated, {
    runs: 'within',
    run: (scope, { sessionId, name }) =>
      noteActivity(scope, { kind: 'session-created', summary: `${name} was scheduled`, sessionId }),
  }),
  subscribe(sessionUpdated, {
    runs: 'within',
    run: (scope, { sessionId, name, movedTo: status }) =>
      noteActivity(scope, {
        kind: 'session-changed',
        summary: `${name} ${status ? changedStatus[status] : 'was changed'}`,
        sessionId,
      }),
  }),
  subscribe(sessionsCreated, {
    runs: 'within',
    run: (scope, { sessionIds, name }) =>
      noteActivity(scope, {
        kind: 'session-created',
        summary: `${name} was scheduled, ${countText(sessionIds.length, 'session')}`,
        sessionIds,
      }),
  }),
  subscribe(sessionsUpdated, {
    runs: 'within',
    run: (scope, { sessionIds, name, movedTo: status }) =>
      noteActivity(scope, {
        kind: 'session-changed',
        summary: `${name} ${status ? changedStatus[status] : 'was changed'}, ${countText(sessionIds.length, 'session')}`,
        sessionIds,
      }),
  }),
  subscribe(studentAdded, {
    runs: 'within',
    run: (scope, { studentId, name }) =>
      noteActivity(scope, { kind: 'student-added', summary: `${name} joined`, studentId }),
  }),
  subscribe(challengeCreated, {
    runs: 'within',
    run: (scope, { title, sessionId }) =>
      noteActivity(scope, {
        kind: 'challenge-created',
        summary: `The challenge ${title} was added`,
        ...(sessionId ? { sessionId } : {}),
      }),
  }),
  subscribe(challengesScored, {
    runs: 'within',
    run: (scope, { scores }) =>
      noteActivity(
        scope,
        ...scores.map(({ title, maxScore, studentId, studentName, score }) => ({
          kind: 'challenge-scored' as const,
          summary: `${studentName} scored ${score} of ${maxScore} in ${title}`,
          studentId,
        })),
      ),
  }),
]

const selectActivity = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    activity,
    `select a.id, a.kind, a.summary, a.actor_name as "actorName", a.occurred_at as "occurredAt"
      from organization_activity a
      where (${seenStudents(viewer, 'a.student_id')}
          or (a.student_id is null and ${seenSessions(viewer, 'a.session_id')})
          or exists (select from unnest(a.session_ids) one (id) where ${seenSessions(viewer, 'one.id')}))
        and ($after::timestamptz is null or (a.occurred_at, a.id) < ($after::timestamptz, $afterId::uuid))
      order by a.occurred_at desc, a.id desc limit $most offset $offset`,
  ),
)

/** Newest first. Parents see what concerns their children and the sessions these have a place in. */
export async function listActivity(
  scope: TenantScope,
  { limit = 20, offset = 0, cursor }: z.output<typeof growingQuery>,
): Promise<PagedAnswer<Activity>> {
  const values = { most: limit + 1, offset, ...afterCursor(cursor), ...callerOf(scope) }
  const found = await scope.rows(selectActivity({ viewer: viewerOf(scope) }), values)
  return new PagedAnswer(found, { limit, cursorAfter: ({ occurredAt, id }) => cursorAt(occurredAt, id) })
}
