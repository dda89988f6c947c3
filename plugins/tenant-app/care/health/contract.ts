import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line, requiredText, text } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins as allAdmins, staffAndParents as allStaffAndParents } from '../../contract.ts'
import { viewReason } from '../../base/ledger/contract.ts'

/** Maximum length of the line with staff's immediate response: 'EpiPen in blue bag, call 911'. */
export const MAX_RESPONSE_LINE_LENGTH = 140

/** Fields of a student's health, by their part. */
export const partFields = {
  alert: { responseLine: line(MAX_RESPONSE_LINE_LENGTH) },
  notes: { medicalNotes: text(5000) },
  medication: { medication: text(2000) },
  emergency: { emergencyContact: line(200), emergencyPhone: line(50) },
  doctor: { doctorName: line(200), doctorPhone: line(50) },
  insurance: { insuranceCompany: line(200), insuranceNumber: line(100) },
} as const
export type HealthPart = keyof typeof partFields

export const healthParts = ['alert', 'notes', 'medication', 'emergency', 'doctor', 'insurance', 'conditions'] as const
export type CheckedPart = (typeof healthParts)[number]

const healthFields = {
  ...partFields.alert,
  ...partFields.notes,
  ...partFields.medication,
  ...partFields.emergency,
  ...partFields.doctor,
  ...partFields.insurance,
}
export type HealthField = keyof typeof healthFields

export const conditionKinds = ['food-allergy', 'insect-allergy', 'drug-allergy', 'condition'] as const
export const riskLevels = ['low', 'medium', 'high'] as const

/** The highest risk among a student's current conditions. */
export const alertLevels = ['none', ...riskLevels] as const
export type AlertLevel = (typeof alertLevels)[number]

const conditionFields = {
  kind: z.enum(conditionKinds, 'Please select a kind'),
  name: requiredText(200, 'Name is required'),
  risk: z.enum(riskLevels, 'Please select a risk'),
  triggers: text(2000),
  reaction: text(2000),
  /** Response to a reaction. */
  response: text(2000),
  medication: line(500),
  /** Storage place of the medication. */
  medicationPlace: line(200),
}

export const newCondition = z.object({
  ...conditionFields,
  triggers: conditionFields.triggers.default(''),
  reaction: conditionFields.reaction.default(''),
  response: conditionFields.response.default(''),
  medication: conditionFields.medication.default(''),
  medicationPlace: conditionFields.medicationPlace.default(''),
})
export type NewCondition = z.output<typeof newCondition>

/** Changes only the given fields. `hasEnded`: the child no longer has it; false restores it. */
export const conditionChange = z.object({ ...conditionFields, hasEnded: z.boolean(), updatedAt: instant }).partial()
export type ConditionChange = z.output<typeof conditionChange>

export const condition = z.object({ id, ...conditionFields, endedAt: instant.nullable(), updatedAt: instant })
export type Condition = z.infer<typeof condition>

const day = z.string().nullable()

/** Days, as `2026-03-29`, on which a user last confirmed each part; null for never. */
const checkedOn = z.object({
  alert: day,
  notes: day,
  medication: day,
  emergency: day,
  doctor: day,
  insurance: day,
  conditions: day,
})
export type CheckedOn = z.infer<typeof checkedOn>

export const proposalStatuses = ['pending', 'approved', 'declined', 'withdrawn'] as const

/** Change of a part; for a condition all fields, so that it can become a new one. */
const proposedChange = z.object({ ...healthFields, ...conditionFields, hasEnded: z.boolean() }).partial()
export type ProposedChange = z.output<typeof proposedChange>

const proposal = z.object({
  id,
  part: z.enum(healthParts),
  /** null for a new condition. */
  conditionId: id.nullable(),
  change: proposedChange,
  status: z.enum(proposalStatuses),
  proposedByName: z.string(),
  /** Reason of a rejection, or a remark on an approval. */
  answer: z.string(),
  decidedByName: z.string().nullable(),
  decidedAt: instant.nullable(),
  createdAt: instant,
})
export type Proposal = z.infer<typeof proposal>

