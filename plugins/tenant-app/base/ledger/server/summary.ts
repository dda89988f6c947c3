import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { lookForOrganizations } from '#core/server/jobs/organizations-due.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { countText } from '#core/server/texts.ts'
import { viewedKinds } from '../contract.ts'
import { listAdmins, viewedKindTexts } from './emails.ts'

/** First day of the previous month in the organization's calendar: `2026-10-01`. */
const month = z.iso.date()

const selectOrganizationsWithViews = statement(
  z.object({ tenantId: z.uuid(), month: z.string() }),
  `with months as (
      select id, time_zone, (date_trunc('month', $now::timestamptz at time zone time_zone) - interval '1 month')::date as month
        from tenants)
    select m.id as "tenantId", m.month from months m
      where exists (select from access_ledger l where l.tenant_id = m.id
          and l.viewed_at >= m.month::timestamp at time zone m.time_zone
          and l.viewed_at < (m.month + interval '1 month') at time zone m.time_zone)
        and not exists (select from ledger_summaries y where y.tenant_id = m.id and y.month = m.month)
      order by m.id`,
)

/** Emails one organization's summary once a month, and waits while the organization is suspended. */
export const mailSummary = defineJob({
  name: 'tenant-app.ledger-summary',
  scope: 'tenant',
  payload: z.object({ month }),
  run: (scope, payload) => summarize(scope, payload.month),
})

/** Runs daily from the second day of a month, when the previous month has ended in every zone; later days retry missed ones. */
export const lookForSummaries = lookForOrganizations({
  name: 'tenant-app.ledger-summaries',
  cron: '11 6 2-28 * *',
  select: selectOrganizationsWithViews,
  job: mailSummary,
  payloadOf: (found) => ({ month: found.month }),
})

// A concurrent second insert waits for the first, and then conflicts with it.
const insertSummary = statement(
  z.object({ id: z.uuid() }),
  'insert into ledger_summaries (month) values ($month::date) on conflict do nothing returning id',
)

const countViewsByKind = statement(
  z.object({
    what: z.enum(viewedKinds),
    views: z.number(),
    viewers: z.number(),
    students: z.number(),
    ofPlatform: z.number(),
  }),
  `select l.what, count(*)::int as views, count(distinct l.viewer_id)::int as viewers,
      count(distinct coalesce(l.student_id, l.person_id))::int as students,
      count(*) filter (where l.viewer_role = 'superadmin')::int as "ofPlatform"
    from access_ledger l join tenants t on t.id = l.tenant_id
    where l.tenant_id = $tenantId and l.viewed_at >= $month::timestamp at time zone t.time_zone
      and l.viewed_at < ($month::date + interval '1 month') at time zone t.time_zone
    group by l.what order by l.what`,
)

async function summarize(scope: TenantScope, of: string): Promise<void> {
  const [isFirst] = await scope.rows(insertSummary, { month: of })
  if (!isFirst) return
  const [found, admins] = await Promise.all([
    scope.rows(countViewsByKind, { tenantId: scope.tenantId, month: of }),
    listAdmins(scope),
  ])
  const name = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(of),
  )
  const ofPlatform = found.reduce((sum, one) => sum + one.ofPlatform, 0)
  const { platformName } = await scope.core.settings.current()
  await sendMails(
    scope,
    admins.map(({ email, organization, subdomain }) => ({
      to: email,
      subject: `Access to children’s data in ${name}`,
      body: [
        line`Hello,`,
        line`In ${name}, people of ${organization} opened or were shown protected data:`,
        found.map(
          (one) =>
            line`  ${viewedKindTexts[one.what]}: ${countText(one.views, 'view')} of ${countText(one.students, one.what === 'admin-access' ? 'user' : 'student')} by ${countText(one.viewers, 'person', 'people')}`,
        ),
        ...(ofPlatform > 0 ? [line`${countText(ofPlatform, 'view')} of these were by staff of ${platformName}.`] : []),
        line`Each access, with person and reason, is in the access log:`,
        link(scope.core.env, subdomain, '/org-settings?tab=access'),
      ],
    })),
  )
}
