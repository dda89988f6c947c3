import { z } from 'zod'
import { tenantStatus } from '#core/contract/tenancy.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { Job, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, conflict, invalidField, notFound } from '#core/server/errors.ts'
import { FileAnswer, PagedAnswer } from '#core/server/http/answers.ts'
import { organizationErasure, type OrganizationErasure } from '../contract.ts'
import { refusalOf } from './outlook.ts'

const columns = `id, name, subdomain, jsonb_array_length(invoices) as invoices, asked_by as "askedBy",
  asked_at as "askedAt", finished_at as "finishedAt"`

const selectErasures = statement(
  organizationErasure.extend({ total: z.number() }),
  `select ${columns}, (select count(*) from organization_erasures) as total from organization_erasures order by asked_at desc, id desc limit $most offset $offset`,
)

/** Lists erasures, the newest first, with the total. Without `limit` at most 1000. */
export async function listErasures(
  scope: PlatformScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<OrganizationErasure>> {
  const found = await scope.rows(selectErasures, { most: limit + 1, offset })
  const [first] = found
  return new PagedAnswer<OrganizationErasure>(found, {
    limit,
    offset,
    ...(first ? { total: first.total } : offset === 0 && { total: 0 }),
  })
}

const lockTenant = statement(
  z.object({ name: z.string(), subdomain: z.string(), status: tenantStatus }),
  'select name, subdomain, status from tenants where id = $id for update',
)

// Copied without references: records required by law must be readable without the organization.
const invoicesOf = `(select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object(
    'payments', (select coalesce(jsonb_agg(to_jsonb(p) order by p.paid_at), '[]') from payments p
      where p.subscription_id = i.subscription_id),
    'lines', (select coalesce(jsonb_agg(to_jsonb(l) order by l.position), '[]') from invoice_lines l where l.invoice_id = i.id))
    order by i.number), '[]') from invoices i where i.tenant_id = $id)`

const upsertErasure = statement(
  organizationErasure,
  `insert into organization_erasures (organization_id, name, subdomain, invoices, asked_by, asked_at, touched_at)
    values ($id, $name, $subdomain, ${invoicesOf}, $by, $now, $now)
    -- One that a restore has brought back is erased again; invoices that came after its backup are kept.
    on conflict (organization_id) do update set invoices = excluded.invoices || (
        select coalesce(jsonb_agg(k.invoice), '[]') from jsonb_array_elements(organization_erasures.invoices) k (invoice)
          where k.invoice ->> 'id' not in (select n.invoice ->> 'id' from jsonb_array_elements(excluded.invoices) n (invoice))),
      asked_by = excluded.asked_by,
      asked_at = excluded.asked_at, touched_at = excluded.touched_at, finished_at = null
      where organization_erasures.finished_at is not null
    returning ${columns}`,
)

/**
 * Begins to erase an organization whose users are already locked out.
 * @throws not-found, conflict while its users have access or it is being erased, invalid at `name` unless it is its own
 */
export async function eraseOrganization(
  scope: PlatformScope,
  id: string,
  { name }: { name: string },
  job: Job<z.ZodObject<{ organizationId: z.ZodUUID }>>,
): Promise<OrganizationErasure> {
  const [tenant] = await scope.rows(lockTenant, { id })
  if (!tenant) throw notFound('Organization')
  const refusal = refusalOf(tenant.status)
  if (refusal !== null) throw new AppError('tenants.not-ended', 409, refusal)
  if (name !== tenant.name) throw invalidField('name', `Type ${tenant.name} to confirm`)
  const [begun] = await scope.rows(upsertErasure, {
    id,
    name: tenant.name,
    subdomain: tenant.subdomain,
    by: scope.actor.user?.name ?? 'The platform',
    now: scope.core.clock.now().toISOString(),
  })
  if (!begun) throw conflict('name', 'This organization is being erased already')
  await record(scope, {
    action: 'tenant.erasure-started',
    category: 'security',
    severity: 'critical',
    description: `Began to erase the organization ${tenant.name}`,
    resource: 'tenant',
    resourceId: id,
    // The organization's own log is blanked with it; this entry stays readable for super admins.
    tenantId: null,
    before: { name: tenant.name, subdomain: tenant.subdomain },
  })
  await scope.core.jobs.send(scope, job, { organizationId: id })
  return begun
}

const selectErasureInvoices = statement(
  z.object({ organizationId: z.uuid(), name: z.string(), invoices: z.array(z.record(z.string(), z.unknown())) }),
  'select organization_id as "organizationId", name, invoices from organization_erasures where id = $id',
)

/** @throws not-found */
export async function keptInvoices(scope: PlatformScope, id: string): Promise<FileAnswer> {
  const [found] = await scope.rows(selectErasureInvoices, { id })
  if (!found) throw notFound('Erasure')
  await record(scope, {
    action: 'tenant.kept-invoices-downloaded',
    category: 'billing',
    description: `Downloaded the invoices that were kept of ${found.name}`,
    resource: 'tenant',
    resourceId: found.organizationId,
    tenantId: null,
  })
  return new FileAnswer(
    'application/json; charset=utf-8',
    Buffer.from(`${JSON.stringify(found.invoices, null, 1)}\n`),
    {
      'content-disposition': 'attachment; filename="kept-invoices.json"',
      'cache-control': 'no-store',
    },
  )
}
