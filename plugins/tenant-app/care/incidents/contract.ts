import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { MAX_IMAGE_BYTES } from '#core/contract/files.ts'
import { id, instant, line, text } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { staff as allStaff } from '../../contract.ts'
import { callOutcomes, newAddition, newCall, newFollowUp, sharing } from './acts-contract.ts'

export const incidentKinds = [
  'injury',
  'illness',
  'medicine',
  'behavior',
  'missing-child',
  'damage',
  'near-miss',
] as const
export type IncidentKind = (typeof incidentKinds)[number]

export const incidentStatuses = ['draft', 'submitted', 'shared', 'acknowledged', 'closed'] as const
export type IncidentStatus = (typeof incidentStatuses)[number]

export const bodyParts = [
  'head',
  'face',
  'eye',
  'mouth',
  'neck',
  'chest',
  'back',
  'abdomen',
  'shoulder',
  'arm',
  'hand',
  'leg',
  'knee',
  'foot',
  'other',
] as const
export type BodyPart = (typeof bodyParts)[number]

/** Signs that make an incident serious, besides a head injury and a missing child. */
export const seriousSigns = ['breathing', 'emergency-services', 'bite-through-skin'] as const
export type SeriousSign = (typeof seriousSigns)[number]

/** Maximum number of private photos of a report. */
export const MAX_PHOTOS = 4

/** Maximum number of children in one event, with a report for each. */
const MAX_CHILDREN = 20

const reportFields = {
  kind: z.enum(incidentKinds, 'Please select a kind'),
  occurredAt: instant,
  place: line(200),
  description: text(4000),
  bodyParts: z.array(z.enum(bodyParts)).max(bodyParts.length),
  signs: z.array(z.enum(seriousSigns)).max(seriousSigns.length),
  supervisedBy: line(200),
  witness: line(200),
  firstAid: text(2000),
  prevention: text(2000),
  /** Text for the family, which names no other child. */
  familyText: text(2000),
}

/** Reports of one event, with ids from the writing device: existing ones are not written again. */
export const newIncidents = z.object({
  ...reportFields,
  place: reportFields.place.default(''),
  bodyParts: reportFields.bodyParts.default([]),
  signs: reportFields.signs.default([]),
  supervisedBy: reportFields.supervisedBy.default(''),
  witness: reportFields.witness.default(''),
  firstAid: reportFields.firstAid.default(''),
  prevention: reportFields.prevention.default(''),
  familyText: reportFields.familyText.default(''),
  sessionId: id.nullable().default(null),
  reports: z
    .array(z.object({ id, studentId: id }))
    .min(1, 'Choose a child')
    .max(MAX_CHILDREN, `At most ${MAX_CHILDREN}`),
  /** False saves drafts, which only the writer sees. */
  isSubmitted: z.boolean(),
})
export type NewIncidents = z.output<typeof newIncidents>

/** Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const draftChange = z.object({ ...reportFields, updatedAt: instant }).partial()
/** Fields of a draft that its form edits. */
export const draftTexts = z.object(reportFields).omit({ bodyParts: true, signs: true })
export type DraftChange = z.output<typeof draftChange>

export const incidentEntry = z.object({
  id,
  kind: z.enum(['addition', 'call']),
  called: z.string(),
  outcome: z.enum(callOutcomes).nullable(),
  words: z.string(),
  happenedAt: instant,
  madeByName: z.string(),
})

export const acknowledgment = z.object({
  id,
  typedName: z.string(),
  disagrees: z.boolean(),
  words: z.string(),
  acknowledgedAt: instant,
})

export const followUp = z.object({
  id,
  task: z.string(),
  ownerId: id,
  ownerName: z.string(),
  dueOn: z.string(),
  doneAt: instant.nullable(),
  doneByName: z.string(),
})

export const incidentRow = z.object({
  id,
  studentId: id,
  studentName: z.string(),
  kind: reportFields.kind,
  status: z.enum(incidentStatuses),
  isSerious: z.boolean(),
  occurredAt: instant,
  writtenByName: z.string(),
  sharedAt: instant.nullable(),
})
export type IncidentRow = z.infer<typeof incidentRow>

export const incident = incidentRow.extend({
  sessionId: id.nullable(),
  sessionName: z.string().nullable(),
  place: z.string(),
  description: z.string(),
  bodyParts: z.array(z.enum(bodyParts)),
  signs: z.array(z.enum(seriousSigns)),
  supervisedBy: z.string(),
  witness: z.string(),
  firstAid: z.string(),
  prevention: z.string(),
  familyText: z.string(),
  submittedAt: instant.nullable(),
  sharedByName: z.string(),
  closedAt: instant.nullable(),
  closedByName: z.string(),
  updatedAt: instant,
  entries: z.array(incidentEntry),
  acknowledgments: z.array(acknowledgment),
  followUps: z.array(followUp),
  photos: z.array(z.object({ id, url: z.string() })),
  /** Reports of the same event that the caller may read. */
  linked: z.array(z.object({ id, studentName: z.string() })),
  /** Names of other children on the roster that occur in the text for the family. */
  namedChildren: z.array(z.string()),
  isWriter: z.boolean(),
  mayShare: z.boolean(),
  /** True if the caller manages the report: an admin or a safeguarding lead. */
  mayManage: z.boolean(),
})
export type Incident = z.infer<typeof incident>

