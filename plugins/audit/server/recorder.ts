import type { AuditEntry } from '#core/server/audit-entry.ts'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { digestOf } from './digest.ts'
import { redactMetadata, storable } from './redaction.ts'

/** Characters of the column `user_name`. */
const MAX_NAME = 201

const insertEntries = statement(`insert into audit_logs
       (seq, id, tenant_id, tenant_name, user_id, user_name, user_email, action, category, severity, description,
        resource, resource_id, metadata, ip_address, user_agent, success, error_message, created_at,
        who_salt, what_salt, digest)
     select act.*, ${digestOf('act')}
       from (select next_audit_log_seq() as seq, new_id() as id, e.tenant_id,
                    (select name from tenants where id = e.tenant_id) as tenant_name, $2::uuid as user_id,
                    $3::text as user_name, $4::text as user_email, e.action, e.category, e.severity, e.description,
                    e.resource, e.resource_id, e.metadata, $5::text as ip_address, $6::text as user_agent, e.success,
                    e.error_message, $7::timestamptz(3) as created_at, gen_random_uuid() as who_salt,
                    gen_random_uuid() as what_salt
               from jsonb_to_recordset($1::jsonb) as e (tenant_id uuid, action text, category text, severity text,
                      description text, resource text, resource_id text, metadata jsonb, success boolean,
                      error_message text, always boolean)
              where e.always or audit_logging_enabled()) act`)

/**
 * Stores acts in their own transaction, in their order, with one message. Nothing is stored while the settings switch
 * audit logging off, but for acts of the category `security` and changes of that switch: turning it off leaves a
 * trace. Texts are cut to what their columns hold, so that recording never fails the act.
 */
export async function recordActs(scope: Scope, entries: readonly AuditEntry[]): Promise<void> {
  const { actor } = scope
  await scope.rows(insertEntries, [
    JSON.stringify(entries.map((entry) => storableEntry(scope, entry))),
    actor.user?.id ?? null,
    actorName(scope),
    fitText(actor.user?.email, 254),
    fitText(actor.ipAddress, 45),
    fitText(actor.userAgent, 500),
    scope.core.clock.now().toISOString(),
  ])
}

const storableEntry = (scope: Scope, entry: AuditEntry) => ({
  tenant_id: tenantOf(scope, entry),
  action: storable(entry.action, 100),
  category: entry.category,
  severity: entry.severity ?? 'info',
  description: storable(entry.description, 1000),
  resource: fitText(entry.resource, 100),
  resource_id: fitText(entry.resourceId, 200),
  metadata: metadataOf(scope, entry),
  success: entry.success ?? true,
  error_message: fitText(entry.errorMessage, 1000),
  always: isAlwaysRecorded(entry),
})

function isAlwaysRecorded({ category, after }: AuditEntry): boolean {
  return category === 'security' || (after !== undefined && 'enableAuditLogging' in after)
}

/** The organization that was named, else the scope's own, else that of the person who acts. */
function tenantOf(scope: Scope, { tenantId }: AuditEntry): string | null {
  if (tenantId !== undefined) return tenantId
  return scope.kind === 'tenant' ? scope.tenantId : (scope.actor.user?.tenantId ?? null)
}

function metadataOf({ actor }: Scope, { metadata, before, after }: AuditEntry): Record<string, unknown> {
  const program = actor.apiToken?.visibleId
  return redactMetadata({ requestId: actor.requestId ?? undefined, program, before, after, ...metadata })
}

/** Name of the person, and of the API token by which the person acts: both are blanked with the person. */
function actorName({ actor: { user, apiToken } }: Scope): string | null {
  if (!user || !apiToken) return fitText(user?.name, MAX_NAME)
  const token = ` · API token “${apiToken.name}” (${apiToken.visibleId})`
  return storable(user.name, MAX_NAME - token.length) + storable(token, token.length)
}

const fitText = (text: string | null | undefined, max: number) => (text ? storable(text, max) : null)
