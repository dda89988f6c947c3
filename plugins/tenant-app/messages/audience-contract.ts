import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, line } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { staff } from '../contract.ts'

/** Rules of a list, and people whom one rule names. */
const MAX_RULES = 20
const MAX_PEOPLE = 50

/** A rule that chooses students, or staff and people by themselves. */
export const rule = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['meeting', 'series', 'group', 'project']), id }),
  z.object({
    kind: z.literal('session'),
    id,
    places: z
      .array(z.enum(['registered', 'waiting']))
      .min(1)
      .max(2)
      .default(['registered']),
  }),
  z.object({ kind: z.literal('grade'), grade: line(20).min(1, 'Enter a grade') }),
  /** Students and people of the organization, by their ids. */
  z.object({ kind: z.literal('people'), ids: z.array(id).min(1, 'Choose a person').max(MAX_PEOPLE) }),
  z.object({ kind: z.literal('organization') }),
])
export type Rule = z.output<typeof rule>

export const audience = z
  .object({
    any: z.array(rule).min(1, 'Choose who gets this message').max(MAX_RULES, `At most ${MAX_RULES} rules`),
    minus: z.array(rule).max(MAX_RULES, `At most ${MAX_RULES} rules`).default([]),
    to: z
      .array(z.enum(['families', 'staff', 'students']))
      .min(1, 'Choose families, staff or students')
      .max(3)
      .default(['families']),
  })
  .strict()
export type Audience = z.output<typeof audience>

export const leftOutReasons = ['no-email', 'bounced', 'restricted', 'no-right', 'no-guardian'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

const previewedPerson = z.object({
  id,
  name: z.string(),
  role: z.enum(['guardian', 'staff', 'student']),
  children: z.array(z.string()),
  /** False for people who read an announcement in the portal alone. */
  isEmailed: z.boolean(),
  reason: z.enum(leftOutReasons).nullable(),
})

export const audiencePreview = z.object({
  recipients: z.number().int(),
  guardians: z.number().int(),
  staff: z.number().int(),
  students: z.number().int(),
  children: z.number().int(),
  /** Recipients who get an announcement by email as well. */
  emails: z.number().int(),
  /** Recipients who have turned news off: urgent messages alone are emailed to them. */
  newsOff: z.number().int(),
  leftOut: z.record(z.string(), z.number().int()),
  /** One page of the recipients, or of people who are left out. */
  people: z.array(previewedPerson),
})
export type AudiencePreview = z.infer<typeof audiencePreview>

export const audienceContract = {
  previewAudience: endpoint({
    method: 'POST',
    path: '/api/message-audiences/preview',
    summary:
      'People whom a message to this audience would reach now, and who is left out and why; 50 people by default',
    unaudited: 'It changes nothing',
    access: staff,
    bodyLimit: 262_144,
    query: pagingQuery.pick({ offset: true }).extend({
      limit: z.coerce.number().int().min(1).max(200).optional(),
      show: z.enum(['recipients', 'left-out']).optional(),
    }),
    body: audience,
    response: audiencePreview,
  }),
} as const
