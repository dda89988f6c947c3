import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { listAdmins } from '../../../base/ledger/server/emails.ts'
import type { KnownDevice } from './device.ts'

/** Wrong codes in a few minutes after which a tablet is locked, and in an hour after which admins are emailed. */
export const MAX_TRIES = 5
const ALERTED_TRIES = 20
const TRIES_MINUTES = 10

const deleteOldTries = statement(`delete from kiosk_tries where at < $now::timestamptz - interval '1 day'`)

const countTries = statement(
  z.object({ ofDevice: z.number(), ofOrganization: z.number(), isAlerted: z.boolean() }),
  `select count(*) filter (where device_id = $deviceId and at > greatest($now::timestamptz - interval '${TRIES_MINUTES} minutes',
        coalesce($unlockedAt::timestamptz, '-infinity')))::int as "ofDevice",
      count(*)::int as "ofOrganization", coalesce(bool_or(is_alerted), false) as "isAlerted"
    from kiosk_tries where at > $now::timestamptz - interval '1 hour'`,
)

const insertTry = statement('insert into kiosk_tries (device_id, at, is_alerted) values ($deviceId, $now, $isAlerted)')

const updateLocked = statement('update devices set locked_at = $now where id = $deviceId')

// Tablets at once would each count without the other.
const lock = statement(`select pg_advisory_xact_lock(hashtextextended('tenant-app.kiosk-tries:' || $tenantId, 0))`)

/**
 * Counts a code of no person who picks up a child. The fifth in ten minutes locks the tablet until staff unlock it; the twentieth in an
 * hour in the organization is emailed to its admins. The device must be locked.
 * @returns true if the tablet is locked by it
 */
export async function countWrongCode(scope: TenantScope, { id: deviceId, unlockedAt }: KnownDevice): Promise<boolean> {
  const now = scope.core.clock.now()
  await scope.rows(lock, { tenantId: scope.tenantId })
  await scope.rows(deleteOldTries, { now })
  const [counted] = await scope.rows(countTries, { deviceId, now, unlockedAt })
  const { ofDevice = 0, ofOrganization = 0, isAlerted = false } = counted ?? {}
  const isAlert = ofOrganization + 1 >= ALERTED_TRIES && !isAlerted
  await scope.rows(insertTry, { deviceId, now, isAlerted: isAlert })
  if (isAlert) await alertAdmins(scope, ofOrganization + 1)
  if (ofDevice + 1 < MAX_TRIES) return false
  await scope.rows(updateLocked, { deviceId, now })
  return true
}

async function alertAdmins(scope: TenantScope, tries: number): Promise<void> {
  const admins = await listAdmins(scope)
  await sendMails(
    scope,
    admins.map(({ email, organization, subdomain }) => ({
      to: email,
      subject: `${tries} wrong PINs at the kiosks of ${organization}`.slice(0, 200),
      body: [
        line`Hello,`,
        line`In the last hour ${tries} wrong PINs or cards were tried at the kiosks of ${organization}. Someone may be guessing.`,
        line`Look at the tablets. You can revoke a kiosk at any time:`,
        link(scope.core.env, subdomain, '/org-settings?tab=kiosks'),
      ],
    })),
  )
}
