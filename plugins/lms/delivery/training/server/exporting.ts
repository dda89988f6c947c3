import { z } from 'zod'
import { csvAnswer } from '#core/server/analytics.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { FileAnswer } from '#core/server/http/answers.ts'
import { countText } from '#core/server/texts.ts'
import { trainingCourse } from '../contract.ts'
import { activeInstructors, courseColumns, toParameters, enrolledCourses, byUrgency } from './held-courses.ts'
import { listAllStatistics } from './statistics.ts'

/** Maximum rows of the export: 1,000 instructors with 100 courses each. */
const MAX_EXPORTED = 100_000

const selectExportRows = statement(
  trainingCourse.extend({ instructor: z.string(), email: z.string() }),
  `with ${enrolledCourses(activeInstructors)}
    select u.first_name || ' ' || u.last_name as instructor, coalesce(u.email, '') as email, ${courseColumns}
      from held h join people u on u.id = h.user_id
      order by u.last_name, u.first_name, u.id, ${byUrgency} limit ${MAX_EXPORTED}`,
)

const statusLabels = { 'not-started': 'Not Started', 'in-progress': 'In Progress', completed: 'Completed' } as const
const toYesNo = (is: boolean) => (is ? 'yes' : 'no')

export async function exportTraining(scope: TenantScope): Promise<FileAnswer> {
  const rows = await scope.rows(selectExportRows, toParameters(scope))
  await recordExport(scope, `the training of instructors, ${countText(rows.length, 'line')}`)
  const columns = {
    Instructor: 'instructor',
    Email: 'email',
    Course: 'courseTitle',
    Required: 'required',
    'Required until': 'requiredUntil',
    Status: 'status',
    'Progress (%)': 'progress',
    Enrolled: 'enrolledAt',
    Completed: 'completedAt',
    'Last activity': 'lastActivity',
    Overdue: 'overdue',
    'Certificate until': 'expiresOn',
    Expiring: 'expiring',
  } as const
  return csvAnswer(
    'instructor-training',
    columns,
    rows.map((row) => ({
      ...row,
      status: statusLabels[row.status],
      required: toYesNo(row.isRequired),
      overdue: toYesNo(row.isOverdue),
      expiring: toYesNo(row.isExpiring),
    })),
  )
}

export async function exportStatistics(scope: TenantScope): Promise<FileAnswer> {
  const rows = await listAllStatistics(scope)
  await recordExport(scope, `the statistics of ${countText(rows.length, 'course')}`)
  const columns = {
    Course: 'courseTitle',
    For: 'audience',
    Enrolled: 'totalEnrolled',
    Completed: 'totalCompleted',
    'Completion rate (%)': 'completionRate',
    'Average progress (%)': 'averageProgress',
  } as const
  return csvAnswer('course-statistics', columns, rows)
}

const recordExport = (scope: TenantScope, what: string) =>
  record(scope, {
    action: 'training.exported',
    category: 'security',
    description: `Exported ${what}, as CSV`,
    resource: 'training',
  })
