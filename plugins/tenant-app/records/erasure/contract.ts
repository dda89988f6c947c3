import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { admins } from '../../contract.ts'

/** Kinds of erasable people: guardians, contacts and staff are users. */
export const erasedKinds = ['user', 'student', 'collector'] as const
export type ErasedKind = (typeof erasedKinds)[number]

const kind = z.enum(erasedKinds)

/** Preview of an erasure: the data that it deletes and the data that stays. */
export const erasureOutlook = z.object({
  kind,
  id,
  /** Name for the admin to type. */
  name: z.string(),
  /** Noun for the person in the organization: 'student', 'guardian'. */
  called: z.string(),
  goes: z.array(z.object({ called: z.string(), count: z.number().int() })),
  stays: z.array(z.object({ called: z.string(), count: z.number().int(), why: z.string() })),
  /** Notes beside the numbers. */
  notes: z.array(z.string()),
  /** Guardians of the student without another child in this organization. */
  guardians: z.array(z.object({ id, name: z.string() })),
})
export type ErasureOutlook = z.infer<typeof erasureOutlook>

/** Maximum number of places listed for one person. */
export const MAX_ERASED_PLACES = 1000

/** A place in another user's text that may name the person. An erasure changes only chosen places. */
export const erasurePlace = z.object({
  /** Id of the place; changes with the text. */
  id: z.string(),
  /** Kind of text: 'sessions led: description'. */
  kind: z.string(),
  /** Name of the record with the text, such as a session; empty for a record without one. */
  record: z.string(),
  /** Text around the first name. */
  excerpt: z.array(z.object({ text: z.string(), isName: z.boolean() })),
  /** Number of names in the whole text; all of them are replaced together. */
  count: z.number().int(),
})
export type ErasurePlace = z.infer<typeof erasurePlace>

/** Maximum size in bytes: the maximum number of places, and the other data. */
const MAX_ERASURE_BYTES = 640 * 1024

export const newErasure = z.object({
  kind,
  id,
  /** Name as shown in the preview. */
  confirmation: line(300),
  /** Ids of places in which the name is replaced. */
  places: z.array(z.string().max(200)).max(MAX_ERASED_PLACES).default([]),
})
export type NewErasure = z.output<typeof newErasure>

export const erasureResult = z.object({
  id,
  /** Chosen places in which the name was replaced. */
  rewritten: z.number().int(),
  /** Chosen places whose text had changed since they were listed, and which stay unchanged. */
  left: z.number().int(),
})
export type ErasureResult = z.infer<typeof erasureResult>

/** An erasure, without the identity of the erased person. */
export const erasure = z.object({
  id,
  called: z.string(),
  erasedAt: instant,
  /** null for the platform itself, as after a restore on another machine. */
  erasedByName: z.string().nullable(),
})
export type Erasure = z.infer<typeof erasure>

export const erasureContract = {
  erasureOutlook: endpoint({
    method: 'GET',
    path: '/api/erasures/outlook/{id}',
    summary: 'Preview of an erasure: what is deleted, what stays and why',
    access: { ...admins, sessionOnly: true },
    params: z.object({ id }),
    query: z.object({ kind: kind.default('student') }),
    response: erasureOutlook,
  }),
  listErasurePlaces: endpoint({
    method: 'GET',
    path: '/api/erasures/places/{id}',
    summary: `Texts of others that may name the person, at most ${MAX_ERASED_PLACES}, to choose from; health data and consents are in none`,
    access: { ...admins, sessionOnly: true },
    params: z.object({ id }),
    query: searchQuery.omit({ search: true }).extend({ kind: kind.default('student') }),
    response: z.array(erasurePlace),
  }),
  listErasures: endpoint({
    method: 'GET',
    path: '/api/erasures',
    summary: 'Who was erased, when and by whom, the latest first; without names',
    access: { ...admins, sessionOnly: true },
    query: searchQuery.omit({ search: true }),
    response: z.array(erasure),
  }),
  erasePerson: endpoint({
    method: 'POST',
    path: '/api/erasures',
    status: 201,
    summary: 'Erase a student, a guardian, a contact, a staff member or an authorized pickup; cannot be undone',
    audit: ['person.erased', 'score.saved'],
    access: { ...admins, recentlyConfirmed: true, whileReadOnly: true, sessionOnly: true },
    body: newErasure,
    bodyLimit: MAX_ERASURE_BYTES,
    response: erasureResult,
  }),
} as const
