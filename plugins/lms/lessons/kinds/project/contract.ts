import { z } from 'zod'
import { isBlank } from '#core/contract/rich-text.ts'
import { defineKind } from '../kind-contract.ts'

export const project = defineKind({
  type: 'project',
  details: z.object({}),
  unfinished: ({ body }) => (isBlank(body) ? ['The brief is empty'] : []),
  shown: () => ({}),
  files: () => [],
  rule: () => 'Hand it in.',
})
