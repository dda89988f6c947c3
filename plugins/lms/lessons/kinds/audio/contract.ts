import { z } from 'zod'
import { defineKind } from '../kind-contract.ts'

export const audio = defineKind({
  type: 'audio',
  details: z.object({}),
  unfinished: ({ contentUrl }) => (contentUrl === '' ? ['The recording is missing'] : []),
  shown: () => ({}),
  files: () => [],
  rule: () => 'Listen to 90 % of it.',
})
