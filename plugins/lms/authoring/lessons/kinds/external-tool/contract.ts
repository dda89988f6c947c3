import { z } from 'zod'
import { id, line, text } from '#core/contract/fields.ts'
import { webAddress } from '#core/contract/rich-text.ts'
import { defineKind } from '../kind-contract.ts'
import { findMissingHandIn, findMissingTime, type LessonFacts, type MissingReason } from '../missing-contract.ts'

/** Maximum parameters that a lesson gives to its tool. */
const MAX_PARAMETERS = 30

export const externalToolDetails = z.object({
  /** Tool of the organization; null: not chosen yet. */
  toolId: id.nullable().default(null),
  /** Address of the content at the tool; empty for the tool's own. */
  url: z.union([z.literal(''), webAddress]).default(''),
  /** Parameters that the tool has set when the content was chosen there. */
  custom: z
    .record(line(100), text(2000))
    .refine((given) => Object.keys(given).length <= MAX_PARAMETERS, `At most ${MAX_PARAMETERS} parameters`)
    .default({}),
  /** `opened`: the learner marks it; otherwise the tool reports it. */
  doneWhen: z.enum(['opened', 'handed-in', 'passed']).default('opened'),
  /** Percent of the points from which it is passed. */
  passPercent: z.number().int('Not a whole number').min(0, 'At least 0').max(100, 'At most 100').default(60),
  /** Points that the tool gives at most, as the gradebook of the tool shows them. */
  maxPoints: z.number('Not a number').min(1, 'At least 1').max(10_000, 'At most 10,000').default(100),
})
export type ExternalToolDetails = z.output<typeof externalToolDetails>

const rules = {
  opened: 'Open it, then mark it as complete.',
  'handed-in': 'Finish it in the tool.',
  passed: 'Reach the pass mark in the tool.',
} as const

function findMissing({ doneWhen, passPercent }: ExternalToolDetails, facts: LessonFacts): MissingReason[] {
  if (doneWhen === 'opened') return findMissingTime(facts)
  return findMissingHandIn(facts, { doneWhen, percent: passPercent })
}

export const externalTool = defineKind({
  type: 'external_tool',
  details: externalToolDetails,
  unfinished: ({ details: { toolId } }) => (toolId === null ? ['The tool is missing'] : []),
  // Parameters are between the author and the tool.
  shown: ({ doneWhen, passPercent }) => ({ doneWhen, passPercent }),
  files: () => [],
  rule: ({ doneWhen }) => rules[doneWhen],
  missing: findMissing,
  isDone: (details, facts) => details.doneWhen !== 'opened' && findMissing(details, facts).length === 0,
  isSelfReported: ({ doneWhen }) => doneWhen === 'opened',
})
