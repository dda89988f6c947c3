import type { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { lessonStanding } from '../progress-contract.ts'
import type { Reader } from './gate.ts'

const standing = statement(
  lessonStanding,
  `select lesson_id as "lessonId", completed_at is not null as "isCompleted", completed_at as "completedAt", how
    from lms_lesson_progress where tenant_id = $tenantId and enrollment_id = $enrollmentId and cycle = $cycle`,
)

interface OfReader {
  enrollmentId: string | null
  enrolledAt: string | null
  cycle: number | null
}

type Standing = z.infer<typeof lessonStanding>

/** Of the lessons that somebody has opened in this cycle. */
export const standingsOf = async (scope: TenantScope, { enrollmentId, cycle }: OfReader): Promise<Standing[]> =>
  enrollmentId === null ? [] : scope.rows(standing, { tenantId: scope.tenantId, enrollmentId, cycle: cycle ?? 1 })

/** Whoever wants to read, as the gate knows them. */
export async function readerOf(scope: TenantScope, row: OfReader, known?: readonly Standing[]): Promise<Reader> {
  const standings = known ?? (await standingsOf(scope, row))
  return {
    enrolledAt: row.enrolledAt,
    done: new Set(standings.flatMap(({ lessonId, isCompleted }) => (isCompleted ? [lessonId] : []))),
    now: scope.core.clock.now(),
  }
}
