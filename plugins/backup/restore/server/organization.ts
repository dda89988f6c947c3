import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { PLATFORM_OWNER } from '#core/server/database/ownership.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, conflict, violatedUnique } from '#core/server/errors.ts'
import { requireDatabaseUrl } from '#core/server/database/require-database-url.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import type { Manifest } from '../../archive/server/manifest.ts'
import { restoreContents, contentsOf, noteLost } from './contents.ts'
import { eraseAgain } from './erase-again.ts'
import { excludedTables, loadArchive } from './load-archive.ts'
import { migrateScratch, planMigrations, rulesSuffice } from './migrate-scratch.ts'
import { originOf, withArchive, withSameArchive, type Restored, type RestoreWork } from './options.ts'
import { organizationTables, type MovedTable, type OrganizationTables } from './organization-tables.ts'
import { withPatientScopes } from './patient-scopes.ts'
import { idsIn, Renewal } from './renewal.ts'
import { SCRATCH_SCHEMA, withScratch } from './scratch.ts'
import { adoptSharedRows, sharedValue, type SharedIds } from './shared-rows.ts'
import { describeContent } from './verify.ts'

export interface RestoreOrganizationWork extends RestoreWork {
  /** Makes a new organization of it under this one; into itself otherwise. */
  subdomain?: string | undefined
}

export interface RestoredOrganization extends Restored {
  tenantId: string
}

/**
 * Puts back one organization, beside the work of all others: its own rows are replaced, or with a subdomain copied with
 * ids of their own, in one transaction. The archive is loaded and migrated aside first.
 * @throws ArchiveError 422; backup.busy 409; conflict 409 at the subdomain when another organization has it, and where a
 *   row would clash with one of another organization
 */
export async function restoreOrganization(work: RestoreOrganizationWork): Promise<RestoredOrganization> {
  const { core, progress, subdomain } = work
  const began = Date.now()
  const { manifest, plan, contents } = await withArchive(work, async (archive) => ({
    manifest: archive.manifest,
    contents: await contentsOf(archive, work),
    plan: await planMigrations(core.migrations, archive.manifest.migrations),
  }))
  const { scope } = manifest
  if (scope.kind !== 'organization') throw new ArchiveError('The archive holds everything, and not one organization')
  const renewal = subdomain === undefined ? undefined : new Renewal(await keptIds(work, manifest, subdomain))
  const tenantId = renewal?.idOf(scope.id) ?? scope.id
  const lost = await restoreContents(work, manifest, contents)
  return withScratch(requireDatabaseUrl(core), async ({ client, connect }) => {
    progress('Preparing', 0, undefined)
    await migrateScratch(client, plan.archived)
    await withSameArchive(work, manifest, (archive) =>
      loadArchive({ client, connect }, archive, {
        onlyRules: rulesSuffice(plan),
        tenantId,
        left: excludedTables(work.core),
        progress,
        ...(renewal ? { through: (rows: AsyncIterable<Buffer>) => renewal.rows(rows) } : {}),
      }),
    )
    progress('Migrating', 0, undefined)
    await migrateScratch(client, plan.newer)
    await noteLost({ client, connect }, lost)
    progress('Erasing again', 0, undefined)
    await eraseAgain(work, { client }, renewal && { idOf: (id) => renewal.idOf(id), tenantId })
    progress('Replacing', 0, undefined)
    await move(work, manifest, tenantId)
    const seconds = Math.max(1, Math.round((Date.now() - began) / 1000))
    const where = subdomain === undefined ? '' : ` as ${subdomain}`
    return { tenantId, message: `Restored ${describeContent(manifest)}${where} in ${seconds} s` }
  })
}

const existsSubdomain = statement('select from tenants where subdomain = $1')

const selectSuperAdminIds = statement(z.object({ id: z.string() }), 'select id from users where tenant_id is null')

/** Ids of the platform's own rows and people, which are not copied. */
async function keptIds(
  { core, actor }: RestoreOrganizationWork,
  { references }: Manifest,
  subdomain: string,
): Promise<string[]> {
  return core.db.platform(actor, async ({ rows }) => {
    const [taken] = await rows(existsSubdomain, [subdomain])
    if (taken) throw subdomainTaken(subdomain)
    const people = await rows(selectSuperAdminIds)
    return [PLATFORM_OWNER, ...idsIn(JSON.stringify(references)), ...people.map(({ id }) => id)]
  })
}

const subdomainTaken = (subdomain: string) =>
  conflict('subdomain', `Another organization has the address "${subdomain}". Choose another one.`)

const lockTenant = statement('select from tenants where id = $1 for update')

