import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { PlatformScope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, notFound } from '#core/server/errors.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { notificationSetting } from '../../../shared/server/notifications.ts'
import { isPlatformStaff } from '../../../shared/server/roles.ts'
import { endsSoon, isOngoing } from './answer-consents.ts'
import { ConsentModel } from './consent.ts'
import { mailRequests } from './emails.ts'
import { concernsStudent, standingsQuery, stateOf, today } from './consent-state.ts'

const requestedAnswer = z.object({ consentId: z.uuid(), studentId: z.uuid() })

const selectUnanswered = statement(
  requestedAnswer,
  `with standing as (${standingsQuery('a.consent_id = $consentId')})
    select c.id as "consentId", s.id as "studentId"
    from consents c join students s on s.tenant_id = c.tenant_id and s.is_active and ${concernsStudent}
      left join standing h on h.student_id = s.id
    where c.id = $consentId and ${isOngoing} and ${stateOf('h')} in ('missing', 'expired')`,
)

// Locks the consent: the second of two concurrent requests reads the day of the first.
const lockConsent = statement('select from consents where id = $consentId for update')

const selectReminderState = statement(
  z.object({ title: z.string(), isWithdrawn: z.boolean(), isRested: z.boolean() }),
  `select v.title, c.withdrawn_at is not null as "isWithdrawn",
      coalesce(c.reminded_at <= $now::timestamptz - interval '1 day', true) as "isRested"
    from consents c join consent_versions v on v.tenant_id = c.tenant_id and v.consent_id = c.id and v.number = c.version
    where c.id = $consentId`,
)

/**
 * Emails guardians whose answer is missing or expired, one email each.
 * @throws not-found, conflict within a day of the last time, or when it is withdrawn
 */
export async function sendConsentReminders(scope: TenantScope, consentId: string): Promise<{ mails: number | null }> {
  const { core, tenantId } = scope
  const now = core.clock.now()
  // Locked before it is read: a statement that waits for a lock does not find a version published meanwhile.
  await scope.rows(lockConsent, { consentId })
  const [consent] = await scope.rows(selectReminderState, { consentId, now })
  if (!consent) throw notFound('Consent')
  if (consent.isWithdrawn) throw conflict('withdrawnAt', 'This consent is withdrawn')
  if (!consent.isRested) throw conflict('remindedAt', 'Families were reminded within the last day already')
  const mails = await mailRequests(scope, await scope.rows(selectUnanswered, { consentId, now, tenantId }))
  await ConsentModel.query(scope.trx).findById(consentId).patch({ remindedAt: now.toISOString() })
  await record(scope, {
    action: 'consent.reminded',
    category: 'system',
    description: `Reminded families of the consent ${consent.title}`,
    resource: 'consent',
    resourceId: consentId,
  })
  return { mails: isPlatformStaff(scope) ? null : mails }
}

// Marked in the transaction that emails: each request is sent once, however often and on however many nodes this runs.
const insertDueRequests = statement(
  requestedAnswer,
  `with standing as (${standingsQuery(`a.student_id in (
      select d.student_id from consent_answers d where d.expires_on between ${today} - 31 and ${today} + 31)`)})
    insert into consent_requests (consent_id, student_id, cause, expires_on, asked_at)
      select c.id, s.id, case when h.state = 'given' then 'expiring' else 'expired' end, h.expires_on, $now
      from standing h join consents c on c.id = h.consent_id
        join students s on s.tenant_id = c.tenant_id and s.id = h.student_id and s.is_active and ${concernsStudent}
      where ${isOngoing} and ((h.state = 'given' and ${endsSoon}) or (h.state = 'expired' and h.expires_on > ${today} - 31))
        and ${notificationSetting('asks_consents', '$tenantId')}
    on conflict (tenant_id, consent_id, student_id, cause, expires_on) do nothing
    returning consent_id as "consentId", student_id as "studentId"`,
)

/** Asks an organization's families again for consents that end within 30 days or have ended; once each. */
export async function requestExpiringConsents(scope: TenantScope): Promise<void> {
  const { core, tenantId } = scope
  await mailRequests(scope, await scope.rows(insertDueRequests, { now: core.clock.now(), tenantId }))
}

export const askConsentsAgain = defineJob({
  name: 'tenant-app.ask-consents-again',
  scope: 'tenant',
  payload: z.object({}),
  run: requestExpiringConsents,
})

// A margin of one day on both sides covers every organization's zone.
const selectDueOrganizations = statement(
  z.object({ id: z.uuid() }),
  `select distinct a.tenant_id as id from consent_answers a
    where ${notificationSetting('asks_consents', 'a.tenant_id')} and a.expires_on between $now::timestamptz::date - 32 and $now::timestamptz::date + 32`,
)

/** Sends a job to each organization with answers that end. */
async function sendAskAgainJobs(scope: PlatformScope): Promise<void> {
  const { core } = scope
  for (const { id } of await scope.rows(selectDueOrganizations, { now: core.clock.now() })) {
    await core.jobs.send(scope, askConsentsAgain, {}, { tenantId: id })
  }
}

export const lookForEndingConsents = defineJob({
  name: 'tenant-app.look-for-ending-consents',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '20 11 * * *', tz: 'UTC' },
  run: sendAskAgainJobs,
})
