import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { admins } from '../contract.ts'

/** Whom an organization erases: guardians, contacts and staff are users. */
export const erasedKinds = ['user', 'student', 'collector'] as const
export type ErasedKind = (typeof erasedKinds)[number]

const kind = z.enum(erasedKinds)

/** What erasing somebody takes and leaves. */
export const erasureOutlook = z.object({
  kind,
  id,
  /** To be typed. */
  name: z.string(),
  /** What the organization knows the person as: 'student', 'guardian'. */
  called: z.string(),
  goes: z.array(z.object({ called: z.string(), count: z.number().int() })),
  stays: z.array(z.object({ called: z.string(), count: z.number().int(), why: z.string() })),
  /** Sentences about what numbers do not say. */
  notes: z.array(z.string()),
  /** Guardians of the student who have no other child here. */
  guardians: z.array(z.object({ id, name: z.string() })),
})
export type ErasureOutlook = z.infer<typeof erasureOutlook>

export const newErasure = z.object({
  kind,
  id,
  /** As it is in the outlook. */
  confirmation: line(300),
})
export type NewErasure = z.output<typeof newErasure>

/** Somebody who was erased: nothing tells who it was. */
export const erasure = z.object({
  id,
  called: z.string(),
  erasedAt: instant,
  /** null: by the platform itself, as after a restore on another machine. */
  erasedByName: z.string().nullable(),
})
export type Erasure = z.infer<typeof erasure>

export const erasureContract = {
  erasureOutlook: endpoint({
    method: 'GET',
    path: '/api/erasures/outlook/{id}',
    summary: 'What erasing somebody would take, and what stays and why',
    access: admins,
    params: z.object({ id }),
    query: z.object({ kind: kind.default('student') }),
    response: erasureOutlook,
  }),
  listErasures: endpoint({
    method: 'GET',
    path: '/api/erasures',
    summary: 'Who was erased, when and by whom, the latest first; without names',
    access: admins,
    query: searchQuery.omit({ search: true }),
    response: z.array(erasure),
  }),
  erasePerson: endpoint({
    method: 'POST',
    path: '/api/erasures',
    status: 201,
    summary: 'Erase a student, a guardian, a contact, staff or somebody who may collect a child; nothing undoes it',
    audit: ['person.erased', 'score.saved'],
    access: { ...admins, recentlyConfirmed: true, whileReadOnly: true },
    body: newErasure,
    response: z.object({ id: z.uuid() }),
  }),
} as const
