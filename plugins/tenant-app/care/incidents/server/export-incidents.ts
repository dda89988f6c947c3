import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import { csvAnswer } from '#core/server/analytics.ts'
import type { Core, TenantScope } from '#core/server/core.ts'
import { viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import { tenantFor } from '#core/server/http/access.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import type { PdfOptions, PdfPart } from '#core/server/pdf/parts.ts'
import { definePdf } from '#core/server/pdf/pdf-maker.ts'
import { bodyParts, incidentKinds, incidentStatuses, seriousSigns, type Incident } from '../contract.ts'
import { bodyPartLabels, kindLabels, outcomeLabels, signLabels, statusLabels } from '../labels-contract.ts'
import { getIncident } from './incidents.ts'
import { lockSharedIncident, requireManager, sightOf, seenIncidents } from './policies.ts'
import { recordIncident } from './write-incidents.ts'

/** An incident on a letterhead. */
export interface IncidentPdf extends PdfOptions {
  parts: PdfPart[]
}

const incidentPdf = definePdf<IncidentPdf>(new URL('draw-incident.ts', import.meta.url))

const selectHead = statement(
  z.object({ name: z.string(), accentColor: z.string().nullable(), zone: z.string() }),
  `select name, branding->>'accentColor' as "accentColor", time_zone as zone from tenants where id = $tenantId`,
)

type Head = z.infer<typeof selectHead.row>

const timeIn = (zone: string) => {
  const shape = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: zone })
  return (at: string) => shape.format(new Date(at))
}

const selectStudentName = statement(
  z.object({ name: z.string() }),
  `select first_name || ' ' || last_name as name from students where id = $studentId`,
)

/**
 * Exports one incident as PDF: the whole report for admins and safeguarding leads, the text for the family for guardians of the
 * child. Recorded before the first byte is sent.
 * @throws not-found, forbidden
 */
export async function exportIncident({ core, http }: Unscoped, id: string): Promise<FileAnswer> {
  const { title, parts, head, madeBy } = await core.db.tenant(tenantFor(http), http.actor, async (scope) => {
    const read = scope.actor.user?.role === 'parent' ? await readForFamily(scope, id) : await readWhole(scope, id)
    return { ...read, madeBy: scope.actor.user?.name ?? 'the platform' }
  })
  const now = core.clock.now()
  const bytes = await core.pdfs.make(incidentPdf, {
    title,
    letterhead: letterheadOf(head),
    createdAt: now,
    foot: `Made by ${madeBy} on ${timeIn(head.zone)(now.toISOString())}. Confidential.`,
    parts,
  })
  return pdfAnswer(bytes, `incident-${id.slice(-8)}`)
}

const letterheadOf = ({ name, accentColor }: Head) => ({ name, ...(accentColor === null ? {} : { accentColor }) })

const pdfAnswer = (bytes: Awaited<ReturnType<Core['pdfs']['make']>>, filename: string) =>
  new FileAnswer('application/pdf', bytes, {
    'content-disposition': `attachment; filename="${filename}.pdf"`,
    'cache-control': 'no-store',
  })

interface IncidentParts {
  title: string
  parts: PdfPart[]
  head: Head
}

async function headOf(scope: TenantScope): Promise<Head> {
  const [head] = await scope.rows(selectHead, { tenantId: scope.tenantId })
  return head ?? { name: '', accentColor: null, zone: 'UTC' }
}

async function readForFamily(scope: TenantScope, id: string): Promise<IncidentParts> {
  const { studentId, occurredAt, familyText, sharedAt, sharedByName } = await lockSharedIncident(scope, id)
  const [student] = await scope.rows(selectStudentName, { studentId })
  const head = await headOf(scope)
  const time = timeIn(head.zone)
  await recordIncident(scope, { id, studentId }, 'incident.exported', 'Exported an incident')
  return {
    title: `Note about ${student?.name ?? ''}`,
    head,
    parts: [
      { kind: 'heading', level: 1, text: `Note about ${student?.name ?? ''}` },
      { kind: 'paragraph', text: time(occurredAt) },
      { kind: 'paragraph', text: familyText },
      { kind: 'paragraph', text: `Shared by ${sharedByName} on ${time(sharedAt ?? occurredAt)}` },
    ],
  }
}

async function readWhole(scope: TenantScope, id: string): Promise<IncidentParts> {
  await requireManager(scope)
  const incident = await getIncident(scope, id)
  const head = await headOf(scope)
  await recordIncident(scope, incident, 'incident.exported', 'Exported an incident report')
  return { title: `Incident report, ${incident.studentName}`, head, parts: partsOf(incident, timeIn(head.zone)) }
}