export const healthRecord = z.object({
  ...healthFields,
  checkedOn,
  /** Conditions, current ones first, the highest risk first. */
  conditions: z.array(condition),
  /** Open proposals for admins, their own for guardians, none for instructors. */
  proposals: z.array(proposal),
  /** null where no health data was ever saved. */
  updatedAt: instant.nullable(),
})
export type HealthRecord = z.infer<typeof healthRecord>

export const emergencyRecord = z.object({ ...partFields.emergency, checkedOn: day })
export type EmergencyRecord = z.infer<typeof emergencyRecord>

/** Status of a student's health that is visible without opening the record. */
export const healthStatus = z.object({
  hasHealth: z.boolean(),
  hasEmergency: z.boolean(),
  /** True if a part was last checked a year ago or longer, or an alert has neither a response line nor a proposed one. */
  isDue: z.boolean(),
  /** Number of guardians' proposals that await an answer; for guardians, of their own. */
  openProposals: z.number().int(),
  /** True if the caller may open it now. */
  mayOpen: z.boolean(),
})
export type HealthStatus = z.infer<typeof healthStatus>

/** Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const healthChange = z.object({ ...healthFields, updatedAt: instant.nullable() }).partial()
export type HealthChange = z.output<typeof healthChange>

export const newProposal = z.discriminatedUnion('part', [
  z.object({ part: z.literal('alert'), change: z.object(partFields.alert) }),
  z.object({ part: z.literal('notes'), change: z.object(partFields.notes) }),
  z.object({ part: z.literal('medication'), change: z.object(partFields.medication) }),
  z.object({ part: z.literal('emergency'), change: z.object(partFields.emergency) }),
  z.object({ part: z.literal('doctor'), change: z.object(partFields.doctor) }),
  z.object({ part: z.literal('insurance'), change: z.object(partFields.insurance) }),
  z.object({
    part: z.literal('conditions'),
    conditionId: id.nullable().default(null),
    change: newCondition.extend({ hasEnded: z.boolean().default(false) }),
  }),
])
export type NewProposal = z.output<typeof newProposal>

export const decision = z
  .object({ isApproved: z.boolean(), answer: text(500).default('') })
  .refine(({ isApproved, answer }) => isApproved || answer !== '', {
    message: 'Write why, so that the guardian knows',
    path: ['answer'],
  })
export type Decision = z.output<typeof decision>

/** Proposal that awaits an answer, and its student: its text opens with the student's health. */
export const waitingProposal = z.object({
  id,
  studentId: id,
  studentName: z.string(),
  proposedByName: z.string(),
  createdAt: instant,
})
export type WaitingProposal = z.infer<typeof waitingProposal>

/** Audit action of every change of a student's health; it names the student, never the content. */
export const HEALTH_CHANGED = 'health.changed'

/** Access by session alone: no program reads or writes health records. */
const staffAndParents = { ...allStaffAndParents, sessionOnly: true } as const
const admins = { ...allAdmins, sessionOnly: true } as const
const openAccess = { ...staffAndParents, whileReadOnly: true } as const
const editAccess = { ...admins, whileReadOnly: true } as const
const confirmAccess = { ...staffAndParents, who: ['tenant_admin', 'parent'], whileReadOnly: true } as const
const proposeAccess = {
  who: ['parent'],
  hosts: 'tenant',
  scope: 'tenant',
  whileReadOnly: true,
  sessionOnly: true,
} as const

const student = z.object({ id })
const ofCondition = z.object({ id, conditionId: id })
const ofProposal = z.object({ id, proposalId: id })

// Opening uses POST: the reason stays out of URLs, and browsers neither prefetch nor cache the answer.
const LEDGER_NOTE = 'The ledger keeps who looked, when and why'

