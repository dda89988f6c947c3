import { defineKind } from '../kind-contract.ts'
import { listRecordingFiles, newPlayingRules, recording } from '../recording-contract.ts'

export const audio = defineKind({
  type: 'audio',
  details: recording,
  unfinished: ({ details: { file }, contentUrl }) => (file || contentUrl !== '' ? [] : ['The recording is missing']),
  shown: (details) => details,
  files: listRecordingFiles,
  rule: ({ file }) => (file ? 'Listen to 90% of it.' : 'Listen to it, and mark it as complete.'),
  ...newPlayingRules('Listen to'),
})
