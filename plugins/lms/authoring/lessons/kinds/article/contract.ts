import { z } from 'zod'
import { isBlank } from '#core/contract/rich-text.ts'
import { defineKind } from '../kind-contract.ts'
import { findMissingTime } from '../missing-contract.ts'

export const article = defineKind({
  type: 'article',
  details: z.object({}),
  unfinished: ({ body }) => (isBlank(body) ? ['The text is empty'] : []),
  shown: () => ({}),
  files: () => [],
  rule: () => 'Read it to its end and mark it as complete.',
  missing: (_details, facts) => [
    ...findMissingTime(facts),
    ...(facts.isAtEnd ? [] : [{ type: 'not-at-end' as const, message: 'Read it to its end.' }]),
  ],
  isDone: () => false,
  isSelfReported: () => true,
})
