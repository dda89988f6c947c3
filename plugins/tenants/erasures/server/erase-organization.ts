import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { ownedTables } from './tables.ts'

/** Rows deleted in one transaction, so that others do not wait long for it. */
const BATCH_SIZE = 2000

/** Milliseconds without a sign of life after which the erasure counts as abandoned. */
const MAX_SILENCE_MS = 120_000

/** Blanks the texts of so many entries of the audit log at most. @returns how many there were */
export type BlankAudit = (scope: PlatformScope, tenantId: string, most: number) => Promise<number>

const selectUnfinishedErasure = statement(
  z.object({ name: z.string(), subdomain: z.string() }),
  'select name, subdomain from organization_erasures where organization_id = $id and finished_at is null',
)

const updateStep = statement(
  'update organization_erasures set step = $step, touched_at = $now where organization_id = $id and finished_at is null',
)

const updateFinishedAt = statement(
  z.object({ id: z.uuid() }),
  'update organization_erasures set finished_at = $now where organization_id = $id and finished_at is null returning id',
)

/** Resumes after any number of interruptions: deleted rows stay deleted, and the organization's own row is deleted last. */
export const eraseOrganizationJob = (blankAudit: BlankAudit | undefined) =>
  defineJob({
    name: 'tenants.erase-organization',
    scope: 'none',
    payload: z.object({ organizationId: z.uuid() }),
    expiresIn: 6 * 3600,
    run: async (core, { organizationId: id }) => {
      const found = await core.db.platform(systemActor, ({ rows }) => rows(selectUnfinishedErasure, { id }))
      const [organization] = found
      if (!organization) return
      const tables = await core.db.platform(systemActor, ownedTables)
      for (const { name, mayDelete } of tables) if (mayDelete) await emptyTable(core, id, name)
      if (blankAudit) {
        await repeatUntilDone(() =>
          core.db.platform(systemActor, async (scope) => {
            await scope.rows(updateStep, { id, step: 'Erasing texts of the audit log', now: core.clock.now() })
            return blankAudit(scope, id, BATCH_SIZE)
          }),
        )
      }
      await core.db.platform(systemActor, (scope) => finishErasure(scope, { id, ...organization }))
    },
  })

async function emptyTable(core: Core, id: string, table: string): Promise<void> {
  const called = core.personalData.tables[table]?.called ?? table
  await repeatUntilDone(() =>
    core.db.platform(systemActor, async (scope) => {
      await scope.rows(updateStep, { id, step: `Erasing ${called}`.slice(0, 200), now: core.clock.now() })
      const { rowCount } = await scope.trx.raw<{ rowCount: number }>(
        'delete from ?? where ctid = any (array(select ctid from ?? where tenant_id = ? limit ?))',
        [table, table, id, BATCH_SIZE],
      )
      return rowCount
    }),
  )
}

async function repeatUntilDone(work: () => Promise<number>): Promise<void> {
  while ((await work()) > 0);
}

/** Deletes the organization's row, and with it rows that cannot be deleted alone, such as ledgers. */
async function finishErasure(
  scope: PlatformScope,
  { id, name, subdomain }: { id: string; name: string; subdomain: string },
) {
  // One of two concurrent runs ends it.
  const [finished] = await scope.rows(updateFinishedAt, { id, now: scope.core.clock.now() })
  if (!finished) return
  await scope.core.jobs.forgetTenant(scope, id)
  // Erased people stay listed by id for restores, without the user who erased them.
  await scope.trx('erasures').where({ organizationId: id }).update({ erasedBy: null, erasedByName: null })
  await scope.trx('tenants').where({ id }).delete()
  await scope.core.invalidations.announce(scope, 'tenant', id)
  await record(scope, {
    action: 'tenant.erased',
    category: 'security',
    severity: 'critical',
    description: `Erased the organization ${name}`,
    resource: 'tenant',
    resourceId: id,
    tenantId: null,
    before: { name, subdomain },
  })
}

const updateAbandoned = statement(
  z.object({ organizationId: z.uuid() }),
  `update organization_erasures set touched_at = $now where finished_at is null and touched_at < $before
    returning organization_id as "organizationId"`,
)

/** Resumes erasures of a killed node. */
export const resumeErasuresJob = (job: ReturnType<typeof eraseOrganizationJob>) =>
  defineJob({
    name: 'tenants.resume-erasures',
    scope: 'platform',
    payload: z.object({}),
    schedule: { cron: '*/5 * * * *', tz: 'UTC' },
    run: async (scope) => {
      const now = scope.core.clock.now()
      for (const { organizationId } of await scope.rows(updateAbandoned, {
        now,
        before: new Date(now.getTime() - MAX_SILENCE_MS),
      })) {
        await scope.core.jobs.send(scope, job, { organizationId })
      }
    },
  })
