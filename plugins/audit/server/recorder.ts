import type { AuditEntry, Scope } from '#core/server/core.ts'
import { redacted, storable } from './redaction.ts'

/**
 * Stores an act in its own transaction, with one message. Nothing is stored while the settings switch audit logging
 * off, but for acts of the category `security` and changes of that switch: whoever turns it off leaves a trace.
 * Texts are cut to what their columns hold, so that recording never fails the act.
 */
export async function recordAct(scope: Scope, entry: AuditEntry): Promise<void> {
  const { actor } = scope
  await scope.rows(
    'audit.record',
    `insert into audit_logs
       (tenant_id, tenant_name, user_id, user_name, user_email, action, category, severity, description, resource,
        resource_id, metadata, ip_address, user_agent, success, error_message, created_at)
     select $1::uuid, (select name from tenants where id = $1::uuid), $2::uuid, $3, $4, $5, $6, $7, $8, $9,
        $10, $11::jsonb, $12, $13, $14, $15, $16
      where $17 or audit_logging_enabled()`,
    [
      tenantOf(scope, entry),
      actor.user?.id ?? null,
      fitting(actor.user?.name, 201),
      fitting(actor.user?.email, 254),
      storable(entry.action, 100),
      entry.category,
      entry.severity ?? 'info',
      storable(entry.description, 1000),
      fitting(entry.resource, 100),
      fitting(entry.resourceId, 200),
      JSON.stringify(metadataOf(scope, entry)),
      fitting(actor.ipAddress, 45),
      fitting(actor.userAgent, 500),
      entry.success ?? true,
      fitting(entry.errorMessage, 1000),
      scope.core.clock.now().toISOString(),
      isAlwaysRecorded(entry),
    ],
  )
}

function isAlwaysRecorded({ category, after }: AuditEntry): boolean {
  return category === 'security' || (after !== undefined && 'enableAuditLogging' in after)
}

/** The organization that was named, else the scope's own, else that of the person who acts. */
function tenantOf(scope: Scope, { tenantId }: AuditEntry): string | null {
  if (tenantId !== undefined) return tenantId
  return scope.kind === 'tenant' ? scope.tenantId : (scope.actor.user?.tenantId ?? null)
}

function metadataOf({ actor }: Scope, { metadata, before, after }: AuditEntry): Record<string, unknown> {
  return redacted({ requestId: actor.requestId ?? undefined, before, after, ...metadata })
}

const fitting = (text: string | null | undefined, max: number) => (text ? storable(text, max) : null)
