import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { zoneOf } from '../../shared/server/time-zone.ts'
import type { NewTemplate, sessionChanges, Template, TemplateChange } from '../templates-contract.ts'
import { TemplateModel } from './message.ts'
import { requireWriter } from './policies.ts'

const templateRow = z.object({
  id: z.uuid(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  updatedAt: z.string(),
})

const columns = 'id, name, subject, body, updated_at as "updatedAt"'

const selectTemplates = statement(
  templateRow,
  `select ${columns} from message_templates order by fold(name), id limit $most offset $offset`,
)

/** Lists templates by name. @throws forbidden */
export async function listTemplates(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<Template>> {
  requireWriter(scope)
  return new PagedAnswer(await scope.rows(selectTemplates, { most: limit + 1, offset }), { limit, offset })
}

const lockTemplates = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.message-templates:' || $tenantId, 0))`,
)
const selectTemplate = statement(templateRow, `select ${columns} from message_templates where id = $id`)
const selectNamesake = statement(
  z.object({ id: z.uuid() }),
  'select id from message_templates where fold(name) = fold($name) and id is distinct from $exceptId::uuid',
)

async function findTemplate(scope: TenantScope, id: string): Promise<Template> {
  const [found] = await scope.rows(selectTemplate, { id })
  if (!found) throw notFound('Template')
  return found
}

async function refuseNamesake(scope: TenantScope, name: string, exceptId: string | null): Promise<void> {
  const [other] = await scope.rows(selectNamesake, { name, exceptId })
  if (other) throw conflict('name', `Another template is called ${name}. Choose another name.`)
}

const recordTemplate = (scope: TenantScope, id: string, action: `${string}.${string}`, description: string) =>
  record(scope, { action, category: 'system', description, resource: 'message-template', resourceId: id })

/** @throws conflict at `name` */
export async function createTemplate(scope: TenantScope, input: NewTemplate): Promise<Template> {
  await scope.rows(lockTemplates, { tenantId: scope.tenantId })
  await refuseNamesake(scope, input.name, null)
  const now = scope.core.clock.now().toISOString()
  const { id } = await TemplateModel.query(scope.trx).insert({ ...input, createdAt: now, updatedAt: now })
  await recordTemplate(scope, id, 'message-template.created', `Added the template ${input.name}`)
  return findTemplate(scope, id)
}

/** @throws not-found, outdated (409), conflict at `name` */
export async function updateTemplate(
  scope: TenantScope,
  id: string,
  { updatedAt, ...change }: TemplateChange,
): Promise<Template> {
  await scope.rows(lockTemplates, { tenantId: scope.tenantId })
  const found = await findTemplate(scope, id)
  refuseOutdated('this template', found.updatedAt, updatedAt)
  const { after } = changedFields<Omit<TemplateChange, 'updatedAt'>>(found, change)
  if (Object.keys(after).length === 0) return found
  if (after.name !== undefined) await refuseNamesake(scope, after.name, id)
  await TemplateModel.query(scope.trx)
    .findById(id)
    .patch({ ...(after as Partial<TemplateModel>), updatedAt: nextVersion(scope.core.clock, found.updatedAt) })
  await recordTemplate(scope, id, 'message-template.changed', `Changed the template ${found.name}`)
  return findTemplate(scope, id)
}

/** @throws not-found */
export async function deleteTemplate(scope: TenantScope, id: string): Promise<void> {
  const { name } = await findTemplate(scope, id)
  await TemplateModel.query(scope.trx).deleteById(id)
  await recordTemplate(scope, id, 'message-template.deleted', `Deleted the template ${name}`)
}

const selectSession = statement(
  z.object({ name: z.string(), location: z.string(), startDate: z.string() }),
  'select name, location, start_date as "startDate" from sessions where id = $id',
)

const standard: Record<(typeof sessionChanges)[number], { subject: string; body: string }> = {
  moved: {
    subject: '{session} has moved',
    body: '{session} now takes place on {time}. The registration of {child} stays the same.',
  },
  cancelled: {
    subject: '{session} is canceled',
    body: '{session} on {time} is canceled. We are sorry that {child} can’t attend.',
  },
}

/** Fills a message for the families of a session, for what changed or with a template. @throws not-found, forbidden */
export async function fillSessionMessage(
  scope: TenantScope,
  sessionId: string,
  { change, templateId }: { change?: (typeof sessionChanges)[number] | undefined; templateId?: string | undefined },
): Promise<{ subject: string; body: string }> {
  requireWriter(scope)
  const [session] = await scope.rows(selectSession, { id: sessionId })
  if (!session) throw notFound('Session')
  const source = templateId === undefined ? undefined : await findTemplate(scope, templateId)
  const { subject, body } = source ?? (change ? standard[change] : { subject: '{session}', body: '' })
  const time = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: await zoneOf(scope),
  })
  const values = { session: session.name, time: time.format(new Date(session.startDate)), place: session.location }
  // Braces in names would be fields that no message has.
  const fill = (text: string) =>
    text.replace(/\{(session|time|place)\}/g, (_, field: keyof typeof values) => values[field].replaceAll(/[{}]/g, ''))
  return { subject: fill(subject).slice(0, 200), body: fill(body) }
}
