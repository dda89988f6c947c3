import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { pointsChanged } from './events.ts'

/** Source of points: one challenge, one session, or another reason, which has no id. */
export type PointsSource =
  | { source: 'challenge' | 'session'; sourceId: string }
  | { source: 'given'; sourceId?: undefined }

export type NewPoints = PointsSource & {
  /** Id of a student of this organization. */
  studentId: string
  /** A whole number, possibly negative; 0 adds no entry. */
  points: number
  /** Reason for later questions; at most 500 characters. */
  reason: string
  /** Session in which the points were earned. */
  sessionId?: string | null
  /** Decides in which period the points count; now by default. */
  earnedAt?: Date | string
}

// Locks in the order of ids, so that two transactions with the same students cannot deadlock.
const lockStudents = statement(
  'select id from students where id = any($studentIds::uuid[]) order by id for no key update',
)

const insertEntries = statement(
  `with asked as (
      select * from jsonb_to_recordset($entries::jsonb) as a ("studentId" uuid, points int, reason text, source text,
        "sourceId" uuid, "sessionId" uuid, "earnedAt" timestamptz)
    ), kept as (
      insert into points_entries (student_id, points, reason, source, source_id, session_id, given_by, given_by_name,
          earned_at, created_at)
        select "studentId", points, reason, source, "sourceId", "sessionId", $by, $name, "earnedAt", $now from asked
    )
    update students s set total_points = s.total_points + t.points
      from (select "studentId", sum(points)::int as points from asked group by "studentId") t where s.id = t."studentId"`,
)

/**
 * Adds points to students and to their totals, in the caller's transaction. Callers reverse earlier points of the same
 * challenge or session first.
 */
export async function addPoints(scope: TenantScope, entries: readonly NewPoints[]): Promise<void> {
  const counting = entries.filter(({ points }) => points !== 0)
  if (counting.length === 0) return
  const now = scope.core.clock.now()
  const { id: by, name } = scope.actor.user ?? { id: null, name: null }
  const written = counting.map((entry) => ({ earnedAt: now, ...entry, reason: entry.reason.slice(0, 500) }))
  const studentIds = [...new Set(counting.map(({ studentId }) => studentId))]
  await scope.rows(lockStudents, { studentIds })
  await scope.rows(insertEntries, { entries: JSON.stringify(written), by, name, now })
  await emit(scope, pointsChanged, { tenantId: scope.tenantId, studentIds })
}

const insertReversals = statement(
  z.object({ studentId: z.uuid(), sourceId: z.uuid(), earnedAt: z.string() }),
  `with asked as (
      select * from jsonb_to_recordset($reversals::jsonb) as a ("studentId" uuid, source text, "sourceId" uuid)
    ), kept as (
      insert into points_entries (student_id, points, reason, source, source_id, session_id, given_by, given_by_name,
          earned_at, reverses_id, created_at)
        select e.student_id, -e.points, left(e.reason || ': ' || $reason, 500), e.source, e.source_id, e.session_id, $by,
            $name, e.earned_at, e.id, $now
          from asked a join points_entries e on e.tenant_id = $tenantId and e.source = a.source
            and e.source_id = a."sourceId" and e.student_id = a."studentId" and e.reverses_id is null
          where not exists (select from points_entries r where r.tenant_id = $tenantId and r.reverses_id = e.id)
        returning student_id, source_id, points, earned_at
    ), counted as (
      update students s set total_points = s.total_points + t.points
        from (select student_id, sum(points)::int as points from kept group by student_id) t where s.id = t.student_id
    )
    select student_id as "studentId", source_id as "sourceId", earned_at as "earnedAt" from kept`,
)

export interface Reversal {
  studentId: string
  source: 'challenge' | 'session'
  sourceId: string
}

/** Reversed points. Points that replace them have the same `earnedAt`. */
export type Reversed = z.output<(typeof insertReversals)['row']>

/**
 * Reverses the remaining points of challenges or sessions, in the periods in which they counted. Other students' points stay.
 * @param reason a few words to append to those of the points: 'scored again'
 */
export async function reversePoints(
  scope: TenantScope,
  reversals: readonly Reversal[],
  reason: string,
): Promise<Reversed[]> {
  if (reversals.length === 0) return []
  const { id: by, name } = scope.actor.user ?? { id: null, name: null }
  // Locks first, so that the next statement sees concurrent reversals.
  await scope.rows(lockStudents, { studentIds: reversals.map(({ studentId }) => studentId) })
  const found = await scope.rows(insertReversals, {
    reversals: JSON.stringify(reversals),
    by,
    name,
    reason,
    tenantId: scope.tenantId,
    now: scope.core.clock.now(),
  })
  if (found.length > 0) {
    const studentIds = [...new Set(found.map(({ studentId }) => studentId))]
    await emit(scope, pointsChanged, { tenantId: scope.tenantId, studentIds })
  }
  return found
}
