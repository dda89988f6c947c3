import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { MAX_IMAGE_BYTES } from '#core/contract/files.ts'
import { id, instant, line, requiredText } from '#core/contract/fields.ts'
import { staff, staffAndParents } from '../../contract.ts'

/** A person without an account who may pick up a child: a grandmother, a neighbor. */
export const collector = z.object({
  id,
  name: z.string(),
  relationship: z.string(),
  phone: z.string(),
  /** URL of the photo, which opens with the caller's rights. */
  photoUrl: z.string().nullable(),
  /** Last day of the authorization, as `2027-06-30`; null for one without an end. */
  validUntil: z.string().nullable(),
  /** True if that day is not over in the organization's zone. */
  isValid: z.boolean(),
  /** True if a guardian who may not pick up the child has the same name or, for staff, the same telephone number. */
  isBarred: z.boolean(),
  addedBy: z.string(),
  updatedAt: instant,
})
export type Collector = z.infer<typeof collector>

export const collectorsOfChild = z.object({
  collectors: z.array(collector),
  /** Names of guardians who may not pick up the child; for staff only, who need them at the door. */
  barred: z.array(z.string()),
  /** True if the caller may change the authorized pickups. */
  mayKeep: z.boolean(),
})
export type CollectorsOfChild = z.infer<typeof collectorsOfChild>

export const pickupKinds = ['guardian', 'authorized'] as const

/** A person who may pick up a child. */
export const pickupPerson = z.object({
  /** Id of the guardian's link to the child, or of the authorized pickup. */
  id,
  kind: z.enum(pickupKinds),
  name: z.string(),
  relationship: z.string(),
  /** URL of the photo, which opens with the caller's rights. */
  photoUrl: z.string().nullable(),
})
export type PickupPerson = z.infer<typeof pickupPerson>

/** A guardian who may not pick up a child: restricted, or without the right. */
export const barredPerson = z.object({
  id,
  name: z.string(),
  relationship: z.string(),
  /** True if staff call the police when this person comes. */
  hasProtectionOrder: z.boolean(),
})
export type BarredPerson = z.infer<typeof barredPerson>

/** People who may pick up a child on a day and people who may not; no person is both. */
export const pickupPeople = z.object({ allowed: z.array(pickupPerson), barred: z.array(barredPerson) })
export type PickupPeople = z.infer<typeof pickupPeople>

/** Verdicts on a person; `unlisted`: neither authorized nor barred. */
export const pickupVerdicts = ['allowed', 'unlisted', 'barred'] as const

const fields = {
  name: requiredText(200, 'Name is required'),
  relationship: line(50),
  phone: requiredText(50, 'Phone is required'),
  validUntil: z.iso
    .date('Not a valid date')
    .refine((value) => value >= '2000-01-01' && value < '2100-01-01', 'Between 2000 and 2099')
    .nullable(),
}

export const newCollector = z.object({
  ...fields,
  relationship: fields.relationship.default(''),
  validUntil: fields.validUntil.default(null),
})
export type NewCollector = z.output<typeof newCollector>

/** Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const collectorChange = z.object({ ...fields, updatedAt: instant }).partial()
export type CollectorChange = z.output<typeof collectorChange>

/** Access of editors. Pickups protect a child: a read-only organization still accepts changes of them. */
const editorAccess = { ...staffAndParents, whileReadOnly: true } as const

const collectorParams = z.object({ id, collectorId: id })

/** Name of the person who picks up a child, as staff type it. */
export const collectedBy = line(200)

/** Documents by which staff check an adult's identity. */
export const idKinds = ['drivers-license', 'passport', 'government-id', 'other'] as const
export type IdKind = (typeof idKinds)[number]

/** Maximum length of the reason why a child is released to an adult who is not authorized. */
const MAX_REASON_LENGTH = 200

/** Confirmation that staff saw the ID of an adult without authorization, and the reason for the release. */
export const otherAdult = z.object({
  idKind: z.enum(idKinds, 'Please select the kind of ID'),
  reason: requiredText(MAX_REASON_LENGTH, 'Write why the child is released'),
})
export type OtherAdult = z.output<typeof otherAdult>

export const collectorsContract = {
  listCollectors: endpoint({
    method: 'GET',
    path: '/api/students/{id}/collectors',
    summary: 'Who may collect a child without having an account, by name',
    access: staffAndParents,
    params: z.object({ id }),
    response: collectorsOfChild,
  }),
  getPickupPeople: endpoint({
    method: 'GET',
    path: '/api/students/{id}/pickup-people',
    summary: 'People who may pick up a child on a day, today by default, and people who may not; no person is both',
    access: staff,
    params: z.object({ id }),
    query: z.object({ day: z.iso.date('Not a valid date').optional() }),
    response: pickupPeople,
  }),
  checkPickup: endpoint({
    method: 'POST',
    path: '/api/students/{id}/pickup-checks',
    summary: 'Ask whether the person who is typed as picking up a child may be one who may not',
    audit: 'pickup.refused',
    unaudited: 'Where the person may pick up the child, nothing happens',
    access: { ...staff, whileReadOnly: true },
    params: z.object({ id }),
    body: z.object({ collectedBy }),
    response: z.object({
      /** Reason why the child must not be released; null without one. */
      refusal: z.string().nullable(),
      verdict: z.enum(pickupVerdicts),
      /** Name of a person who may not pick up the child and who shares a name with an allowed or unlisted one. */
      resembles: z.string().nullable(),
    }),
  }),
  addCollector: endpoint({
    method: 'POST',
    path: '/api/students/{id}/collectors',
    status: 201,
    summary: 'Add an authorized pickup: by staff, and by guardians who can view and pick up the child',
    audit: 'collector.added',
    access: editorAccess,
    params: z.object({ id }),
    body: newCollector,
    response: collector,
  }),
  updateCollector: endpoint({
    method: 'PUT',
    path: '/api/students/{id}/collectors/{collectorId}',
    summary: 'Change an authorized pickup',
    audit: 'collector.changed',
    unaudited: 'Where nothing differs, nothing is changed',
    access: editorAccess,
    params: collectorParams,
    body: collectorChange,
    response: collector,
  }),
  removeCollector: endpoint({
    method: 'DELETE',
    path: '/api/students/{id}/collectors/{collectorId}',
    summary: 'Remove an authorized pickup',
    audit: ['collector.removed', 'file.deleted'],
    access: editorAccess,
    params: collectorParams,
    response: 'none',
  }),
  putCollectorPhoto: endpoint({
    method: 'POST',
    path: '/api/students/{id}/collectors/{collectorId}/photo',
    rateLimit: 60,
    summary: 'Replace the photo of an authorized pickup; it is re-encoded',
    audit: ['file.uploaded', 'collector.photo-changed', 'file.deleted'],
    // A photo uses storage, of which a read-only organization gets no more.
    access: { ...staffAndParents, scope: 'none' },
    upload: { field: 'image', maxBytes: MAX_IMAGE_BYTES },
    params: collectorParams,
    response: collector,
  }),
  removeCollectorPhoto: endpoint({
    method: 'DELETE',
    path: '/api/students/{id}/collectors/{collectorId}/photo',
    summary: 'Delete the photo of an authorized pickup',
    audit: ['collector.photo-changed', 'file.deleted'],
    access: editorAccess,
    params: collectorParams,
    response: collector,
  }),
} as const