function partsOf(incident: Incident, time: (at: string) => string): PdfPart[] {
  const rows: [string, string][] = [
    ['Child', incident.studentName],
    ['Kind', `${kindLabels[incident.kind]}${incident.isSerious ? ' (serious)' : ''}`],
    ['Status', statusLabels[incident.status]],
    ['When', time(incident.occurredAt)],
    ['Where', incident.place],
    ['Session', incident.sessionName ?? ''],
    ['What happened', incident.description],
    ['Body parts', incident.bodyParts.map((part) => bodyPartLabels[part]).join(', ')],
    ['Signs', incident.signs.map((sign) => signLabels[sign]).join(', ')],
    ['First aid', incident.firstAid],
    ['Supervised by', incident.supervisedBy],
    ['Witness', incident.witness],
    ['Prevention', incident.prevention],
    ['For the family', incident.familyText],
    ['Written by', incident.writtenByName],
    ['Submitted', incident.submittedAt ? time(incident.submittedAt) : ''],
    ['Shared', incident.sharedAt ? `${time(incident.sharedAt)}, ${incident.sharedByName}` : ''],
  ]
  const entries = incident.entries.map(({ kind, called, outcome, words, happenedAt, madeByName }) => [
    time(happenedAt),
    kind === 'call' && outcome ? `Call to ${called}: ${outcomeLabels[outcome]}. ${words}` : words,
    madeByName,
  ])
  const answers = incident.acknowledgments.map(({ acknowledgedAt, typedName, disagrees, words }) => [
    time(acknowledgedAt),
    disagrees ? `Disagrees: ${words}` : `Acknowledged. ${words}`,
    typedName,
  ])
  const tasks = incident.followUps.map(({ dueOn, task, ownerName, doneAt }) => [
    dueOn,
    `${task}${doneAt ? ` (done ${time(doneAt)})` : ''}`,
    ownerName,
  ])
  return [
    { kind: 'heading', level: 1, text: 'Incident report' },
    {
      kind: 'table',
      columns: [
        { label: 'Field', share: 0.25 },
        { label: 'Report', share: 0.75 },
      ],
      rows: rows.filter(([, value]) => value !== ''),
    },
    ...section('Added later', ['When', 'What', 'By'], entries),
    ...section('Acknowledgments', ['When', 'What', 'By'], answers),
    ...section('Follow-ups', ['Due', 'Task', 'Owner'], tasks),
  ]
}

function section(text: string, [first = '', second = '', third = '']: string[], rows: string[][]): PdfPart[] {
  if (rows.length === 0) return []
  const columns = [
    { label: first, share: 0.25 },
    { label: second, share: 0.5 },
    { label: third, share: 0.25 },
  ]
  return [
    { kind: 'heading', level: 2, text },
    { kind: 'table', columns, rows },
  ]
}

const exportedRow = z.object({
  id: z.uuid(),
  child: z.string(),
  kind: z.enum(incidentKinds),
  status: z.enum(incidentStatuses),
  isSerious: z.boolean(),
  occurredAt: z.string(),
  place: z.string(),
  description: z.string(),
  bodyParts: z.array(z.enum(bodyParts)),
  signs: z.array(z.enum(seriousSigns)),
  supervisedBy: z.string(),
  witness: z.string(),
  firstAid: z.string(),
  prevention: z.string(),
  familyText: z.string(),
  writtenByName: z.string(),
  submittedAt: z.string(),
  sharedAt: z.string().nullable(),
  closedAt: z.string().nullable(),
})

/** Maximum number of CSV rows; an organization writes some hundred reports a year. */
const MAX_EXPORTED = 20_000

const selectExported = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    exportedRow,
    `select i.id, s.first_name || ' ' || s.last_name as child, i.kind, i.status, i.is_serious as "isSerious",
        i.occurred_at as "occurredAt", i.place, i.description, i.body_parts as "bodyParts", i.signs,
        i.supervised_by as "supervisedBy", i.witness, i.first_aid as "firstAid", i.prevention,
        i.family_text as "familyText", i.written_by_name as "writtenByName", i.submitted_at as "submittedAt",
        i.shared_at as "sharedAt", i.closed_at as "closedAt"
      from incidents i join students s on s.tenant_id = i.tenant_id and s.id = i.student_id
      where i.status <> 'draft' and ${seenIncidents(viewer, 'i.id')}
      order by i.occurred_at desc, i.id desc limit ${MAX_EXPORTED}`,
  ),
)

/** Exports all submitted reports as CSV, recorded. @throws forbidden for platform staff */
export async function exportIncidents(scope: TenantScope): Promise<FileAnswer> {
  await requireManager(scope)
  const found = await scope.rows(selectExported({ viewer: viewerOf(scope) }), sightOf(scope))
  await record(scope, {
    action: 'incidents.exported',
    category: 'security',
    description: `Exported ${found.length} incident reports as CSV`,
    resource: 'tenant',
    resourceId: scope.tenantId,
  })
  const rows = found.map((row) => ({
    ...row,
    kind: kindLabels[row.kind],
    status: statusLabels[row.status],
    serious: row.isSerious ? 'yes' : 'no',
    bodyParts: row.bodyParts.map((part) => bodyPartLabels[part]).join(', '),
    signs: row.signs.map((sign) => signLabels[sign]).join(', '),
  }))
  const columns = {
    child: 'child',
    kind: 'kind',
    status: 'status',
    serious: 'serious',
    occurred: 'occurredAt',
    place: 'place',
    'what happened': 'description',
    'body parts': 'bodyParts',
    signs: 'signs',
    'supervised by': 'supervisedBy',
    witness: 'witness',
    'first aid': 'firstAid',
    prevention: 'prevention',
    'for the family': 'familyText',
    'written by': 'writtenByName',
    submitted: 'submittedAt',
    shared: 'sharedAt',
    closed: 'closedAt',
    id: 'id',
  } as const
  return csvAnswer('incidents', columns, rows)
}