export const healthContract = {
  healthStatus: endpoint({
    method: 'GET',
    path: '/api/students/{id}/health-status',
    summary:
      'Whether anything of a student’s health is kept, and whether it has to be checked; nothing of what it says',
    access: staffAndParents,
    params: student,
    response: healthStatus,
  }),
  openHealth: endpoint({
    method: 'POST',
    path: '/api/students/{id}/health-views',
    summary: 'Open a student’s health and emergency data; instructors choose a reason, super admins write one',
    unaudited: LEDGER_NOTE,
    access: openAccess,
    params: student,
    body: viewReason,
    response: healthRecord,
  }),
  openEmergency: endpoint({
    method: 'POST',
    path: '/api/students/{id}/emergency-views',
    summary: 'Open whom to call for a student in an emergency; instructors choose a reason, super admins write one',
    unaudited: LEDGER_NOTE,
    access: openAccess,
    params: student,
    body: viewReason,
    response: emergencyRecord,
  }),
  updateHealth: endpoint({
    method: 'PUT',
    path: '/api/students/{id}/health',
    summary: 'Change a student’s health in short; what changes counts as checked today',
    audit: HEALTH_CHANGED,
    unaudited: 'Where nothing differs, nothing is changed',
    access: editAccess,
    params: student,
    body: healthChange,
    response: z.object({ checkedOn, updatedAt: instant.nullable() }),
  }),
  checkHealth: endpoint({
    method: 'POST',
    path: '/api/students/{id}/health/checks',
    summary: 'Say that parts of a student’s health are still right',
    audit: 'health.checked',
    access: confirmAccess,
    params: student,
    body: z.object({ parts: z.array(z.enum(healthParts)).min(1, 'Choose what is right').max(healthParts.length) }),
    response: z.object({ checkedOn }),
  }),
  addCondition: endpoint({
    method: 'POST',
    path: '/api/students/{id}/health/conditions',
    status: 201,
    summary: 'Add an allergy or a condition',
    audit: HEALTH_CHANGED,
    access: editAccess,
    params: student,
    body: newCondition,
    response: z.object({ id }),
  }),
  updateCondition: endpoint({
    method: 'PUT',
    path: '/api/students/{id}/health/conditions/{conditionId}',
    summary: 'Change an allergy or a condition, or say that the child has it no more',
    audit: HEALTH_CHANGED,
    unaudited: 'Where nothing differs, nothing is changed',
    access: editAccess,
    params: ofCondition,
    body: conditionChange,
    response: 'none',
  }),
  listHealthProposals: endpoint({
    method: 'GET',
    path: '/api/health-proposals',
    summary:
      'Proposals of guardians that wait for an answer, the oldest first; whose they are and nothing of what they say',
    access: admins,
    query: pagingQuery,
    response: z.array(waitingProposal),
  }),
  proposeHealth: endpoint({
    method: 'POST',
    path: '/api/students/{id}/health/proposals',
    status: 201,
    summary: 'Propose a change of one part of an own child’s health, in place of an own proposal for it that waits',
    audit: 'health.proposed',
    access: proposeAccess,
    params: student,
    body: newProposal,
    response: z.object({ id }),
  }),
  withdrawProposal: endpoint({
    method: 'DELETE',
    path: '/api/students/{id}/health/proposals/{proposalId}',
    summary: 'Take back an own proposal that waits',
    audit: 'health.proposal-withdrawn',
    access: proposeAccess,
    params: ofProposal,
    response: 'none',
  }),
  decideProposal: endpoint({
    method: 'POST',
    path: '/api/students/{id}/health/proposals/{proposalId}/decision',
    status: 204,
    summary:
      'Approve a proposal, which changes the student’s health, or decline it with a reason that the guardian reads',
    audit: ['health.proposal-approved', 'health.proposal-declined', HEALTH_CHANGED],
    access: editAccess,
    params: ofProposal,
    body: decision,
    response: 'none',
  }),
} as const
