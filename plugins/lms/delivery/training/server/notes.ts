import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import type { NotesChange, TrainingModule } from '../contract.ts'
import { listTrainingModules } from './modules.ts'

const trainingAdmins: ReadonlySet<string | undefined> = new Set(['tenant_admin', 'superadmin'])

// The user's row is locked, since there may be no notes yet.
const lockPerson = statement(
  'select id from users where tenant_id = $tenantId and id = $instructorId for no key update',
)

const upsertNotes = statement(
  `insert into lms_training_notes (user_id, module_id, notes, updated_at)
      values ($instructorId, $moduleId, $notes, $updatedAt)
    on conflict (tenant_id, user_id, module_id) do update set notes = excluded.notes, updated_at = excluded.updated_at`,
)

interface TrainedModule {
  instructorId: string
  moduleId: string
}

/**
 * Changes the notes on a module of an instructor's training. The log records the change, not the text.
 * @throws not-found if the instructor takes no such module, or the caller is another instructor; outdated (409) if `updatedAt`
 * has changed
 */
export async function changeTrainingNotes(
  scope: TenantScope,
  { instructorId, moduleId }: TrainedModule,
  { notes, updatedAt }: NotesChange,
): Promise<TrainingModule> {
  const { user } = scope.actor
  if (user?.id !== instructorId && !trainingAdmins.has(user?.role)) throw notFound('Module')
  await scope.rows(lockPerson, { tenantId: scope.tenantId, instructorId })
  const before = await findModule(scope, { instructorId, moduleId })
  refuseOutdated('these notes', before.notesUpdatedAt, updatedAt)
  if (before.notes === notes) return before
  const changedAt = nextVersion(scope.core.clock, before.notesUpdatedAt)
  await scope.rows(upsertNotes, { instructorId, moduleId, notes, updatedAt: changedAt })
  await record(scope, {
    action: 'training.notes-changed',
    category: 'system',
    description: `Changed the notes on the training of ${referTo('user', instructorId)} in ${before.title}`,
    resource: 'user',
    resourceId: instructorId,
  })
  return { ...before, notes, notesUpdatedAt: changedAt }
}

async function findModule(scope: TenantScope, { instructorId, moduleId }: TrainedModule): Promise<TrainingModule> {
  const found = (await listTrainingModules(scope, instructorId)).find((one) => one.moduleId === moduleId)
  if (!found) throw notFound('Module')
  return found
}
