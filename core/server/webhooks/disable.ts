import { z } from 'zod'
import { FAILING_DAYS } from '#core/contract/webhooks.ts'
import { record } from '../audit.ts'
import type { PlatformScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { line, link } from '../mail/body.ts'
import { sendMails } from '../mail/mail.ts'
import { WEBHOOKS_TOPIC } from './topic.ts'

const updateToDisabled = statement(
  z.object({
    tenantId: z.uuid(),
    url: z.string(),
    createdBy: z.uuid().nullable(),
    subdomain: z.string(),
    name: z.string(),
  }),
  `update webhook_endpoints e set is_active = false, disabled_reason = $reason, busy_until = null, lease = null
    from tenants t where t.id = e.tenant_id and e.id = $endpointId and e.is_active
    returning e.tenant_id as "tenantId", e.url, e.created_by as "createdBy", t.subdomain, t.name`,
)

/** Deliveries of an endpoint that is turned off are not sent. */
export const updateToSkipped = statement(
  `update webhook_deliveries set status = 'skipped', error = 'The webhook was turned off'
    where endpoint_id = $endpointId and status = 'pending'`,
)

const selectRecipients = statement(
  z.object({ email: z.string(), firstName: z.string() }),
  `select email, coalesce(called_name, first_name) as "firstName" from users
    where tenant_id = $tenantId and is_active and email is not null and (role = 'tenant_admin' or id = $createdBy::uuid)
    order by id limit 100`,
)

const reasons = {
  gone: 'Its receiver answered that it is gone (HTTP status 410).',
  failing: `Every delivery has failed for ${FAILING_DAYS} days.`,
}

/** Turns off an endpoint that takes nothing any more, once, and emails its creator and the admins. */
export async function disableWebhook(
  scope: PlatformScope,
  endpointId: string,
  reason: 'gone' | 'failing',
): Promise<void> {
  const { core } = scope
  const [disabled] = await scope.rows(updateToDisabled, { endpointId, reason })
  if (!disabled) return
  const { tenantId, url, createdBy, subdomain } = disabled
  await scope.rows(updateToSkipped, { endpointId })
  await core.invalidations.announce(scope, WEBHOOKS_TOPIC, tenantId)
  const host = new URL(url).host
  await record(scope, {
    action: 'webhook.disabled',
    category: 'system',
    severity: 'warning',
    description: `Turned off the webhook to ${host}: ${reasons[reason]}`,
    resource: 'webhook',
    resourceId: endpointId,
    tenantId,
  })
  const recipients = await scope.rows(selectRecipients, { tenantId, createdBy })
  await sendMails(
    scope,
    recipients.map(({ email, firstName }) => ({
      to: email,
      tenantId,
      subject: `The webhook to ${host} was turned off`,
      body: [
        line`Hello ${firstName},`,
        line`The webhook to ${host} was turned off. ${reasons[reason]} Events since then are not sent.`,
        [
          line`Check the receiver, then turn the webhook on again:`,
          link(core.env, subdomain, '/org-settings?tab=webhooks'),
        ],
      ],
    })),
  )
}
