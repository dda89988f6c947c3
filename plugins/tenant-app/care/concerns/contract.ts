import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins as allAdmins, staff as allStaff } from '../../contract.ts'

/** Maximum number of safeguarding leads. */
export const MAX_LEADS = 5

const lead = z.object({
  id,
  name: z.string(),
  /** True if the lead has two-step verification, without which a lead reads no concerns. */
  hasSecondFactor: z.boolean(),
})

export const safeguardingSettings = z.object({
  leads: z.array(lead),
  /** Contact outside of the organization, with the number. */
  outsideContact: z.string(),
  /** True if a lead can read concerns, so that the organization accepts them. */
  isOn: z.boolean(),
  /** True if the caller is a lead with two-step verification. */
  isLead: z.boolean(),
})
export type SafeguardingSettings = z.infer<typeof safeguardingSettings>

export const safeguardingChange = z.object({
  leadIds: z.array(id).max(MAX_LEADS, `At most ${MAX_LEADS}`),
  outsideContact: text(300),
})
export type SafeguardingChange = z.output<typeof safeguardingChange>

const words = text(8000)

export const newConcern = z
  .object({
    /** Id from the device, so that a concern sent twice is stored once. */
    id,
    studentId: id.nullable().default(null),
    /** Staff member whom the concern is about: it is hidden from them, even as a lead. */
    aboutUserId: id.nullable().default(null),
    /** The child's own words. */
    said: words.default(''),
    seen: words.default(''),
    /** People who were informed. */
    informed: words.default(''),
    done: words.default(''),
  })
  .refine(({ said, seen }) => said !== '' || seen !== '', { message: 'Write what was said or seen', path: ['said'] })
export type NewConcern = z.output<typeof newConcern>

export const concernEntryKinds = ['addition', 'action', 'referral', 'decision', 'outcome'] as const
export type ConcernEntryKind = (typeof concernEntryKinds)[number]

export const newConcernEntry = z
  .object({
    kind: z.enum(concernEntryKinds, 'Please select a kind'),
    words: words.pipe(z.string().min(1, 'Write what you add')),
    /** Reason of a decision. */
    reason: text(2000).default(''),
  })
  .refine(({ kind, reason }) => kind !== 'decision' || reason !== '', { message: 'Write the reason', path: ['reason'] })
export type NewConcernEntry = z.output<typeof newConcernEntry>

/** Receipt of a concern: the only part that its writer sees afterwards. */
export const concernReceipt = z.object({ number: z.number().int(), writtenAt: instant })

export const concernRow = concernReceipt.extend({
  id,
  /** null where no child was named, or the child is erased. */
  studentId: id.nullable(),
  studentName: z.string().nullable(),
  lastEntryAt: instant.nullable(),
})
export type ConcernRow = z.infer<typeof concernRow>

export const concern = z.object({
  id,
  number: z.number().int(),
  writtenAt: instant,
  writtenByName: z.string(),
  studentId: id.nullable(),
  studentName: z.string(),
  aboutUserName: z.string(),
  said: z.string(),
  seen: z.string(),
  informed: z.string(),
  done: z.string(),
  entries: z.array(
    z.object({
      id,
      kind: z.enum(concernEntryKinds),
      words: z.string(),
      reason: z.string(),
      writtenByName: z.string(),
      writtenAt: instant,
    }),
  ),
})
export type Concern = z.infer<typeof concern>

export const openedConcern = concern.extend({
  /** Views of the concern, the latest first. */
  views: z.array(
    z.object({ id, viewerName: z.string(), kind: z.enum(['read', 'chronology', 'export']), viewedAt: instant }),
  ),
})
export type OpenedConcern = z.infer<typeof openedConcern>

/** Access by session alone: no program reads or writes what is confided about a child. */
const staff = { ...allStaff, sessionOnly: true } as const
const admins = { ...allAdmins, sessionOnly: true } as const
const write = { ...staff, whileReadOnly: true } as const
const READINGS_NOTE = 'Each reading is recorded beside the concern, where leads alone see it'

export const concernsContract = {
  getSafeguarding: endpoint({
    method: 'GET',
    path: '/api/safeguarding',
    summary: 'Safeguarding leads and the contact outside of the organization; super admins have no access',
    access: staff,
    response: safeguardingSettings,
  }),
  updateSafeguarding: endpoint({
    method: 'PUT',
    path: '/api/safeguarding',
    summary: 'Name up to five safeguarding leads with two-step verification, and the contact outside',
    audit: 'safeguarding.settings-updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: { ...admins, recentlyConfirmed: true },
    body: safeguardingChange,
    response: safeguardingSettings,
  }),
  recordConcern: endpoint({
    method: 'POST',
    path: '/api/concerns',
    status: 201,
    summary:
      'Record a concern, which safeguarding leads alone read; where none may, nothing is stored and the contact outside is named',
    audit: 'concern.recorded',
    unaudited: 'Where no lead may read it, nothing is stored',
    access: write,
    body: newConcern,
    bodyLimit: 256 * 1024,
    response: z.object({ receipt: concernReceipt.nullable(), outsideContact: z.string() }),
  }),
  listOwnConcerns: endpoint({
    method: 'GET',
    path: '/api/concerns/own',
    summary:
      'Numbers and times of the concerns that the caller has recorded, the latest first; 50 unless said otherwise',
    access: staff,
    query: pagingQuery,
    response: z.array(concernReceipt),
  }),
  listConcerns: endpoint({
    method: 'GET',
    path: '/api/concerns',
    summary: 'Concerns for safeguarding leads, the latest first, without what they say; 50 unless said otherwise',
    access: staff,
    query: pagingQuery,
    response: z.array(concernRow),
  }),
  openConcern: endpoint({
    method: 'POST',
    path: '/api/concerns/{id}/views',
    summary: 'Read a concern, as a safeguarding lead',
    unaudited: READINGS_NOTE,
    access: write,
    params: z.object({ id }),
    response: openedConcern,
  }),
  addToConcern: endpoint({
    method: 'POST',
    path: '/api/concerns/{id}/entries',
    status: 201,
    summary: 'Add an action, a referral, a decision with its reason or an outcome; nothing is changed or deleted',
    audit: 'concern.added-to',
    access: write,
    params: z.object({ id }),
    body: newConcernEntry,
    bodyLimit: 64 * 1024,
    response: z.object({ id }),
  }),
  openChronology: endpoint({
    method: 'POST',
    path: '/api/students/{id}/concern-chronologies',
    summary: 'Read all concerns of a child in order of time, as a safeguarding lead',
    unaudited: READINGS_NOTE,
    access: write,
    params: z.object({ id }),
    response: z.array(concern),
  }),
  exportChronology: endpoint({
    method: 'GET',
    path: '/api/students/{id}/concern-chronology',
    summary:
      'The chronology of a child as PDF, for safeguarding leads; each export is recorded where leads alone see it',
    access: { ...staff, scope: 'none' },
    params: z.object({ id }),
    response: 'file',
  }),
} as const
