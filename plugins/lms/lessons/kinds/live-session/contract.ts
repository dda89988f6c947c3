import { z } from 'zod'
import { defineKind } from '../kind-contract.ts'

export const liveSession = defineKind({
  type: 'live_session',
  details: z.object({}),
  unfinished: ({ contentUrl }) => (contentUrl === '' ? ['The place or the link is missing'] : []),
  shown: () => ({}),
  files: () => [],
  rule: () => 'Be there, or watch the recording.',
})