async function move(work: RestoreOrganizationWork, manifest: Manifest, tenantId: string): Promise<void> {
  const { core, actor, subdomain, committed } = work
  const origin = originOf(work)
  await withPatientScopes(core, (db) =>
    db.platform(actor, async (scope) => {
      const copying = subdomain !== undefined
      const tables = await organizationTables(scope, { copying })
      // Inserts of rows for the organization wait for the end of this transaction, and so do changes of the organization.
      const [present] = await scope.rows(lockTenant, [tenantId])
      const references = manifest.references.map(({ table }) => table)
      const shared = await adoptSharedRows(scope, tables, references)
      await replaceRows(scope, tables, shared, { tenantId, subdomain, isPresent: present !== undefined })
      await core.invalidations.announceEverything(scope)
      await record(scope, {
        action: 'backup.organization-restored',
        category: origin.category,
        severity: 'warning',
        description:
          `Restored ${describeContent(manifest)}${copying ? ` as ${subdomain}` : ''} from ${manifest.name}${origin.words}`.slice(
            0,
            1000,
          ),
        resource: 'backup',
        resourceId: manifest.id,
        tenantId,
        metadata: { madeAt: manifest.createdAt, ...(copying ? { subdomain } : {}), ...origin.metadata },
      })
      await committed?.(scope)
    }),
  )
}

interface Target {
  tenantId: string
  subdomain: string | undefined
  isPresent: boolean
}

async function replaceRows(
  scope: PlatformScope,
  { moved, tenants, emptied }: OrganizationTables,
  shared: SharedIds,
  { tenantId, subdomain, isPresent }: Target,
): Promise<void> {
  if (isPresent) {
    const replaced = moved.filter(({ isLedger }) => !isLedger).map(({ name }) => name)
    for (const name of [...emptied, ...replaced.toReversed()]) {
      await scope.trx.raw(`delete from public."${name}" where tenant_id = ?`, [tenantId])
    }
  }
  await putTenant(scope, tenants, shared, { tenantId, subdomain, isPresent })
  const names = new Set(moved.map(({ name }) => name))
  // Triggers that add rows of their own leave that to the rows of the backup.
  await scope.trx.raw(`select set_config('app.restoring', 'on', true)`)
  for (const table of moved) {
    try {
      await scope.trx.raw(insertion(table, names, shared, { tenantId, isPresent }).replaceAll('?', '\\?'))
    } catch (error) {
      const constraint = violatedUnique(error)
      if (constraint === undefined) throw error
      throw new AppError(
        'backup.clash',
        409,
        `A row of ${table.name} clashes with one of another organization (${constraint}). Restore it as a new organization.`,
        { cause: error },
      )
    }
  }
}

async function putTenant(
  scope: PlatformScope,
  table: MovedTable,
  shared: SharedIds,
  { tenantId, subdomain, isPresent }: Target,
): Promise<void> {
  const columns = table.columns.filter(({ name }) => !isPresent || name !== 'id')
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns
    .map(({ name, type }) =>
      name === 'subdomain'
        ? 'coalesce(?::text, s.subdomain)'
        : sharedValue(table, name, type, shared).replaceAll('?', '\\?'),
    )
    .join(', ')
  const source = `from ${SCRATCH_SCHEMA}.tenants s where s.id = ?`
  try {
    await scope.trx.raw(
      isPresent
        ? `update public.tenants set (${names}) = (select ${values} ${source}) where id = ?`
        : `insert into public.tenants (${names}) select ${values} ${source}`,
      [subdomain ?? null, tenantId, ...(isPresent ? [tenantId] : [])],
    )
  } catch (error) {
    if (!violatedUnique(error)?.includes('subdomain')) throw error
    if (subdomain !== undefined) throw subdomainTaken(subdomain)
    throw new AppError(
      'conflict',
      409,
      'Another organization has the address of this one by now. Restore it under another address.',
      { fields: { subdomain: 'Another organization has this address' }, cause: error },
    )
  }
}

/** Copies a table's rows from the scratch schema; references to what is neither here nor copied become empty. */
function insertion(
  table: MovedTable,
  moved: ReadonlySet<string>,
  shared: SharedIds,
  { tenantId, isPresent }: Omit<Target, 'subdomain'>,
): string {
  // Numbers that the database gave belong to rows of this database.
  const columns = table.columns.filter(({ isIdentity }) => isPresent || !isIdentity)
  const loose = table.references.filter(({ to, columns: own }) => {
    if (to === 'tenants' || shared.has(to)) return false
    return !moved.has(to) || !own.includes('tenant_id')
  })
  const exists = ({ to, columns: own, meant }: MovedTable['references'][number]) =>
    `exists (select from public."${to}" p where ${meant.map((column, at) => `p."${column}" = s."${own[at]}"`).join(' and ')})`
  const values = columns.map(({ name, type, isNullable }) => {
    const reference = loose.find(({ columns: own }) => own.includes(name))
    if (reference && isNullable && name !== 'tenant_id') return `case when ${exists(reference)} then s."${name}" end`
    return sharedValue(table, name, type, shared)
  })
  const required = loose.filter(({ columns: own }) =>
    own.every((name) => name === 'tenant_id' || !columns.find((column) => column.name === name)?.isNullable),
  )
  return `insert into public."${table.name}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
    overriding system value
    select ${values.join(', ')} from ${SCRATCH_SCHEMA}."${table.name}" s where s.tenant_id = '${tenantId}'
    ${required.map((reference) => `and ${exists(reference)}`).join(' ')}
    ${table.isLedger ? 'on conflict do nothing' : ''}`
}
