import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { builderState, type BuilderState, type GivenDraft, type KeptDraft } from '../draft-contract.ts'
import { getModules, type Projects } from './modules.ts'

/** Hours for which others see an abandoned draft. */
const RECENT_HOURS = 24

const isOwn = `project_id = $projectId and tenant_id is not distinct from $tenantId::uuid and editor_id = $editorId`

const draft = builderState.shape.draft.unwrap()

const selectOwnDraft = statement(
  draft,
  `select modules, base_version as "baseVersion", base, updated_at as "updatedAt" from training_drafts where ${isOwn}`,
)

// Super admins do not belong to the organization, whose scope does not see them.
const selectOtherDrafts = statement(
  builderState.shape.others.element,
  `select u.first_name || ' ' || u.last_name as name, d.updated_at as at
    from training_drafts d left join users u on u.id = d.editor_id
    where d.project_id = $projectId and d.tenant_id is not distinct from $tenantId::uuid and d.editor_id <> $editorId
      and d.updated_at > $now::timestamptz - interval '${RECENT_HOURS} hours'
    order by d.updated_at desc limit 20`,
)

/** Reads the saved modules of a project, with the caller's draft. @throws not-found */
export async function readBuilder(scope: Scope, projects: Projects, projectId: string): Promise<BuilderState> {
  await projects.getProject(scope, projectId)
  const key = toKey(scope, projectId)
  const [found] = await scope.rows(selectOwnDraft, key)
  const others = await scope.rows(selectOtherDrafts, { ...key, now: scope.core.clock.now().toISOString() })
  const present = await getModules(scope, projectId)
  const isOutdated = found !== undefined && found.baseVersion !== present.version
  return { ...present, draft: found ? { ...found, base: isOutdated ? found.base : null } : null, others }
}

const existsBase = statement(
  z.object({ one: z.number().int() }),
  `select 1 as one from training_drafts where ${isOwn} and base_version = $baseVersion and base is not null`,
)

const upsertDraft = statement(
  z.object({ updatedAt: z.string() }),
  `insert into training_drafts (project_id, editor_id, modules, base_version, base, updated_at)
    values ($projectId, $editorId, $modules::jsonb, $baseVersion, $base::jsonb, $now)
    on conflict (project_id, tenant_id, editor_id)
      do update set modules = excluded.modules, base_version = excluded.base_version, updated_at = excluded.updated_at,
        base = case when training_drafts.base_version = excluded.base_version
          then coalesce(training_drafts.base, excluded.base) else excluded.base end
    returning updated_at as "updatedAt"`,
)

/** Saves the caller's draft, replacing the earlier one. @throws not-found */
export async function saveDraft(
  scope: Scope,
  projects: Projects,
  projectId: string,
  { modules, baseVersion }: GivenDraft,
): Promise<KeptDraft> {
  await projects.getProject(scope, projectId)
  const { tenantId, ...key } = toKey(scope, projectId)
  const now = scope.core.clock.now().toISOString()
  const [hasBase] = await scope.rows(existsBase, { ...key, tenantId, baseVersion })
  // The base of a draft is lost with the next save: it is stored while it exists.
  const present = hasBase ? undefined : await getModules(scope, projectId)
  const base = present?.version === baseVersion ? JSON.stringify(present.modules) : null
  const [found] = await scope.rows(upsertDraft, { ...key, modules: JSON.stringify(modules), baseVersion, base, now })
  if (!found) throw new Error('A saved draft is there')
  return { updatedAt: found.updatedAt, others: await scope.rows(selectOtherDrafts, { ...key, tenantId, now }) }
}

const deleteDraft = statement(`delete from training_drafts where ${isOwn}`)

/** Deletes the caller's draft of this project, if there is one; saves by the system have none. */
export async function dropDraft(scope: Scope, projectId: string): Promise<void> {
  if (scope.actor.user) await scope.rows(deleteDraft, toKey(scope, projectId))
}

function toKey({ actor, ...scope }: Scope, projectId: string) {
  if (!actor.user) throw forbidden()
  return { projectId, tenantId: scope.kind === 'tenant' ? scope.tenantId : null, editorId: actor.user.id }
}