/** Filters of the list: a status, or reports that need an admin. */
export const incidentFilters = [...incidentStatuses, 'attention'] as const

/** Access by session alone: no program reads or writes what happened to a child. */
const staff = { ...allStaff, sessionOnly: true } as const
/** Access of writers: a read-only organization still records incidents of children. */
const write = { ...staff, whileReadOnly: true } as const
const one = z.object({ id })

export const incidentsContract = {
  listIncidents: endpoint({
    method: 'GET',
    path: '/api/incidents',
    summary:
      'Incident reports, the latest first: all for admins, for instructors their own and injuries of children in their sessions; 50 unless said otherwise',
    access: staff,
    query: searchQuery.extend({
      status: z.enum(incidentFilters).optional(),
      kind: z.enum(incidentKinds).optional(),
    }),
    response: z.array(incidentRow),
  }),
  createIncidents: endpoint({
    method: 'POST',
    path: '/api/incidents',
    status: 201,
    summary: 'Write the reports of one event, one for each child, as drafts or submitted at once',
    audit: ['incident.drafted', 'incident.submitted'],
    unaudited: 'Reports that are there already are not written again',
    access: write,
    bodyLimit: 65_536,
    body: newIncidents,
    response: z.object({ ids: z.array(id) }),
  }),
  getIncident: endpoint({
    method: 'GET',
    path: '/api/incidents/{id}',
    summary: 'One incident report with what was added, its photos, calls, acknowledgments and follow-ups',
    access: staff,
    params: one,
    response: incident,
  }),
  updateDraft: endpoint({
    method: 'PUT',
    path: '/api/incidents/{id}',
    summary: 'Change an own draft',
    audit: 'incident.draft-changed',
    unaudited: 'Where nothing differs, nothing is changed',
    access: write,
    params: one,
    body: draftChange,
    response: z.object({ updatedAt: instant }),
  }),
  deleteDraft: endpoint({
    method: 'DELETE',
    path: '/api/incidents/{id}',
    summary: 'Delete an own draft with its photos',
    audit: ['incident.draft-deleted', 'file.deleted'],
    access: write,
    params: one,
    response: 'none',
  }),
  submitIncident: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/submission',
    status: 204,
    summary: 'Submit an own draft: its text is final from then on, and admins are notified of a serious one',
    audit: 'incident.submitted',
    access: write,
    params: one,
    response: 'none',
  }),
  shareIncident: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/sharing',
    status: 204,
    summary:
      'Share the text for the family with all guardians who may see the child; a serious one needs a logged call first',
    audit: 'incident.shared',
    access: write,
    params: one,
    body: sharing,
    response: 'none',
  }),
  addCall: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/calls',
    status: 201,
    summary: 'Log a call to a guardian',
    audit: 'incident.call-logged',
    access: write,
    params: one,
    body: newCall,
    response: z.object({ id }),
  }),
  addToIncident: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/additions',
    status: 201,
    summary: 'Add to a submitted report',
    audit: 'incident.added-to',
    access: write,
    params: one,
    body: newAddition,
    response: z.object({ id }),
  }),
  addFollowUp: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/follow-ups',
    status: 201,
    summary: 'Give a follow-up to a staff member, with a due date',
    audit: 'incident.follow-up-added',
    access: write,
    params: one,
    body: newFollowUp,
    response: z.object({ id }),
  }),
  completeFollowUp: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/follow-ups/{followUpId}/completion',
    status: 204,
    summary: 'Mark a follow-up as done: its owner, an admin or a safeguarding lead',
    audit: 'incident.follow-up-done',
    access: write,
    params: one.extend({ followUpId: id }),
    response: 'none',
  }),
  closeIncident: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/closing',
    status: 204,
    summary: 'Close a shared or acknowledged report whose follow-ups are done',
    audit: 'incident.closed',
    access: write,
    params: one,
    response: 'none',
  }),
  addIncidentPhoto: endpoint({
    method: 'POST',
    path: '/api/incidents/{id}/photos',
    status: 201,
    rateLimit: 60,
    summary: 'Add a private photo to an own report; it is re-encoded, and no family sees it',
    audit: ['file.uploaded', 'incident.photo-added'],
    // A photo uses storage, of which a read-only organization gets no more.
    access: { ...staff, scope: 'none' },
    upload: { field: 'image', maxBytes: MAX_IMAGE_BYTES },
    params: one,
    response: z.object({ id }),
  }),
  deleteIncidentPhoto: endpoint({
    method: 'DELETE',
    path: '/api/incidents/{id}/photos/{photoId}',
    summary: 'Delete a photo of an own draft',
    audit: ['incident.photo-deleted', 'file.deleted'],
    access: write,
    params: one.extend({ photoId: id }),
    response: 'none',
  }),
} as const
