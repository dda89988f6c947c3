import { defineKind } from '../kind-contract.ts'
import { filesOfRecording, playing, recording } from '../recording-contract.ts'

export const audio = defineKind({
  type: 'audio',
  details: recording,
  unfinished: ({ details: { file }, contentUrl }) => (file || contentUrl !== '' ? [] : ['The recording is missing']),
  shown: (details) => details,
  files: filesOfRecording,
  rule: ({ file }) => (file ? 'Listen to 90% of it.' : 'Listen to it, and mark it as complete.'),
  ...playing('Listen to'),
})
