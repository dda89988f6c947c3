import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { PlatformScope, Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { imageKind } from '#core/server/files/image-kind.ts'
import type { AdoptionStatus } from '../base/projects/contract.ts'
import type { CatalogProject } from './catalog.ts'
import { scienceProjects } from './catalog-science.ts'
import { societyProjects } from './catalog-society.ts'
import type { DemoFile } from './drawings.ts'
import { ownProjects } from './own-projects.ts'
import type { Random } from './random.ts'
import { hoursAgo, insert, type SeededOrganization } from './rows.ts'

const catalog = [...scienceProjects, ...societyProjects]

const selectCatalogTitles = statement(
  z.object({ id: z.uuid(), title: z.string() }),
  'select id, title from projects where tenant_id is null',
)

/** Seeds the platform's projects once, some with a picture. */
export async function seedCatalog(scope: PlatformScope, files: readonly DemoFile[]): Promise<void> {
  const titles = new Set((await scope.rows(selectCatalogTitles)).map(({ title }) => title))
  const drawings = new Map(files.map((file) => [file.fileName, file]))
  const rows: object[] = []
  for (const project of catalog.filter(({ title }) => !titles.has(title))) {
    const drawing = drawings.get(`${project.drawing}.png`)
    rows.push({ ...columnsOf(project), ...(drawing && { thumbnailUrl: await keepImage(scope, drawing) }) })
  }
  await insert(scope, 'projects', rows)
}

/** @returns the URL of an image of the platform */
async function keepImage(scope: PlatformScope, { fileName, mimeType, bytes, sha256 }: DemoFile): Promise<string> {
  const id = randomUUID()
  await scope.core.files.contents.put(sha256, bytes.length, () => Readable.from([bytes]))
  const image = { id, kind: imageKind.id, filename: fileName, mimeType, size: bytes.length, sha256, state: 'complete' }
  await insert(scope, 'files', [image])
  return `/api/images/${id}`
}

const lists = ['learningObjectives', 'materials', 'prerequisites', 'studentResources', 'assessmentCriteria'] as const

function columnsOf({ program: _, drawing: _drawing, difficulty, ...words }: CatalogProject): object {
  const documents = lists.map((name) => [name, JSON.stringify(words[name])])
  return { ...words, ...Object.fromEntries(documents), difficultyLevel: difficulty }
}

/** Inserts the organization's own projects. @param mark text at the end of their titles @returns their ids */
export async function insertOwnProjects(scope: Scope, tenantId: string, mark = ''): Promise<string[]> {
  const rows = ownProjects.map((project) => ({
    ...columnsOf(project),
    title: `${project.title}${mark}`,
    id: randomUUID(),
    tenantId,
  }))
  await insert(scope, 'projects', rows)
  return rows.map(({ id }) => id)
}

const selectSessionNames = statement(
  z.object({ name: z.string(), isOver: z.boolean() }),
  `select name, bool_and(status in ('completed', 'cancelled')) as "isOver" from sessions where tenant_id = $tenantId
    group by name`,
)

/**
 * Seeds an organization's projects: its sessions work on those of their programs, two more are earmarked, and two are its own.
 * Call it after seeding sessions and challenges.
 */
export async function seedProjects(
  scope: PlatformScope,
  { id: tenantId }: SeededOrganization,
  random: Random,
): Promise<void> {
  const own = await insertOwnProjects(scope, tenantId)
  const idOf = new Map((await scope.rows(selectCatalogTitles)).map(({ id, title }) => [title, id]))
  const overOf = new Map((await scope.rows(selectSessionNames, { tenantId })).map(({ name, isOver }) => [name, isOver]))
  const adoptions: { projectId: string; status: AdoptionStatus }[] = own.map((id, index) => ({
    projectId: id,
    status: index === 0 ? 'active' : 'earmarked',
  }))
  let wanted = 2
  for (const { title, program } of random.shuffled(catalog)) {
    const isOver = program === undefined ? undefined : overOf.get(program)
    if (isOver === undefined && wanted-- <= 0) continue
    const status = isOver === undefined ? 'earmarked' : isOver ? 'completed' : 'active'
    adoptions.push({ projectId: idOf.get(title) ?? '', status })
  }
  await insert(
    scope,
    'tenantProjects',
    adoptions.map((adoption, index) => ({
      ...adoption,
      tenantId,
      instructorNotes: index % 3 === 0 ? random.one(notes) : '',
      customizations: JSON.stringify(index === 2 ? { ageGroup: 'All our groups', ...nothingElse } : {}),
      createdAt: hoursAgo(scope, 300 + index * 40),
      updatedAt: hoursAgo(scope, 30 + index * 9),
    })),
  )
  const programs = catalog.filter(({ program }) => program !== undefined)
  const used = {
    tenantId,
    titles: programs.map(({ title }) => title),
    programs: programs.map(({ program }) => program),
  }
  await scope.rows(updateSessionProjects, used)
  await scope.rows(updateChallengeProjects, used)
}

const nothingElse = { estimatedDuration: null, instructions: null, materials: null }

const notes = [
  'Book the workshop a week ahead, and collect cardboard from the library.',
  'Works best in mixed ages. Leave twenty minutes to clear up.',
  'We do it in two groups since there are ten kits.',
]

const ofProgram = `from unnest($titles::text[], $programs::text[]) as c (title, program)
  join projects p on p.tenant_id is null and p.title = c.title
  join tenant_projects tp on tp.tenant_id = $tenantId and tp.project_id = p.id`

const updateSessionProjects = statement(
  `update sessions s set tenant_project_id = tp.id ${ofProgram} where s.tenant_id = $tenantId and s.name = c.program`,
)

const updateChallengeProjects = statement(
  `update challenges s set tenant_project_id = tp.id ${ofProgram}
    where s.tenant_id = $tenantId and s.session_id is null and s.description = 'Part of ' || c.program || '.'`,
)
