import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { builderState, type BuilderState, type GivenDraft, type KeptDraft } from '../draft-contract.ts'
import { modulesOf, type Projects } from './modules.ts'

/** Hours for which others are told of a draft that nobody goes on with. */
const TOLD_HOURS = 24

const mine = `project_id = $projectId and tenant_id is not distinct from $tenantId::uuid and editor_id = $editorId`

const draft = builderState.shape.draft.unwrap()

const own = statement(
  draft,
  `select modules, base_version as "baseVersion", updated_at as "updatedAt" from training_drafts where ${mine}`,
)

// Super admins are no people of the organization, whose scope does not see them.
const ofOthers = statement(
  builderState.shape.others.element,
  `select u.first_name || ' ' || u.last_name as name, d.updated_at as at
    from training_drafts d left join users u on u.id = d.editor_id
    where d.project_id = $projectId and d.tenant_id is not distinct from $tenantId::uuid and d.editor_id <> $editorId
      and d.updated_at > $now::timestamptz - interval '${TOLD_HOURS} hours'
    order by d.updated_at desc limit 20`,
)

/** What editors see of a project's modules: as they are saved, with the own draft. @throws not-found */
export async function readBuilder(scope: Scope, projects: Projects, projectId: string): Promise<BuilderState> {
  await projects.getProject(scope, projectId)
  const key = keyOf(scope, projectId)
  const [found] = await scope.rows(own, key)
  const others = await scope.rows(ofOthers, { ...key, now: scope.core.clock.now().toISOString() })
  return { ...(await modulesOf(scope, projectId)), draft: found ?? null, others }
}

const kept = statement(
  z.object({ updatedAt: z.string() }),
  `insert into training_drafts (project_id, editor_id, modules, base_version, updated_at)
    values ($projectId, $editorId, $modules::jsonb, $baseVersion, $now)
    on conflict (project_id, tenant_id, editor_id)
      do update set modules = excluded.modules, base_version = excluded.base_version, updated_at = excluded.updated_at
    returning updated_at as "updatedAt"`,
)

/** Keeps what the caller has written, in the place of the own draft of before. @throws not-found */
export async function keepDraft(
  scope: Scope,
  projects: Projects,
  projectId: string,
  { modules, baseVersion }: GivenDraft,
): Promise<KeptDraft> {
  await projects.getProject(scope, projectId)
  const { tenantId, ...key } = keyOf(scope, projectId)
  const now = scope.core.clock.now().toISOString()
  const [found] = await scope.rows(kept, { ...key, modules: JSON.stringify(modules), baseVersion, now })
  if (!found) throw new Error('A draft that was kept is there')
  return { updatedAt: found.updatedAt, others: await scope.rows(ofOthers, { ...key, tenantId, now }) }
}

const dropped = statement(`delete from training_drafts where ${mine}`)

/** The caller's own of this project, if there is one; what the system saves by itself has none. */
export async function dropDraft(scope: Scope, projectId: string): Promise<void> {
  if (scope.actor.user) await scope.rows(dropped, keyOf(scope, projectId))
}

function keyOf({ actor, ...scope }: Scope, projectId: string) {
  if (!actor.user) throw forbidden()
  return { projectId, tenantId: scope.kind === 'tenant' ? scope.tenantId : null, editorId: actor.user.id }
}
