import { z } from 'zod'
import { isBlank } from '#core/contract/rich-text.ts'
import { defineKind } from '../kind-contract.ts'

export const discussion = defineKind({
  type: 'discussion',
  details: z.object({}),
  unfinished: ({ body }) => (isBlank(body) ? ['The prompt is empty'] : []),
  shown: () => ({}),
  files: () => [],
  rule: () => 'Write a post.',
})
