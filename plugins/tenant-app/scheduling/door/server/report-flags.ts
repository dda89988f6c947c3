import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { listAdmins } from '../../../base/ledger/server/emails.ts'
import type { DoorFlag } from '../contract.ts'

/** An event that a device without a connection recorded, and that admins check. */
export interface FlaggedEvent {
  /** First name of the child. */
  student: string
  kind: 'in' | 'out'
  byName: string
  at: string
  flag: DoorFlag
}

const reasons: Record<DoorFlag, string> = {
  barred: 'this adult may not pick up the child',
  'not-allowed': 'this adult is not, or no longer, on the list of authorized people, or the child may not leave alone',
  canceled: 'the session is canceled',
  removed: 'the child has no spot in the session any more',
  clock: 'the time of the device was wrong and was changed',
}

const selectZone = statement(
  z.object({ zone: z.string() }),
  'select time_zone as zone from tenants where id = $tenantId',
)

/** Emails every admin what devices without a connection recorded that would have been refused. */
export async function reportFlags(
  scope: TenantScope,
  { sessionId, sessionName }: { sessionId: string; sessionName: string },
  events: readonly FlaggedEvent[],
): Promise<void> {
  if (events.length === 0) return
  const { tenantId } = scope
  const [admins, [place]] = [await listAdmins(scope), await scope.rows(selectZone, { tenantId })]
  const time = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: place?.zone ?? 'UTC',
  })
  const by = scope.actor.user?.name ?? 'a staff member'
  const subject =
    events.length === 1 ? `Check the door: ${events[0]?.student}` : `Check the door: ${events.length} children`
  await sendMails(
    scope,
    admins.map(({ email, subdomain }) => ({
      to: email,
      subject: subject.slice(0, 200),
      body: [
        line`Hello,`,
        line`${by} recorded this at the door of ${sessionName} without a connection. It has just arrived:`,
        ...events.map(({ student, kind, byName, at, flag }) => {
          const whom = byName === '' ? '' : ` with ${byName}`
          return line`${student} ${kind === 'in' ? 'arrived' : 'left'}${whom} on ${time.format(new Date(at))}. Check it: ${reasons[flag]}.`
        }),
        link(scope.core.env, subdomain, `/sessions/${sessionId}/door`),
      ],
    })),
  )
}
