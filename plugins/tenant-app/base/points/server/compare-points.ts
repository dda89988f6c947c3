import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { PlatformScope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { countText } from '#core/server/texts.ts'
import { listAdmins } from '../../ledger/server/emails.ts'

/** Maximum number of students named in one report. */
const MAX_NAMED_STUDENTS = 20

const sums = `left join (
    select tenant_id, student_id, sum(points)::int as points from points_entries group by tenant_id, student_id
  ) e on e.tenant_id = s.tenant_id and e.student_id = s.id
  where s.total_points <> coalesce(e.points, 0)`

const selectDifferingTenants = statement(
  z.object({ tenantId: z.uuid() }),
  `select distinct s.tenant_id as "tenantId" from students s ${sums}`,
)

const selectDifferingStudents = statement(
  z.object({ id: z.uuid(), name: z.string(), total: z.number(), sum: z.number() }),
  `select s.id, s.first_name || ' ' || s.last_name as name, s.total_points as total, coalesce(e.points, 0) as sum
    from students s ${sums} order by s.last_name, s.first_name, s.id`,
)

/** Checks again, and reports differences to the organization's admins by email and in the audit log. Corrects nothing. */
async function reportDifferences(scope: TenantScope): Promise<void> {
  const found = await scope.rows(selectDifferingStudents)
  if (found.length === 0) return
  const many = countText(found.length, 'student')
  await record(scope, {
    action: 'points.differ',
    category: 'system',
    severity: 'error',
    description: `The total points of ${many} differ from the points that were given`,
    resource: 'points',
    success: false,
    metadata: { students: found.slice(0, MAX_NAMED_STUDENTS).map(({ id, total, sum }) => ({ id, total, sum })) },
  })
  const { supportEmail } = await scope.core.settings.current()
  const admins = await listAdmins(scope)
  await sendMails(
    scope,
    admins.map(({ email, organization, subdomain }) => ({
      to: email,
      subject: `Points of ${many} do not add up`,
      body: [
        line`Hello,`,
        line`Last night the points of every student of ${organization} were added up. For ${many} the total that is shown differs from the sum:`,
        [
          ...found
            .slice(0, MAX_NAMED_STUDENTS)
            .map(({ name, total, sum }) => line`  ${name}: shown ${total}, added up ${sum}`),
          ...(found.length > MAX_NAMED_STUDENTS ? [line`  and ${found.length - MAX_NAMED_STUDENTS} more`] : []),
        ],
        line`This should not happen, and nothing was changed. Please write to ${supportEmail}.`,
        link(scope.core.env, subdomain, '/students'),
      ],
    })),
  )
}

/** Reports differences of one organization; sent every night while a difference exists. */
export const reportDifferencesJob = defineJob({
  name: 'tenant-app.report-points',
  scope: 'tenant',
  payload: z.object({}),
  run: reportDifferences,
})

/** Adds up every student's points and sends a job to each organization in which a total differs. */
async function comparePoints(scope: PlatformScope): Promise<void> {
  for (const { tenantId } of await scope.rows(selectDifferingTenants)) {
    await scope.core.jobs.send(scope, reportDifferencesJob, {}, { tenantId })
  }
}

export const comparePointsJob = defineJob({
  name: 'tenant-app.compare-points',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '40 3 * * *', tz: 'UTC' },
  run: comparePoints,
})
