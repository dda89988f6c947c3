import { z } from 'zod'
import { isBlank } from '#core/contract/rich-text.ts'
import { defineKind } from '../kind-contract.ts'

export const assignment = defineKind({
  type: 'assignment',
  details: z.object({}),
  unfinished: ({ body }) => (isBlank(body) ? ['The brief is empty'] : []),
  shown: () => ({}),
  files: () => [],
  rule: () => 'Hand it in.',
})
